internal import ExpenseModel

/// An expense as its row in the file: texts that repeat are numbers of their own tables.
struct StoredRow: Sendable {
  var id: Int64 = 0
  var date: Int64 = 0
  var amount: Int64 = 0
  var currency: Int64 = 0
  var type: Int64 = 0
  var category: Int64 = 0
  var account: Int64 = 0
  var name = ""
  var uuid = UUID128.zero
  var importNumber: Int64?
  var line: Int64?
  var fingerprint: Int64?
  var externalID = ""
  var note = ""
  var reimbursement: Int64?
  var tags = ""
  var conversionAmount: Int64?
  var conversionCurrency: Int64?
  var conversionRate = ""
  var extra = ""

  init() {}

  /// Whether an id is one that a store gives. (The last number ends no range of ids.)
  static func isValid(id: Int64) -> Bool { id > 0 && id < .max }

  /// The row that a statement of `Schema.select` stands at.
  init(_ statement: Statement) {
    id = statement.integer(0)
    date = statement.integer(1)
    amount = statement.integer(2)
    currency = statement.integer(3)
    type = statement.integer(4)
    category = statement.integer(5)
    account = statement.integer(6)
    name = statement.text(7)
    uuid = statement.uuid(8)
    importNumber = statement.optionalInteger(9)
    line = statement.optionalInteger(10)
    fingerprint = statement.optionalInteger(11)
    externalID = statement.text(12)
    note = statement.text(13)
    reimbursement = statement.optionalInteger(14)
    tags = statement.text(15)
    conversionAmount = statement.optionalInteger(16)
    conversionCurrency = statement.optionalInteger(17)
    conversionRate = statement.text(18)
    extra = statement.text(19)
  }

  /// Binds the row to `Schema.insert` or `Schema.update`.
  func bind(to statement: Statement) {
    statement.bind(1, id)
    statement.bind(2, date)
    statement.bind(3, amount)
    statement.bind(4, currency)
    statement.bind(5, type)
    statement.bind(6, category)
    statement.bind(7, account)
    statement.bind(8, name)
    statement.bind(9, uuid)
    statement.bind(10, importNumber)
    statement.bind(11, line)
    statement.bind(12, fingerprint)
    statement.bindOptional(13, externalID)
    statement.bindOptional(14, note)
    statement.bind(15, reimbursement)
    statement.bindOptional(16, tags)
    statement.bind(17, conversionAmount)
    statement.bind(18, conversionCurrency)
    statement.bindOptional(19, conversionRate)
    statement.bindOptional(20, extra)
  }

  /// Which fields differ from another row of the same expense.
  func differingFields(from other: StoredRow) -> ExpenseFields {
    var fields: ExpenseFields = []
    if !name.isIdentical(to: other.name) { fields.insert(.name) }
    if type != other.type { fields.insert(.type) }
    if category != other.category { fields.insert(.category) }
    if amount != other.amount { fields.insert(.amount) }
    if currency != other.currency { fields.insert(.currency) }
    if conversionAmount != other.conversionAmount
      || !conversionRate.isIdentical(to: other.conversionRate)
      || conversionCurrency != other.conversionCurrency
    {
      fields.insert(.conversion)
    }
    if date != other.date { fields.insert(.date) }
    if account != other.account { fields.insert(.account) }
    if !note.isIdentical(to: other.note) { fields.insert(.note) }
    if !tags.isIdentical(to: other.tags) { fields.insert(.tags) }
    if reimbursement != other.reimbursement { fields.insert(.reimbursement) }
    if importNumber != other.importNumber || line != other.line
      || fingerprint != other.fingerprint || !externalID.isIdentical(to: other.externalID)
    {
      fields.insert(.source)
    }
    if !extra.isIdentical(to: other.extra) { fields.insert(.extra) }
    if uuid != other.uuid { fields.insert(.uuid) }
    return fields
  }

  /// Takes some fields from another row of the same expense.
  mutating func take(_ fields: ExpenseFields, from other: StoredRow) {
    if fields.contains(.name) { name = other.name }
    if fields.contains(.type) { type = other.type }
    if fields.contains(.category) { category = other.category }
    if fields.contains(.amount) { amount = other.amount }
    if fields.contains(.currency) { currency = other.currency }
    if fields.contains(.conversion) {
      conversionAmount = other.conversionAmount
      conversionCurrency = other.conversionCurrency
      conversionRate = other.conversionRate
    }
    if fields.contains(.date) { date = other.date }
    if fields.contains(.account) { account = other.account }
    if fields.contains(.note) { note = other.note }
    if fields.contains(.tags) { tags = other.tags }
    if fields.contains(.reimbursement) { reimbursement = other.reimbursement }
    if fields.contains(.source) {
      importNumber = other.importNumber
      line = other.line
      fingerprint = other.fingerprint
      externalID = other.externalID
    }
    if fields.contains(.extra) { extra = other.extra }
    if fields.contains(.uuid) { uuid = other.uuid }
  }
}

extension Statement {
  func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }
}

extension Connection {
  /// The row of the expense with an id.
  func row(_ id: Int64) throws(ExpenseError) -> StoredRow? {
    guard StoredRow.isValid(id: id) else { return nil }
    let statement = try statementForOne()
    defer { statement.reset() }
    statement.bind(1, id)
    return try statement.step() ? StoredRow(statement) : nil
  }
}
