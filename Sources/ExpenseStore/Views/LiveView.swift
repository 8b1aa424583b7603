public import ExpenseModel

/// The expenses that a query selects, in its order, as they are now.
///
/// It reads the last commit, and in the thread's own transaction what that has written so far.
public final class LiveView: Sendable {
  private let store: Store
  private let query: ExpenseQuery
  private let cache = Guarded<(key: CacheKey, ids: [Int64])?>(nil)

  /// What the list of ids was computed from.
  private struct CacheKey: Equatable {
    /// The transaction that is open; 0 outside.
    var transaction: Int64
    var version: Int64
  }

  init(_ store: Store, _ query: ExpenseQuery) {
    self.store = store
    self.query = query
  }

  /// How many expenses there are.
  public func count() throws(ExpenseError) -> Int {
    try store.read { (connection, _) throws(ExpenseError) in try ids(connection).count }
  }

  /// Up to `limit` expenses from position `offset` on; fewer at the end.
  public func read(offset: Int, limit: Int) throws(ExpenseError) -> [Expense] {
    try store.read { (connection, names) throws(ExpenseError) in
      let ids = try ids(connection)
      guard offset >= 0, offset < ids.count, limit > 0 else { return [] }
      var expenses: [Expense] = []
      for id in ids[offset..<(offset + min(limit, ids.count - offset))] {
        guard let row = try connection.row(id) else { throw Store.missing(id) }
        expenses.append(try names.expense(row))
      }
      return expenses
    }
  }

  private func ids(_ connection: Connection) throws(ExpenseError) -> [Int64] {
    let isInTransaction = connection.isWriting
    let key = CacheKey(
      transaction: isInTransaction ? connection.transactionNumber : 0,
      version: isInTransaction
        ? connection.totalChanges : try connection.integer("PRAGMA data_version"))
    if let known = cache.withLock({ $0?.key == key ? $0?.ids : nil }) { return known }
    var ids: [Int64] = []
    try LiveView.select(query, connection) { ids.append($0.integer(0)) }
    cache.withLock { $0 = (key, ids) }
    return ids
  }

  /// Steps through the rows that a query selects: id, date, amount, type, category, currency.
  static func select(
    _ query: ExpenseQuery, _ connection: Connection, _ body: (Statement) -> Void
  ) throws(ExpenseError) {
    let condition = SQLCondition(query)
    let statement = try connection.statement(
      "SELECT id, date, amount, type, category, currency, name, note FROM expense"
        + condition.whereClause + SQLOrder.clause(query.sort))
    defer { statement.reset() }
    condition.bind(to: statement)
    let text = TextFold.fold(query.text)
    while try statement.step() {
      if text.isEmpty || TextFold.contains(text, in: statement.text(6))
        || TextFold.contains(text, in: statement.text(7))
      {
        body(statement)
      }
    }
  }

  /// The totals of what a query with a text selects.
  static func totals(
    _ query: ExpenseQuery, _ connection: Connection
  ) throws(ExpenseError) -> [TotalKey: TotalDelta] {
    var cells: [TotalKey: TotalDelta] = [:]
    var row = StoredRow()
    try select(query, connection) { statement in
      row.date = statement.integer(1)
      row.amount = statement.integer(2)
      row.type = statement.integer(3)
      row.category = statement.integer(4)
      row.currency = statement.integer(5)
      cells[TotalKey(row), default: TotalDelta()].add(row.amount, 1)
    }
    return cells
  }
}

extension Store {
  /// Opens a view of the expenses that a query selects.
  ///
  /// - Throws: `invalid` for a category that is no path.
  public func view(_ query: ExpenseQuery) throws(ExpenseError) -> LiveView {
    let query = try query.validated()
    if gate.isClosed { throw Store.closedError }
    return LiveView(self, query)
  }
}
