package import ExpenseModel

/// One expense as it is read most: numbers, and texts that stand somewhere else.
///
/// It is lent to a closure, and so are its texts, which are UTF-8. What has tags or a conversion is
/// read as an `Expense`.
@safe package struct LentRow {
  package var id: Int64
  package var uuid: UUID128
  package var date: CivilDate
  /// Minor units.
  package var amount: Int64
  package var currency: Currency
  package var type: String
  package var category: String
  package var account: String
  package var reimbursement: Reimbursement
  package var name = unsafe LentRow.noText
  package var note = unsafe LentRow.noText
  package var extra = unsafe LentRow.noText
  /// 0 without a source, and so are the next two.
  package var importNumber: Int64 = 0
  package var line: Int64 = 0
  package var fingerprint: UInt64 = 0
  package var externalID = unsafe LentRow.noText

  static var noText: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
}
