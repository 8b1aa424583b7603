internal import CSQLite
internal import Glibc

/// SQLite's log as one connection has it open: what is appended waits for the end of the commit.
///
/// What SQLite is promised stays the same. When the write of a commit's last page returns, the whole
/// commit is in the file or the write has failed, and before the log is read, synchronised, measured or
/// cut, what waits is in the file. Frames are those of https://www.sqlite.org/fileformat2.html,
/// section 4.1: a header of 24 bytes, whose second number is not 0 in the last frame of a commit, then
/// a page.
@safe struct LogFile {
  /// The system's functions for this file.
  private let system: UnsafePointer<sqlite3_io_methods>
  /// The same with those below in their place.
  private var own: sqlite3_io_methods
  /// What waits; allocated with the first commit.
  private var bytes: UnsafeMutablePointer<UInt8>?
  private var count = 0
  /// Where in the file it begins.
  private var start: Int64 = 0
  /// How large the last page was: a header waits only where its page has room too.
  private var pageSize = 4096
  /// The header of a commit's last frame waits for its page.
  private var isLastFrame = false
  /// Where the log was read last: a header that is written there is one that gets a new checksum.
  private var lastRead: Int64 = -1

  private static let headerSize = 24
  /// Beyond this a commit goes into the file piece by piece: the most that SQLite hands to the system
  /// at once (its os_unix.c: seekAndWriteFd), which takes a larger piece by its lowest 17 bits.
  private static let capacity = 0x1FFFF

  /// Where this stands behind the system's own structure of a file.
  static let offset: Int =
    unsafe (Int(LogFiles.system?.pointee.szOsFile ?? 0) + 15) / 16 * 16
  static let end =
    offset + max(MemoryLayout<LogFile>.stride, MemoryLayout<StoreFile>.stride)

  /// Takes over a log that the system has just opened.
  static func begin(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file = unsafe file, let system = unsafe file.pointee.pMethods,
      let log = unsafe at(file)
    else { return }
    var own = unsafe system.pointee
    unsafe own.xWrite = { unsafe LogFile.at($0)?.pointee.write($0, $1, $2, $3) ?? SQLITE_MISUSE }
    unsafe own.xRead = { unsafe LogFile.at($0)?.pointee.read($0, $1, $2, $3) ?? SQLITE_MISUSE }
    unsafe own.xSync = { file, flags in
      unsafe LogFile.flushed(file) { unsafe $0.xSync?(file, flags) }
    }
    unsafe own.xTruncate = { file, size in
      unsafe LogFile.flushed(file) { unsafe $0.xTruncate?(file, size) }
    }
    unsafe own.xFileSize = { file, size in
      unsafe LogFile.flushed(file) { unsafe $0.xFileSize?(file, size) }
    }
    unsafe own.xClose = { file in
      let flushed = unsafe LogFile.flushed(file) { _ in SQLITE_OK }
      guard let log = unsafe LogFile.at(file) else { return SQLITE_MISUSE }
      let system = unsafe log.pointee.system
      unsafe free(log.pointee.bytes)
      let closed = unsafe system.pointee.xClose?(file) ?? SQLITE_MISUSE
      return flushed == SQLITE_OK ? closed : flushed
    }
    unsafe log.initialize(to: LogFile(system: system, own: own))
    unsafe file.pointee.pMethods = UnsafeRawPointer(log).advanced(
      by: MemoryLayout<LogFile>.offset(of: \.own) ?? 0
    ).assumingMemoryBound(to: sqlite3_io_methods.self)
  }

  private static func at(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafeMutablePointer<LogFile>? {
    guard let file = unsafe file else { return nil }
    return unsafe UnsafeMutableRawPointer(file).advanced(by: offset).assumingMemoryBound(
      to: LogFile.self)
  }

  /// Runs a function of the system's once the file holds everything.
  private static func flushed(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (sqlite3_io_methods) -> Int32?
  ) -> Int32 {
    guard let log = unsafe at(file) else { return SQLITE_MISUSE }
    let code = unsafe log.pointee.flush(file)
    return code == SQLITE_OK ? unsafe body(log.pointee.system.pointee) ?? SQLITE_MISUSE : code
  }

  /// Writes what waits. What could not be written is forgotten, as its commit is rolled back.
  private mutating func flush(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard count > 0 else { return SQLITE_OK }
    defer { count = 0 }
    isLastFrame = false
    return unsafe system.pointee.xWrite?(file, bytes, Int32(truncatingIfNeeded: count), start)
      ?? SQLITE_MISUSE
  }

  private mutating func read(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ target: UnsafeMutableRawPointer?,
    _ size: Int32, _ offset: Int64
  ) -> Int32 {
    let code = unsafe flush(file)
    if code != SQLITE_OK { return code }
    lastRead = offset
    return unsafe StoreFile.told(system.pointee.xRead?(file, target, size, offset))
  }

  private mutating func write(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ source: UnsafeRawPointer?, _ size: Int32,
    _ offset: Int64
  ) -> Int32 {
    guard let source = unsafe source, size > 0 else { return SQLITE_MISUSE }
    let size = Int(size)
    if unsafe !keep(source, size, offset) {
      let code = unsafe flush(file)
      if code != SQLITE_OK { return code }
      let isFrame = size == LogFile.headerSize && offset != lastRead
      guard isFrame, hasRoom(), unsafe keep(source, size, offset) else {
        return unsafe system.pointee.xWrite?(file, source, Int32(truncatingIfNeeded: size), offset)
          ?? SQLITE_MISUSE
      }
    }
    if size == LogFile.headerSize {
      isLastFrame = unsafe source.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
    } else if isLastFrame {
      return unsafe flush(file)
    }
    return SQLITE_OK
  }

  /// Allocates the memory for what waits; false when there is none, and then nothing waits.
  private mutating func hasRoom() -> Bool {
    if unsafe bytes == nil {
      unsafe bytes = malloc(LogFile.capacity)?.assumingMemoryBound(to: UInt8.self)
    }
    return unsafe bytes != nil
  }

  /// Keeps bytes that follow what waits, lie in it, or are the first; false when they do not fit.
  private mutating func keep(_ source: UnsafeRawPointer, _ size: Int, _ offset: Int64) -> Bool {
    guard let bytes = unsafe bytes else { return false }
    if count == 0 {
      guard size == LogFile.headerSize, offset != lastRead else { return false }
      start = offset
    }
    let place = offset - start
    let isHeader = size == LogFile.headerSize
    guard place >= 0, place <= Int64(count),
      Int(place) + size + (isHeader ? pageSize : 0) <= LogFile.capacity
    else { return false }
    if !isHeader { pageSize = size }
    unsafe memcpy(bytes + Int(place), source, size)
    count = max(count, Int(place) + size)
    return true
  }
}
