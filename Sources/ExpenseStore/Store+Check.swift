public import ExpenseModel

extension Store {
  /// Checks the whole store: the file's structure, the rows, the journal, every total against a
  /// recount, and the column cache against the rows.
  ///
  /// It looks at the last commit: what a transaction has not committed yet has no journal. The cost
  /// grows with the size of the store. Nothing is changed.
  ///
  /// - Throws: `damaged` with the first problem.
  public func check() throws(ExpenseError) {
    try readCommitted { (connection, names) throws(ExpenseError) in
      try checkStructure(connection)
      try checkRows(connection)
      try checkJournal(connection, names)
      try checkTotals(connection)
      try checkCache(connection, names)
    }
  }

  private func problem(_ what: String) -> ExpenseError {
    ExpenseError(.damaged, "\(path): check: \(what)")
  }

  private func checkStructure(_ connection: Connection) throws(ExpenseError) {
    let statement = try connection.statement("PRAGMA integrity_check(1)")
    defer { statement.reset() }
    let answer = try statement.step() ? statement.text(0) : "no answer"
    if answer != "ok" { throw problem(answer) }
  }

  private func checkRows(_ connection: Connection) throws(ExpenseError) {
    for (column, table, optional) in [
      ("currency", "currency", false), ("type", "type", false), ("category", "category", true),
      ("account", "account", true), ("conversion_currency", "currency", true),
    ] {
      let bad = try connection.integer(
        """
        SELECT coalesce(min(id), 0) FROM expense WHERE \(column) NOT IN (SELECT id FROM \(table)) \
        AND \(column) IS NOT \(optional ? "0" : "NULL")
        """)
      if bad != 0 { throw problem("expense \(bad) has a \(column) that is not in the file") }
    }
    let badID = try connection.integer(
      "SELECT coalesce(min(id), 1) FROM expense WHERE id < 1")
    if badID < 1 { throw problem("expense \(badID) has no valid id") }
    let lastID = try connection.integer("SELECT coalesce(max(id), 0) FROM expense")
    let nextID = try connection.integer(
      "SELECT coalesce((SELECT next_id FROM journal ORDER BY revision DESC LIMIT 1), 1)")
    if lastID >= nextID { throw problem("expense \(lastID) is not in the journal") }
  }

  private func checkJournal(_ connection: Connection, _ names: Names) throws(ExpenseError) {
    let statement = try connection.statement(Journal.columns + " ORDER BY revision")
    defer { statement.reset() }
    var last: Int64?
    while try statement.step() {
      let revision = try Journal.entry(statement, names).change.lastRevision
      if let last, revision != last + 1 { throw problem("revision \(last + 1) is missing") }
      last = revision
    }
  }

  private func checkTotals(_ connection: Connection) throws(ExpenseError) {
    let kept = try Totals.all(connection)
    let counted = try Totals.recount(connection)
    if kept == counted { return }
    for (key, cell) in counted where kept[key] != cell {
      throw problem("the total of month \(key.month) is not the sum of its expenses")
    }
    throw problem("a total has no expenses")
  }

  /// Compares what the next process would take from the column cache with the rows.
  private func checkCache(_ connection: Connection, _ names: Names) throws(ExpenseError) {
    let revision = try Journal.lastRevision(connection)
    guard let cache = try ColumnCache.use(at: revision, connection, names) else { return }
    var columnNames = ColumnNames()
    try ColumnScan.extendNames(&columnNames, connection)
    let limits = ColumnLimits(columnNames)
    let edits = Set(cache.edits)
    func rows(_ chunks: [ColumnChunk]) -> [ColumnRow] {
      chunks.flatMap { chunk in (0..<chunk.count).map { chunk.row($0) } }
        .filter { !edits.contains($0.id) }
    }
    for part in cache.parts {
      let expenses = "expenses \(part.ids.lowerBound) to \(part.ids.upperBound)"
      guard let cached = try ColumnCache.chunks(part, limits, connection) else {
        throw problem("the column cache of \(expenses) is damaged; it is not used")
      }
      let read = try ColumnScan.rows(part.ids, [], limits, TextInterner(), connection)
      if rows(cached) != rows(read.chunks) {
        throw problem("the column cache of \(expenses) is not what they are")
      }
    }
  }
}
