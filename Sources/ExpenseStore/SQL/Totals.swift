internal import ExpenseModel

/// The totals table: a sum and a count per month, type, category and currency.
enum Totals {
  /// Adds to one cell; a cell that counts nothing is deleted.
  static func apply(
    _ delta: TotalDelta, to key: TotalKey, _ connection: Connection, _ cells: inout KnownCells
  ) throws(ExpenseError) {
    var cell = if let known = cells[key] { known } else { try read(key, connection) }
    guard cell.add(delta) else {
      throw ExpenseError(
        .damaged, "\(connection.path): the total of month \(key.month) is not valid")
    }
    cells[key] = cell

    if cell.count == 0 {
      let delete = try connection.statement(
        constant: """
          DELETE FROM total WHERE month = ?1 AND type = ?2 AND category = ?3 AND currency = ?4
          """)
      bind(key, delete)
      try delete.run()
      return
    }
    let replace = try connection.statement(
      constant: """
        INSERT OR REPLACE INTO total(month, type, category, currency, high, low, count) \
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """)
    bind(key, replace)
    replace.bind(5, cell.parts.high)
    replace.bind(6, cell.parts.low)
    replace.bind(7, cell.count)
    try replace.run()
  }

  private static func read(
    _ key: TotalKey, _ connection: Connection
  ) throws(ExpenseError) -> TotalDelta {
    let select = try connection.statement(
      constant: """
        SELECT high, low, count FROM total \
        WHERE month = ?1 AND type = ?2 AND category = ?3 AND currency = ?4
        """)
    defer { select.reset() }
    bind(key, select)
    return try select.step() ? TotalDelta(select) : TotalDelta()
  }

  private static func bind(_ key: TotalKey, _ statement: Statement) {
    statement.bind(1, key.month)
    statement.bind(2, key.type)
    statement.bind(3, key.category)
    statement.bind(4, key.currency)
  }

  /// Writes the whole table anew, as a count of the rows gives it.
  static func rebuild(_ connection: Connection) throws(ExpenseError) {
    try connection.execute("DELETE FROM total")
    var cells = KnownCells()
    for (key, cell) in try recount(connection) {
      try apply(cell, to: key, connection, &cells)
    }
  }

  /// Hands over every cell of the table, in order of its key.
  static func forEach(
    _ connection: Connection, _ body: (TotalKey, TotalDelta) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    let select = try connection.statement(
      """
      SELECT high, low, count, month, type, category, currency FROM total \
      ORDER BY month, type, category, currency
      """)
    defer { select.reset() }
    while try select.step() {
      let key = TotalKey(
        month: select.integer(3), type: select.integer(4), category: select.integer(5),
        currency: select.integer(6))
      try body(key, TotalDelta(select))
    }
  }

  /// Every cell of the table.
  static func all(_ connection: Connection) throws(ExpenseError) -> [TotalKey: TotalDelta] {
    var cells: [TotalKey: TotalDelta] = [:]
    try forEach(connection) { (key, cell) throws(ExpenseError) in cells[key] = cell }
    return cells
  }

  /// The same cells, computed from the rows.
  static func recount(
    _ connection: Connection
  ) throws(ExpenseError) -> [TotalKey: TotalDelta] {
    let select = try connection.statement(
      "SELECT date, amount, type, category, currency FROM expense")
    defer { select.reset() }
    var cells: [TotalKey: TotalDelta] = [:]
    var row = StoredRow()
    while try select.step() {
      row.date = select.integer(0)
      row.amount = select.integer(1)
      row.type = select.integer(2)
      row.category = select.integer(3)
      row.currency = select.integer(4)
      cells[TotalKey(row), default: TotalDelta()].add(row.amount, 1)
    }
    return cells
  }
}

/// Cells of the totals table that were read or written, so that the next commit need not read them.
struct KnownCells {
  private static let most = 1024
  private var cells: [TotalKey: TotalDelta] = [:]

  subscript(key: TotalKey) -> TotalDelta? {
    get { cells[key] }
    set {
      if cells.count >= KnownCells.most { cells.removeAll(keepingCapacity: true) }
      cells[key] = newValue
    }
  }
}

extension TotalDelta {
  /// The cell in the first three columns: high, low, count.
  fileprivate init(_ statement: Statement) {
    self.init(
      high: statement.integer(0), low: statement.integer(1), count: statement.integer(2))
  }
}

extension Columns {
  /// Whether they have as many rows as the totals count, from the first to the last of the file: what
  /// came from a cache and fails this is not what the file holds.
  func agreeWithTotals(_ connection: Connection) throws(ExpenseError) -> Bool {
    let select = try connection.statement(
      """
      SELECT (SELECT coalesce(sum(count), 0) FROM total), \
      (SELECT coalesce(min(id), 0) FROM expense), (SELECT coalesce(max(id), 0) FROM expense)
      """)
    defer { select.reset() }
    guard try select.step() else { return false }
    return select.integer(0) == count && select.integer(1) == chunks.first?.firstID ?? 0
      && select.integer(2) == chunks.last?.lastID ?? 0
  }
}
