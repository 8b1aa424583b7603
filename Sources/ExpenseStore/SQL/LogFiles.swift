internal import CSQLite

/// The system's files as SQLite has them, but for a log that is written once per commit.
///
/// SQLite writes each page of a commit into its log (the file `<store>-wal`) with two writes of its own.
/// Here they wait in memory until the commit's last page, and then go into the file with one write: see
/// `LogFile`.
enum LogFiles {
  /// What a connection that writes is opened with; nil where SQLite takes no more such names.
  static let name: String? = register()

  /// What SQLite takes by default.
  nonisolated(unsafe) static let system: UnsafeMutablePointer<sqlite3_vfs>? =
    unsafe sqlite3_vfs_find(nil)

  private static func register() -> String? {
    guard let system = unsafe system else { return nil }
    let name: StaticString = "iexpense-log"
    // For as long as the process runs, as SQLite wants it.
    let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe own.initialize(to: system.pointee)
    unsafe own.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(
      to: CChar.self)
    unsafe own.pointee.pNext = nil
    unsafe own.pointee.szOsFile = Int32(truncatingIfNeeded: LogFile.end)
    unsafe own.pointee.xOpen = { _, path, file, flags, result in
      guard let system = unsafe LogFiles.system, let open = unsafe system.pointee.xOpen else {
        return SQLITE_CANTOPEN
      }
      let code = unsafe open(system, path, file, flags, result)
      if code == SQLITE_OK, flags & SQLITE_OPEN_WAL != 0 { unsafe LogFile.begin(file) }
      return code
    }
    return unsafe sqlite3_vfs_register(own, 0) == SQLITE_OK ? name.description : nil
  }
}
