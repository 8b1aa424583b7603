internal import CSQLite

/// A file of SQLite's other than a log: the system's own, but that it tells a disk that fails from a
/// file that is damaged.
///
/// SQLite's own layer answers SQLITE_IOERR_CORRUPTFS when the system can't read a piece of a file (EIO),
/// and its statements make SQLITE_CORRUPT of that: the host would be told to restore a backup, where
/// the file is whole and its disk, cable or network is not.
@safe struct StoreFile {
  /// The system's functions for this file.
  private let system: UnsafePointer<sqlite3_io_methods>
  /// The same with those below in their place.
  private var own: sqlite3_io_methods

  /// SQLITE_IOERR_CORRUPTFS and SQLITE_IOERR_READ, which Swift does not import.
  private static let cannotBeRead = SQLITE_IOERR | 33 << 8
  private static let reading = SQLITE_IOERR | 1 << 8

  /// Takes over a file that the system has just opened.
  static func begin(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file = unsafe file, let system = unsafe file.pointee.pMethods,
      let this = unsafe at(file)
    else { return }
    var own = unsafe system.pointee
    unsafe own.xRead = { file, target, size, offset in
      guard let this = unsafe StoreFile.at(file) else { return SQLITE_MISUSE }
      return unsafe StoreFile.told(this.pointee.system.pointee.xRead?(file, target, size, offset))
    }
    unsafe own.xShmMap = { file, region, size, extend, memory in
      guard let this = unsafe StoreFile.at(file) else { return SQLITE_MISUSE }
      return IndexLocks.mayOpen {
        unsafe this.pointee.system.pointee.xShmMap?(file, region, size, extend, memory)
          ?? SQLITE_MISUSE
      }
    }
    unsafe this.initialize(to: StoreFile(system: system, own: own))
    unsafe file.pointee.pMethods = UnsafeRawPointer(this).advanced(
      by: MemoryLayout<StoreFile>.offset(of: \.own) ?? 0
    ).assumingMemoryBound(to: sqlite3_io_methods.self)
  }

  /// What reading answers.
  static func told(_ code: Int32?) -> Int32 {
    guard let code else { return SQLITE_MISUSE }
    return code == cannotBeRead ? reading : code
  }

  private static func at(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafeMutablePointer<StoreFile>? {
    guard let file = unsafe file else { return nil }
    return unsafe UnsafeMutableRawPointer(file).advanced(by: LogFile.offset).assumingMemoryBound(
      to: StoreFile.self)
  }
}
