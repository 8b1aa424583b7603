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

  /// One row of a view.
  public enum Row: Hashable, Sendable {
    case expense(Expense)
    /// The head of a section, where the query asks for section rows.
    case section(ViewSection)

    /// The expense; nil for a section row.
    public var expense: Expense? {
      if case .expense(let expense) = self { expense } else { nil }
    }
  }

  /// The commit that the view stands at.
  public var revision: Int64 {
    get throws(ExpenseError) { try store.revision }
  }

  /// How many rows there are: expenses, and section rows where the query asks for them.
  public func count() throws(ExpenseError) -> Int {
    try store.read { (connection, _) throws(ExpenseError) in try ids(connection).count }
  }

  /// Up to `limit` rows from position `offset` on; fewer at the end.
  public func read(offset: Int, limit: Int) throws(ExpenseError) -> [Row] {
    try store.read { (connection, names) throws(ExpenseError) in
      let ids = try ids(connection)
      guard offset >= 0, offset < ids.count, limit > 0 else { return [] }
      var expenses: [Row] = []
      for id in ids[offset..<(offset + min(limit, ids.count - offset))] {
        guard let row = try connection.row(id) else { throw Store.missing(id) }
        expenses.append(.expense(try names.expense(row)))
      }
      return expenses
    }
  }

  /// The ids of up to `limit` rows from position `offset` on; 0 for a section row.
  public func ids(offset: Int, limit: Int) throws(ExpenseError) -> [Int64] {
    try read(offset: offset, limit: limit).map { $0.expense?.id ?? 0 }
  }

  /// Where an expense stands; nil when the view does not have it.
  public func position(of id: Int64) throws(ExpenseError) -> Int? {
    try ids(offset: 0, limit: .max).firstIndex(of: id)
  }

  /// Up to `limit` sections from the section `offset` on; none where the query has no sections.
  public func sections(offset: Int, limit: Int) throws(ExpenseError) -> [ViewSection] { [] }

  /// Sums and counts of the expenses of the view.
  public func totals(_ group: TotalsGroup) throws(ExpenseError) -> [Total] {
    try store.totals(group, query: query)
  }

  /// Calls a closure for each later change of the view.
  public func subscribe(
    _ body: @escaping @Sendable (ViewChange) -> Void
  ) throws(ExpenseError) -> Subscription {
    throw ExpenseError(.argument, "view: subscriptions are not there yet")
  }

  /// Moves a queued view one step; nil when nothing waits.
  public func step() throws(ExpenseError) -> Splice? { nil }

  /// Removes the expenses at some positions, all or none, as one change.
  public func remove(at positions: [Int]) throws(ExpenseError) {
    let ids = try ids(offset: 0, limit: .max)
    guard positions.allSatisfy(ids.indices.contains) else {
      throw ExpenseError(.argument, "positions: out of range")
    }
    try store.remove(positions.map { ids[$0] })
  }

  /// Writes some fields of an expense over those of the one at a position.
  public func update(
    at position: Int, _ expense: Expense, fields: ExpenseFields
  ) throws(ExpenseError) {
    guard let id = try ids(offset: position, limit: 1).first else {
      throw ExpenseError(.argument, "position: out of range")
    }
    var expense = expense
    expense.id = id
    try store.update(expense, fields: fields)
  }

  /// Closes the view: cancels its subscriptions and lets go of what it holds.
  public func close() {}

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
  public func view(
    _ query: ExpenseQuery, queued: Bool = false
  ) throws(ExpenseError) -> LiveView {
    let query = try query.validated()
    if gate.isClosed { throw Store.closedError }
    return LiveView(self, query)
  }
}
