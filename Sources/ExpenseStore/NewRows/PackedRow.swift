internal import ExpenseModel

/// A new expense as numbers; its texts stand in the bytes of its batch.
///
/// Types, categories, accounts and currencies are numbers of the packer's `PackedNames`, from 1; 0 is
/// none, and of a currency the store's default.
struct PackedRow: Sendable, BitwiseCopyable {
  /// A text in the batch's bytes; of no bytes for "".
  struct Text: Sendable, BitwiseCopyable {
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  /// What a row has besides what every row has.
  struct Presence: OptionSet, Sendable, BitwiseCopyable {
    let rawValue: UInt8
    static let source = Presence(rawValue: 1)
    static let reimbursement = Presence(rawValue: 2)
    static let conversion = Presence(rawValue: 4)
  }

  /// Minor units.
  var amount: Int64 = 0
  /// Days since 1970-01-01.
  var date: Int32 = 0
  var currency: Int32 = 0
  var type: Int32 = 0
  var category: Int32 = 0
  var account: Int32 = 0
  var name = Text()
  var note = Text()
  /// As its bytes stand in the file.
  var uuid: (UInt64, UInt64) = (0, 0)
  var presence: Presence = []
  var importNumber: Int64 = 0
  var line: Int64 = 0
  var fingerprint: Int64 = 0
  var externalID = Text()
  var tags = Text()
  var extra = Text()
  var conversionRate = Text()
  var conversionAmount: Int64 = 0
  var conversionCurrency: Int32 = 0
  var reimbursement: Int32 = 0
}
