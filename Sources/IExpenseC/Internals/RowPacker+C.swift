internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore
internal import Glibc

extension RowPacker {
  /// Adds an expense that C gives, if it has nothing rare and its texts are surely valid; else nothing
  /// is done.
  mutating func append(plain expense: iex_expense) -> Bool {
    guard unsafe expense.tag_count == 0, unsafe expense.reimbursement == 0,
      unsafe expense.conversion_currency == nil, unsafe expense.conversion_rate == nil,
      unsafe expense.conversion_amount_minor == 0, unsafe expense.source_import == 0,
      unsafe expense.source_line == 0, unsafe expense.source_fingerprint == 0,
      unsafe expense.source_external_id == nil, unsafe expense.extra == nil,
      let date = unsafe CivilDate(yyyymmdd: expense.date)
    else { return false }
    var row = PlainRow()
    row.date = date
    row.amount = unsafe expense.amount_minor
    row.uuid = unsafe UUID128(expense.uuid)
    unsafe row.name = bytes(expense.name)
    unsafe row.category = bytes(expense.category)
    unsafe row.currency = bytes(expense.currency)
    unsafe row.account = bytes(expense.account)
    unsafe row.note = bytes(expense.note)
    unsafe row.type = bytes(expense.type)
    if unsafe row.type.isEmpty {
      let type: StaticString = "Personal"
      unsafe row.type = UnsafeRawBufferPointer(start: type.utf8Start, count: type.utf8CodeUnitCount)
    }
    return append(plain: row)
  }

  private func bytes(_ text: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
    guard let text = unsafe text else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    return unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
  }
}
