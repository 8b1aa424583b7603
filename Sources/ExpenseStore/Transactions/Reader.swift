internal import ExpenseModel

/// The reading connection of a store.
final class Reader {
  private var open: (connection: Connection, names: Names)?
  /// Held by a store that is open for reading only; else the writer holds it.
  private let fileGuard: FileGuard?

  init(_ connection: Connection, _ fileGuard: FileGuard? = nil) {
    open = (connection, Names(connection))
    self.fileGuard = fileGuard
  }

  func use<Result>(
    _ body: (Connection, Names) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    guard let open else { throw Store.closedError }
    return try body(open.connection, open.names)
  }

  /// Holds on to the last commit, so that a writer may begin: for a store in memory.
  func pin() throws(ExpenseError) {
    guard let connection = open?.connection, !connection.isInTransaction else { return }
    try connection.execute("BEGIN")
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Lets go of it, so that the writer may commit.
  func unpin() {
    guard let connection = open?.connection, connection.isInTransaction else { return }
    try? connection.execute("COMMIT")
  }

  func close() {
    fileGuard?.unlockShared()
    open?.connection.close()
    open = nil
    fileGuard?.close()
  }
}
