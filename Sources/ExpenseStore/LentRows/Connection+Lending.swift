internal import CSQLite
internal import ExpenseModel

/// What became of a row that was to be lent.
enum Lending {
  case lent
  /// There is no such row.
  case missing
  /// It has more than a `LentRow`, or is not valid.
  case refused
}

extension Connection {
  /// Lends the row of the expense with an id.
  func lend(
    _ id: Int64, _ names: Names, _ body: (LentRow) -> Void
  ) throws(ExpenseError) -> Lending {
    guard StoredRow.isValid(id: id) else { return .missing }
    let statement = try statementForOne()
    defer { statement.reset() }
    statement.bind(1, id)
    guard try statement.step() else { return .missing }
    guard let row = try LentRow(statement, names) else { return .refused }
    body(row)
    return .lent
  }
}

extension LentRow {
  /// What a statement of `Schema.select` stands at, until it is stepped or reset.
  fileprivate init?(_ statement: Statement, _ names: Names) throws(ExpenseError) {
    guard let day = Int32(exactly: statement.integer(1)), let date = CivilDate(day: day),
      statement.isNull(15), statement.isNull(17),
      let name = unsafe statement.lentText(7), let externalID = unsafe statement.lentText(12),
      let note = unsafe statement.lentText(13), let extra = unsafe statement.lentText(19)
    else { return nil }
    unsafe self.init(
      id: statement.integer(0), uuid: statement.uuid(8), date: date,
      amount: statement.integer(2),
      currency: try names.currencies.currency(statement.integer(3)),
      type: try names.types.name(statement.integer(4)),
      category: try names.categories.name(statement.integer(5)),
      account: try names.accounts.name(statement.integer(6)),
      reimbursement: Reimbursement(rawValue: Int32(clamping: statement.integer(14))) ?? .none)
    unsafe self.name = name
    unsafe self.note = note
    unsafe self.extra = extra
    // NULL is 0.
    importNumber = statement.integer(9)
    line = statement.integer(10)
    fingerprint = UInt64(bitPattern: statement.integer(11))
    unsafe self.externalID = externalID
  }
}

extension Statement {
  /// The text of a column in SQLite's memory; none for NULL, nil for what is no UTF-8.
  fileprivate func lentText(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard let bytes = unsafe sqlite3_column_text(handle, column) else {
      return unsafe LentRow.noText
    }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    let text = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    var all: UInt8 = 0
    for index in 0..<count { unsafe all |= text[index] }
    if all >= 0x80 {
      let span = unsafe UnsafeBufferPointer(start: bytes, count: count).span
      do { _ = try UTF8Span(validating: span) } catch { return nil }
    }
    return unsafe text
  }
}
