internal import CSQLite
internal import Glibc

/// The system's files as SQLite has them, but for a log that is written once per commit, and for what
/// is told of a disk that fails: see `StoreFile`.
///
/// SQLite writes each page of a commit into its log (the file `<store>-wal`) with two writes of its own.
/// Here they wait in memory until the commit's last page, and then go into the file with one write: see
/// `LogFile`.
enum LogFiles {
  /// What a connection to a file is opened with; nil where SQLite takes no more such names.
  static let name: String? = register()

  /// What SQLite takes by default.
  nonisolated(unsafe) static let system: UnsafeMutablePointer<sqlite3_vfs>? =
    unsafe sqlite3_vfs_find(nil)

  private static func register() -> String? {
    guard let system = unsafe system else { return nil }
    unsafe IndexLocks.begin(system)
    let name: StaticString = "iexpense-log"
    // For as long as the process runs, as SQLite wants it.
    let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe own.initialize(to: system.pointee)
    unsafe own.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(
      to: CChar.self)
    unsafe own.pointee.pNext = nil
    unsafe own.pointee.szOsFile = Int32(truncatingIfNeeded: LogFile.end)
    unsafe own.pointee.xOpen = { _, path, file, flags, result in
      guard let open = unsafe LogFiles.system?.pointee.xOpen else { return SQLITE_CANTOPEN }
      var given: Int32 = 0
      let code = unsafe open(LogFiles.system, path, file, flags, &given)
      if code != SQLITE_OK { return code }
      unsafe result?.pointee = given
      if unsafe LogFiles.isLess(given, than: flags, path) {
        let reason = errno
        _ = unsafe file?.pointee.pMethods?.pointee.xClose?(file)
        unsafe file?.pointee.pMethods = nil
        errno = reason
        return SQLITE_CANTOPEN
      }
      if flags & SQLITE_OPEN_WAL != 0 {
        unsafe LogFile.begin(file)
      } else {
        unsafe StoreFile.begin(file)
      }
      return code
    }
    return unsafe sqlite3_vfs_register(own, 0) == SQLITE_OK ? name.description : nil
  }

  /// Whether a file that may be written was opened for reading only, as SQLite does when it can't be opened
  /// for writing just now, for want of descriptors for example: each write would fail until the store is
  /// closed.
  private static func isLess(
    _ given: Int32, than wanted: Int32, _ path: UnsafePointer<CChar>?
  ) -> Bool {
    guard wanted & SQLITE_OPEN_READWRITE != 0, given & SQLITE_OPEN_READONLY != 0,
      let path = unsafe path
    else { return false }
    let reason = errno
    defer { errno = reason }
    return unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }
}
