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

  func close() {
    fileGuard?.unlockShared()
    open?.connection.close()
    open = nil
    fileGuard?.close()
  }
}
