public import ExpenseModel
internal import Threads

/// What an import needs to know of the store.
extension Store {
  /// Notes an import in this thread's transaction and returns its number.
  public func newImport(name: String) throws(ExpenseError) -> Int64 {
    try write { (writer) throws(ExpenseError) in
      let statement = try writer.connection.statement(
        "INSERT INTO import(name, revision) VALUES(?1, ?2) RETURNING id")
      statement.bind(1, name)
      statement.bind(2, writer.effect?.revision ?? 0)
      defer { statement.reset() }
      return try statement.step() ? statement.integer(0) : 0
    }
  }

  /// The names of all imports by their numbers.
  public func importNames() throws(ExpenseError) -> [Int64: String] {
    try read { (connection, _) throws(ExpenseError) in
      let statement = try connection.statement("SELECT id, name FROM import")
      defer { statement.reset() }
      var names: [Int64: String] = [:]
      while try statement.step() { names[statement.integer(0)] = statement.text(1) }
      return names
    }
  }

  /// Every category and account that an expense ever had, in the order in which they came.
  ///
  /// Of an order that never changes, since none of them is ever taken away.
  package func categoriesAndAccounts() throws(ExpenseError) -> (
    categories: [String], accounts: [String]
  ) {
    try read { (connection, _) throws(ExpenseError) in
      (
        try connection.texts("SELECT name FROM category ORDER BY id"),
        try connection.texts("SELECT name FROM account ORDER BY id")
      )
    }
  }

  /// Hears how many of how many expenses were handed over; what it throws ends the reading.
  public typealias Reached = (_ done: Int, _ total: Int) throws(ExpenseError) -> Void

  /// Hands over every expense that a query selects, in its order, without keeping them all.
  ///
  /// - Parameters:
  ///   - query: Which expenses, and in which order.
  ///   - reached: Called before each expense and at the end. It may use the store and close it, since
  ///     the rows are then read by a connection of their own; where there can be none, of a store in
  ///     memory or in this thread's transaction, it is called at the beginning and the end.
  ///   - body: Takes each expense; what it throws ends the reading.
  public func forEachExpense(
    _ query: ExpenseQuery, reached: Reached? = nil,
    _ body: (Expense) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    let query = try query.validated()
    let columns = try columns.seenByThisThread(ColumnNeeds(query))
    var ids = columns.select(RowFilter(query, columns))
    ids = RowOrder(query).sorted(ids, in: columns)
    if query.limit > 0 { ids = Array(ids.prefix(query.limit)) }
    let openAgain = columnState.withLock { $0.openAgain }
    guard let reached, let openAgain, !gate.isInOwnTransaction else {
      try reached?(0, ids.count)
      try read { (connection, names) throws(ExpenseError) in
        try Store.handOver(ids, connection, names, nil, body)
      }
      try reached?(ids.count, ids.count)
      return
    }
    let connection = try openAgain()
    defer { connection.close() }
    try connection.snapshot { () throws(ExpenseError) in
      try Store.handOver(ids, connection, Names(connection), reached, body)
    }
  }

  private static func handOver(
    _ ids: [Int64], _ connection: Connection, _ names: Names, _ reached: Reached?,
    _ body: (Expense) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    for (done, id) in ids.enumerated() {
      try reached?(done, ids.count)
      guard let row = try connection.row(id) else { continue }
      try body(try names.expense(row))
    }
    try reached?(ids.count, ids.count)
  }

  /// Every currency that the store has pinned or registered.
  public func currencies() throws(ExpenseError) -> [Currency] {
    try read { (connection, names) throws(ExpenseError) in
      let statement = try connection.statement("SELECT id FROM currency ORDER BY code")
      defer { statement.reset() }
      var ids: [Int64] = []
      while try statement.step() { ids.append(statement.integer(0)) }
      var currencies: [Currency] = []
      for id in ids { currencies.append(try names.currencies.currency(id)) }
      return currencies
    }
  }
}
