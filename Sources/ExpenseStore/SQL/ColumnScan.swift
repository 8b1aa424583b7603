internal import ExpenseModel

/// Reads columns from the file.
enum ColumnScan {
  /// Reads the names that have come since.
  static func extendNames(
    _ names: inout ColumnNames, _ connection: Connection
  ) throws(ExpenseError) {
    try forEachNew("type", "name", names.types.count, names.types.holes, connection) {
      (number, statement) throws(ExpenseError) in
      names.setType(number, statement.text(1))
    }
    try forEachNew("category", "name", names.categories.count, names.categories.holes, connection) {
      (number, statement) throws(ExpenseError) in
      names.setCategory(number, statement.text(1))
    }
    try forEachNew("account", "name", names.accounts.count, names.accounts.holes, connection) {
      (number, statement) throws(ExpenseError) in
      names.setAccount(number, statement.text(1))
    }
    let codes = names.currencyCodes
    try forEachNew("currency", "code, digits", codes.count, codes.holes, connection) {
      (number, statement) throws(ExpenseError) in
      let digits = Int(clamping: statement.integer(2))
      guard let currency = try? Currency(code: statement.text(1), digits: digits) else {
        throw ExpenseError(.damaged, "\(connection.path): currency \(number) is not valid")
      }
      names.setCurrency(number, currency)
    }
  }

  /// How many numbers a table may leave out: no store leaves any out, and a file must not make us
  /// reserve memory for numbers that are not there.
  private static let maximumHoles: Int64 = 4096

  private static func forEachNew(
    _ table: String, _ columns: String, _ count: Int, _ holes: Int, _ connection: Connection,
    _ body: (Int, Statement) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    let statement = try connection.statement(
      "SELECT id, \(columns) FROM \(table) WHERE id >= ?1 ORDER BY id")
    defer { statement.reset() }
    statement.bind(1, Int64(count))
    var last = Int64(count) - 1
    var holes = Int64(holes)
    while try statement.step() {
      let number = statement.integer(0)
      guard number > 0, number - last - 1 <= maximumHoles - holes, number < Int64(Int32.max) else {
        throw ExpenseError(.damaged, "\(connection.path): \(table) \(number) is not valid")
      }
      holes += number - last - 1
      last = number
      try body(Int(number), statement)
    }
  }
}

extension ColumnRow {
  /// The columns of a stored row, as far as they are needed.
  ///
  /// - Throws: `damaged` for a number that is no date or that its table does not have.
  init(
    _ row: StoredRow, _ needs: ColumnNeeds, _ names: ColumnNames, _ texts: inout TextInterner,
    _ path: String
  ) throws(ExpenseError) {
    func number(_ value: Int64, below count: Int) throws(ExpenseError) -> Int32 {
      guard value >= 0, value < Int64(count) else {
        throw ExpenseError(.damaged, "\(path): expense \(row.id) is not valid")
      }
      return Int32(truncatingIfNeeded: value)
    }
    guard StoredRow.isValid(id: row.id), let day = Int32(exactly: row.date),
      CivilDate(day: day) != nil
    else { throw ExpenseError(.damaged, "\(path): expense \(row.id) is not valid") }
    id = row.id
    date = day
    amount = row.amount
    currency = try number(row.currency, below: names.currencies.count)
    type = try number(row.type, below: names.types.count)
    category = try number(row.category, below: names.categories.count)
    account = try number(row.account, below: names.accounts.count)
    if needs.contains(.reimbursement) { reimbursement = Int32(clamping: row.reimbursement ?? 0) }
    if needs.contains(.name) { name = texts.intern(row.name) }
    if needs.contains(.note) { note = texts.intern(row.note) }
    if needs.contains(.tags) { tags = texts.intern(row.tags) }
    if needs.contains(.extra) { extra = texts.intern(row.extra) }
    if needs.contains(.conversion), let currency = row.conversionCurrency {
      conversionCurrency = try number(currency, below: names.currencies.count)
      conversionAmount = row.conversionAmount ?? 0
      conversionRate = texts.intern(row.conversionRate)
    }
    if needs.contains(.source) {
      importNumber = row.importNumber ?? 0
      line = row.line ?? 0
      fingerprint = row.fingerprint ?? 0
      externalID = texts.intern(row.externalID)
    }
    if needs.contains(.uuid) { uuid = row.uuid }
  }
}
