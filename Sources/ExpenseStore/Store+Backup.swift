internal import CSQLite
public import ExpenseModel
internal import Glibc

extension Store {
  /// Copies the whole store, as of its last commit, into a new file.
  ///
  /// What a transaction has not committed yet is no part of it, also on that transaction's thread.
  /// Others may read and write meanwhile. The copy is on disk when this returns.
  ///
  /// - Throws: `argument` when there is a file already: a backup never overwrites; `missing`,
  ///   `permission`, `full`, `io`. A copy that fails is removed.
  public func backup(to target: String) throws(ExpenseError) {
    try readCommitted { (connection, _) throws(ExpenseError) in
      guard try OpenFiles.create(target) else {
        throw ExpenseError(.argument, "\(target): backup: there is a file of this name already")
      }
      do throws(ExpenseError) {
        try connection.copy(to: target)
      } catch {
        for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(target + suffix) }
        throw error
      }
    }
  }
}

extension Connection {
  /// Copies the database into a file, page by page.
  fileprivate func copy(to target: String) throws(ExpenseError) {
    let copy = try Connection(file: target)
    defer { copy.close() }
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw copy.error("backup")
    }
    let result = unsafe sqlite3_backup_step(backup, -1)
    let finished = unsafe sqlite3_backup_finish(backup)
    if result != SQLITE_DONE || finished != SQLITE_OK { throw copy.error("backup") }
    // A store in memory has no log; its copy in a file does.
    _ = try copy.integer("SELECT count(*) FROM sqlite_schema")
    try ColumnCache.adopt(copy, from: self)
  }
}
