internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

extension Expense {
  /// Reads a new expense from the caller's struct; a date of 0 is today.
  init(adding pointer: UnsafePointer<iex_expense>?) throws(ExpenseError) {
    try unsafe self.init(adding: iex_expense.read(required: pointer, "expense"))
  }

  /// Reads a new expense from a copy of the caller's struct.
  init(adding expense: iex_expense) throws(ExpenseError) {
    let date =
      try unsafe expense.date == 0 ? CivilDate.today() : civilDate(expense.date, "expense.date")
    self.init(name: "", amount: 0, date: date)
    try unsafe read(.all.subtracting(.date), from: expense)
  }

  /// Reads an expense to be changed in these fields; nothing else of the struct is looked at.
  init(
    updating pointer: UnsafePointer<iex_expense>?, fields: ExpenseFields
  ) throws(ExpenseError) {
    let expense = try unsafe iex_expense.read(required: pointer, "expense")
    guard !fields.hasUnknown else {
      throw ExpenseError(.argument, "fields has bits that stand for no field")
    }
    self.init(name: "", amount: 0, date: CivilDate.first)
    id = unsafe expense.id
    try unsafe read(fields, from: expense)
  }

  private mutating func read(
    _ fields: ExpenseFields, from expense: iex_expense
  ) throws(ExpenseError) {
    if fields.contains(.name) {
      name = try unsafe optionalText(expense.name, "expense.name", field: .name)
    }
    if fields.contains(.type) {
      let text = try unsafe optionalText(expense.type, "expense.type", field: .type)
      if !text.isEmpty { type = text }
    }
    if fields.contains(.category) {
      category = try unsafe optionalText(expense.category, "expense.category", field: .category)
    }
    if fields.contains(.amount) { amount = unsafe expense.amount_minor }
    if fields.contains(.currency) {
      currency = try unsafe optionalText(expense.currency, "expense.currency", field: .currency)
    }
    if fields.contains(.conversion) { conversion = try unsafe Conversion(expense) }
    if fields.contains(.date) {
      date = try unsafe civilDate(expense.date, "expense.date", field: .date)
    }
    if fields.contains(.account) {
      account = try unsafe optionalText(expense.account, "expense.account", field: .account)
    }
    if fields.contains(.note) {
      note = try unsafe optionalText(expense.note, "expense.note", field: .note)
    }
    if fields.contains(.tags) { tags = try unsafe readTags(of: expense) }
    if fields.contains(.reimbursement) {
      let number = unsafe expense.reimbursement
      guard let value = Reimbursement(rawValue: number) else {
        throw ExpenseError(
          .argument, "expense.reimbursement is \(number), no IEX_REIMBURSEMENT_…",
          field: .reimbursement)
      }
      reimbursement = value
    }
    if fields.contains(.source) { source = try unsafe Source(expense) }
    if fields.contains(.extra) {
      extra = try unsafe optionalText(expense.extra, "expense.extra", field: .extra)
    }
    if fields.contains(.uuid) { uuid = unsafe UUID128(expense.uuid) }
  }
}

private func readTags(of expense: iex_expense) throws(ExpenseError) -> [String] {
  let count = unsafe Int(expense.tag_count)
  // The limit of the field, before the array is read.
  guard count <= 64 else {
    throw ExpenseError(.invalid, "expense.tag_count is \(count), above 64", field: .tags)
  }
  guard count > 0 else { return [] }
  guard let pointers = unsafe expense.tags else {
    throw ExpenseError(
      .argument, "expense.tags is NULL, and expense.tag_count is \(count)", field: .tags)
  }
  var tags: [String] = []
  tags.reserveCapacity(count)
  for index in 0..<count {
    guard let pointer = unsafe pointers[index] else {
      throw ExpenseError(.argument, "expense.tags[\(index)] is NULL", field: .tags)
    }
    tags.append(try unsafe optionalText(pointer, "a text of expense.tags", field: .tags))
  }
  return tags
}

extension Expense.Conversion {
  /// Reads the recorded conversion; nil when the struct has none.
  fileprivate init?(_ expense: iex_expense) throws(ExpenseError) {
    let currency = try unsafe optionalText(
      expense.conversion_currency, "expense.conversion_currency", field: .conversion)
    let rate = try unsafe optionalText(
      expense.conversion_rate, "expense.conversion_rate", field: .conversion)
    guard !currency.isEmpty else {
      guard unsafe expense.conversion_amount_minor == 0, rate.isEmpty else {
        throw ExpenseError(
          .invalid, "the conversion has no currency: set expense.conversion_currency",
          field: .conversion)
      }
      return nil
    }
    unsafe self.init(amount: expense.conversion_amount_minor, currency: currency, rate: rate)
  }
}

extension Expense.Source {
  /// Reads where the expense came from; nil when the struct says nothing.
  fileprivate init?(_ expense: iex_expense) throws(ExpenseError) {
    let externalID = try unsafe optionalText(
      expense.source_external_id, "expense.source_external_id", field: .source)
    guard
      unsafe expense.source_import != 0 || expense.source_line != 0
        || expense.source_fingerprint != 0
        || !externalID.isEmpty
    else { return nil }
    unsafe self.init(
      importNumber: expense.source_import, line: expense.source_line,
      fingerprint: expense.source_fingerprint, externalID: externalID)
  }
}

/// The sixteen bytes of a UUID as C has them, the highest first.
typealias UUIDBytes = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

extension UUID128 {
  init(_ bytes: UUIDBytes) {
    self = unsafe withUnsafeBytes(of: bytes) { buffer in
      unsafe UUID128(
        high: UInt64(bigEndian: buffer.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  var bytes: UUIDBytes {
    var bytes: UUIDBytes = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &bytes) { buffer in
      unsafe buffer.storeBytes(of: high.bigEndian, as: UInt64.self)
      unsafe buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return bytes
  }
}

/// Reads a date as C has it, yyyymmdd.
func civilDate(
  _ yyyymmdd: Int32, _ name: StaticString, field: ExpenseField? = .date
) throws(ExpenseError) -> CivilDate {
  guard let date = CivilDate(yyyymmdd: yyyymmdd) else {
    throw ExpenseError(
      .invalid, "\(name) is \(yyyymmdd), which is no date: write 20260314 for 14 March 2026",
      field: field)
  }
  return date
}
