internal import ExpenseModel

/// One expense as the columns keep it: numbers only.
///
/// Types, categories, accounts and currencies are the numbers of the file's tables (0 for none), see
/// `ColumnNames`; the other texts are numbers of the `TextPool` (0 for ""). What `ColumnNeeds` did
/// not ask for is 0.
struct ColumnRow: Sendable, Equatable {
  var id: Int64 = 0
  /// Days since 1970-01-01.
  var date: Int32 = 0
  /// Minor units.
  var amount: Int64 = 0
  var currency: Int32 = 0
  var type: Int32 = 0
  var category: Int32 = 0
  var account: Int32 = 0
  /// The number of the `Reimbursement`.
  var reimbursement: Int32 = 0
  var name: Int32 = 0
  var note: Int32 = 0
  /// The text of `TagText`.
  var tags: Int32 = 0
  var extra: Int32 = 0
  /// 0 without a conversion.
  var conversionCurrency: Int32 = 0
  var conversionAmount: Int64 = 0
  var conversionRate: Int32 = 0
  /// 0 without a source.
  var importNumber: Int64 = 0
  var line: Int64 = 0
  /// The bits of the unsigned number.
  var fingerprint: Int64 = 0
  var externalID: Int32 = 0
  var uuid: UUID128 = .zero
}

/// What a change did to one expense, in columns.
struct ColumnChange: Sendable, Equatable {
  var id: Int64
  /// What happened.
  var kind: Change.Item.Kind
  /// Of an update, the fields that it changed.
  var fields: ExpenseFields
  /// The row before; nil for an added one.
  var old: ColumnRow?
  /// The row after; nil for a removed one.
  var new: ColumnRow?
}
