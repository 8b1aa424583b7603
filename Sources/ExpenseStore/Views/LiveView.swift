public import ExpenseModel

/// The expenses that a query selects, in its order, as they are now.
///
/// It reads the last commit, and in the thread's own transaction what that has written so far.
public final class LiveView: Sendable {
  private let store: Store
  private let query: ExpenseQuery
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
    try ids().count
  }

  /// Up to `limit` rows from position `offset` on; fewer at the end.
  public func read(offset: Int, limit: Int) throws(ExpenseError) -> [Row] {
    let ids = try ids()
    guard offset >= 0, offset < ids.count, limit > 0 else { return [] }
    return try store.read { (connection, names) throws(ExpenseError) in
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

  private func ids() throws(ExpenseError) -> [Int64] {
    let columns = try store.columns.seenByThisThread(ColumnNeeds(query))
    let ids = columns.select(RowFilter(query, columns))
    return RowOrder(query).sorted(ids, in: columns)
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
