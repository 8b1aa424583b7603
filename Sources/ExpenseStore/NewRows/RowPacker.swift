package import ExpenseModel

/// Checks new expenses and packs them for the file, on any thread, while another one stores what was
/// packed before.
///
/// It says what a name's number is, and the writer what that is in the file; so packing needs no
/// connection.
package struct RowPacker: Sendable {
  /// How many rows are to be packed before they are stored.
  package static let batch = 1024

  private var batch = RowBatch()
  private var names = [PackedNames](repeating: PackedNames(), count: NameKind.allCases.count)
  private var totals = PackedTotals()
  private var uuids = UUIDGenerator()
  /// Milliseconds since 1970-01-01 UTC: the time in the ids of new expenses.
  private let now: UInt64

  /// Begins without any names.
  package init() {
    now = UInt64(clamping: Platform.milliseconds)
  }

  /// How many rows were packed since the last batch was taken.
  package var count: Int { batch.rows.count }

  /// Whether what was packed is to be taken before more is added.
  package var isFull: Bool { batch.isFull }

  /// Takes the rows that were packed, and begins anew.
  package mutating func take() -> RowBatch {
    for kind in NameKind.allCases { batch.newNames[kind.rawValue] = names[kind.rawValue].takeNew() }
    batch.totals = totals.take()
    var taken = RowBatch()
    // Who has filled one mostly fills the next.
    if isFull { taken.reserve() }
    swap(&taken, &batch)
    return taken
  }

  // MARK: One expense

  /// Checks an expense and adds it.
  ///
  /// - Throws: as `Expense.validated`; then nothing was added.
  package mutating func append(_ expense: Expense) throws(ExpenseError) {
    var expense = expense
    try expense.validate()
    append(valid: expense)
  }

  /// Adds an expense that has been checked.
  package mutating func append(valid expense: Expense) {
    var row = PackedRow()
    row.date = expense.date.day
    row.amount = expense.amount
    row.currency = number(ofCurrency: expense.currency)
    row.type = names[NameKind.type.rawValue].number(expense.type)
    row.category = names[NameKind.category.rawValue].number(expense.category)
    row.account = names[NameKind.account.rawValue].number(expense.account)
    row.name = batch.add(expense.name)
    row.note = batch.add(expense.note)
    if let source = expense.source {
      row.presence.insert(.source)
      row.importNumber = source.importNumber
      row.line = source.line
      row.fingerprint = Int64(bitPattern: source.fingerprint)
      row.externalID = batch.add(source.externalID)
    }
    if expense.reimbursement != .none {
      row.presence.insert(.reimbursement)
      row.reimbursement = expense.reimbursement.rawValue
    }
    if !expense.tags.isEmpty { row.tags = batch.add(TagText.encode(expense.tags)) }
    if let conversion = expense.conversion {
      row.presence.insert(.conversion)
      row.conversionAmount = conversion.amount
      row.conversionCurrency = number(ofCurrency: conversion.currency)
      row.conversionRate = batch.add(conversion.rate)
    }
    row.extra = batch.add(expense.extra)
    finish(&row, expense.uuid)
  }

  /// Adds a row if its texts are surely valid and its names are known; else nothing is done, and the
  /// row is to be added as an expense.
  package mutating func append(plain row: PlainRow) -> Bool {
    guard let currency = unsafe names[NameKind.currency.rawValue].find(row.currency),
      let category = unsafe names[NameKind.category.rawValue].find(row.category),
      let account = unsafe names[NameKind.account.rawValue].find(row.account),
      let type = unsafe names[NameKind.type.rawValue].find(row.type), type != 0,
      row.source.map({ $0.importNumber >= 0 && $0.line >= 0 }) ?? true,
      let lead = unsafe row.name.first, TextRules.isVisible(lead: lead),
      unsafe RowPacker.isText(row.name, most: Expense.Limits.name),
      unsafe RowPacker.isText(row.note, most: Expense.Limits.note)
    else { return false }
    var packed = PackedRow()
    packed.date = row.date.day
    packed.amount = row.amount
    packed.currency = currency
    packed.type = type
    packed.category = category
    packed.account = account
    packed.name = unsafe batch.add(row.name)
    packed.note = unsafe batch.add(row.note)
    if let source = row.source {
      packed.presence.insert(.source)
      packed.importNumber = source.importNumber
      packed.line = source.line
      packed.fingerprint = Int64(bitPattern: source.fingerprint)
    }
    finish(&packed, row.uuid)
    return true
  }

  /// Whether bytes are UTF-8 without U+0000 and not too many.
  private static func isText(_ bytes: UnsafeRawBufferPointer, most: Int) -> Bool {
    guard bytes.count <= most else { return false }
    var isPlain: UInt8 = 1
    for index in 0..<bytes.count {
      unsafe isPlain &= bytes[index] &- 1 < 0x7F ? 1 : 0
    }
    if isPlain != 0 { return true }
    let span = unsafe bytes.assumingMemoryBound(to: UInt8.self).span
    for index in span.indices where span[index] == 0 { return false }
    return (try? UTF8Span(validating: span)) != nil
  }

  private mutating func number(ofCurrency code: String) -> Int32 {
    let known = names[NameKind.currency.rawValue].count
    let number = names[NameKind.currency.rawValue].number(code)
    if number > known { batch.currencyRows[number] = count }
    return number
  }

  private mutating func finish(_ row: inout PackedRow, _ uuid: UUID128) {
    let uuid = uuid.isZero ? uuids.next(milliseconds: now) : uuid
    row.uuid = (uuid.high.bigEndian, uuid.low.bigEndian)
    if row.currency == 0, batch.firstWithoutCurrency == nil { batch.firstWithoutCurrency = count }
    totals.count(row)
    batch.rows.append(row)
  }
}
