internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

extension Block where Row == iex_expense {
  /// Lays out one expense that is lent.
  convenience init(_ row: LentRow) {
    let lent =
      unsafe row.name.count + row.note.count + row.extra.count + row.externalID.count
    let named =
      row.type.utf8.count + row.category.utf8.count + row.account.utf8.count
      + row.currency.code.utf8.count
    unsafe self.init(textBytes: lent + named + LentTexts.count) { place in
      var texts = unsafe LentTexts(place: place)
      var expense = unsafe iex_expense()
      unsafe expense.struct_size = UInt32(MemoryLayout<iex_expense>.size)
      unsafe expense.date = row.date.yyyymmdd
      unsafe expense.id = row.id
      unsafe expense.amount_minor = row.amount
      unsafe expense.name = texts.write(row.name)
      unsafe expense.type = texts.write(row.type)
      unsafe expense.category = texts.write(row.category)
      unsafe expense.currency = texts.write(row.currency.code)
      unsafe expense.account = texts.write(row.account)
      unsafe expense.note = texts.write(row.note)
      unsafe expense.reimbursement = row.reimbursement.rawValue
      unsafe expense.currency_digits = Int32(truncatingIfNeeded: row.currency.digits)
      unsafe expense.conversion_rate = emptyText
      unsafe expense.source_import = row.importNumber
      unsafe expense.source_line = row.line
      unsafe expense.source_fingerprint = row.fingerprint
      unsafe expense.source_external_id = texts.write(row.externalID)
      unsafe expense.extra = texts.write(row.extra)
      unsafe expense.uuid = row.uuid.bytes
      return unsafe expense
    }
  }
}

/// Puts the texts of one row behind each other, each with a NUL.
@safe
private struct LentTexts {
  /// How many there are.
  static let count = 8

  private var place: UnsafeMutableRawPointer

  init(place: UnsafeMutableRawPointer) {
    unsafe self.place = place
  }

  mutating func write(_ text: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
    guard let source = text.baseAddress, text.count > 0 else {
      return unsafe emptyText
    }
    let start = unsafe place
    unsafe start.copyMemory(from: source, byteCount: text.count)
    unsafe (start + text.count).storeBytes(of: 0, as: UInt8.self)
    unsafe place = start + text.count + 1
    return unsafe UnsafePointer(start.assumingMemoryBound(to: CChar.self))
  }

  mutating func write(_ text: String) -> UnsafePointer<CChar>? {
    if text.isEmpty { return unsafe emptyText }
    var text = text
    return text.withUTF8 { unsafe write(UnsafeRawBufferPointer($0)) }
  }
}
