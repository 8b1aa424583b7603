public import ExpenseModel

extension Store {
  /// Begins a transaction of the calling thread: its changes become one change and one undo.
  ///
  /// Other threads that write wait. "" as label is told from what was done.
  ///
  /// - Throws: `transaction` when this thread has one; `invalid` for a label over 255 bytes;
  ///   `busy`, `readOnly`, `io`.
  public func begin(_ label: String = "") throws(ExpenseError) {
    try Store.validate(label: label)
    let writer = try enterWriter()
    if writer.effect != nil {
      gate.leave(inTransaction: true)
      throw ExpenseError(
        .transaction, "begin: this thread has begun a transaction already; they do not nest")
    }
    do throws(ExpenseError) {
      try writer.begin(label: label, deadline: deadline)
    } catch {
      gate.leave(inTransaction: false)
      throw error
    }
    gate.leave(inTransaction: true)
  }

  static func validate(label: String) throws(ExpenseError) {
    if label.utf8.count > 255 { throw ExpenseError(.invalid, "label: longer than 255 bytes") }
    if label.utf8.contains(0) { throw ExpenseError(.invalid, "label: contains U+0000") }
  }

  /// Stores this thread's transaction for good, and tells the subscribers.
  ///
  /// - Throws: the first failure of a call inside, after everything was rolled back.
  public func commit() throws(ExpenseError) {
    let writer = try enterTransaction("commit")
    do throws(ExpenseError) {
      try finish(writer)
    } catch {
      writer.rollback()
      gate.leave(inTransaction: false)
      deliver()
      throw error
    }
    gate.leave(inTransaction: false)
    deliver()
  }

  /// Undoes all that this thread's transaction has done.
  public func rollback() throws(ExpenseError) {
    let writer = try enterTransaction("rollback")
    writer.rollback()
    gate.leave(inTransaction: false)
  }

  private func enterTransaction(_ what: String) throws(ExpenseError) -> Writer {
    guard gate.isInOwnTransaction else {
      if gate.isClosed { throw Store.closedError }
      throw ExpenseError(.transaction, "\(what): this thread has not begun a transaction")
    }
    return try enterWriter()
  }

  /// Whether the calling thread has begun a transaction.
  public var isInTransaction: Bool { gate.isInOwnTransaction }

  /// Marks this thread's transaction, if it has one, so that its commit fails with this error.
  ///
  /// For a boundary that refuses a call before it reaches the store.
  public func noteFailure(_ error: ExpenseError) {
    guard gate.isInOwnTransaction, let writer = try? enterWriter() else { return }
    if writer.effect?.failure == nil { writer.effect?.failure = error }
    gate.leave(inTransaction: writer.effect != nil)
  }

  /// Runs a body as one transaction; inside this thread's own transaction, as a part of that.
  @discardableResult
  public func transaction<Result>(
    _ label: String = "", _ body: () throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    if gate.isInOwnTransaction { return try body() }
    try begin(label)
    let result: Result
    do throws(ExpenseError) {
      result = try body()
    } catch {
      try? rollback()
      throw error
    }
    try commit()
    return result
  }
}
