internal import CSQLite
internal import Synchronization

/// The state of a file: as long as it is the same, nobody has committed.
///
/// It is taken before what is read of the file, never within: a commit between the two then makes
/// another state of it, and what was read is looked for once more.
struct FileState: Equatable, Sendable {
  private let numbers: (UInt128, UInt128, UInt128)

  /// The state of a file without a log that others could see.
  init(dataVersion: Int64) {
    numbers = (UInt128(truncatingIfNeeded: dataVersion), 0, 0)
  }

  fileprivate init(_ head: UnsafeRawPointer) {
    unsafe numbers = (
      head.loadUnaligned(as: UInt128.self),
      head.loadUnaligned(fromByteOffset: 16, as: UInt128.self),
      head.loadUnaligned(fromByteOffset: 32, as: UInt128.self)
    )
  }

  static func == (left: FileState, right: FileState) -> Bool { left.numbers == right.numbers }

  fileprivate static let size = 48

  /// Whether someone has filled in the head of an index: its 13th byte says so.
  fileprivate var isSet: Bool { UInt8(truncatingIfNeeded: numbers.0 >> 96) != 0 }
}

/// The head of the index of SQLite's log, in the memory that all programs share who have the file open.
///
/// Every commit changes it, and to look at it takes no lock, where `PRAGMA data_version` takes one of
/// the file and gives it back: some nanoseconds in place of microseconds. It stands there twice. Who
/// commits writes the second one first and the first one last; so where both are what they were, no
/// commit has ended. Its form is that of https://www.sqlite.org/walformat.html, section 2.1.
@safe struct LogHead {
  private let start: UnsafeRawPointer

  /// What SQLite maps at once (its wal.c: WALINDEX_PGSZ).
  private static let regionSize: Int32 = 32 * 1024

  /// Finds the head in the memory of a connection that has read from the log; nil where there is none.
  ///
  /// It stays there until the connection is closed.
  init?(_ connection: OpaquePointer) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    var region: UnsafeMutableRawPointer?
    guard
      unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        == SQLITE_OK,
      let methods = unsafe file?.pointee.pMethods, unsafe methods.pointee.iVersion >= 2,
      unsafe methods.pointee.xShmMap?(file, 0, LogHead.regionSize, 0, &region) == SQLITE_OK,
      let region = unsafe region
    else { return nil }
    unsafe start = UnsafeRawPointer(region)
  }

  /// The state of the file; nil while someone is writing it.
  var state: FileState? {
    let first = unsafe FileState(start)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    let second = unsafe FileState(start + FileState.size)
    return first == second && first.isSet ? first : nil
  }
}
