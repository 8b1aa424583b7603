/// One expense: what was spent, when, on what, and what is known besides.
///
/// A plain value, which may hold anything; ``validated(_:)`` says whether a store takes it.
@frozen
public struct Expense: Hashable, Sendable {
  /// The store's own number, never used again; 0 for an expense that is not stored.
  public var id: Int64
  /// Identity across stores, of version 7; zero for one that a store is yet to give.
  public var uuid: UUID128
  /// The payee or what it was; 1 to 1,024 bytes, not blank.
  public var name: String
  /// Free text, at most 256 bytes; blank means ``defaultType``.
  public var type: String
  /// The text of a ``CategoryPath``, at most 1,024 bytes; "" for none.
  public var category: String
  /// In minor units of ``currency``; spending is positive, a refund negative.
  public var amount: Int64
  /// The code of a ``Currency``; "" for the store's default.
  public var currency: String
  /// What the amount was in another currency, as recorded on the day; never computed again.
  public var conversion: Conversion?
  /// The day of the expense.
  public var date: CivilDate
  /// What it was paid from, such as a card; at most 256 bytes.
  public var account: String
  /// Free text, at most 65,536 bytes.
  public var note: String
  /// At most 64 tags of 1 to 128 bytes, each once.
  public var tags: [String]
  /// How far the employer has paid it back.
  public var reimbursement: Reimbursement
  /// Where an imported expense came from.
  public var source: Source?
  /// The text of a JSON object, at most 16 MiB: unknown fields of an imported file; "" for none.
  public var extra: String

  /// The type of an expense that has no other.
  public static let defaultType = "Personal"

  /// Creates an expense; only the name, the amount and the date have no default.
  @inlinable
  public init(
    id: Int64 = 0, uuid: UUID128 = .zero, name: String, type: String = "Personal",
    category: String = "", amount: Int64, currency: String = "", conversion: Conversion? = nil,
    date: CivilDate, account: String = "", note: String = "", tags: [String] = [],
    reimbursement: Reimbursement = .none, source: Source? = nil, extra: String = ""
  ) {
    self.id = id
    self.uuid = uuid
    self.name = name
    self.type = type
    self.category = category
    self.amount = amount
    self.currency = currency
    self.conversion = conversion
    self.date = date
    self.account = account
    self.note = note
    self.tags = tags
    self.reimbursement = reimbursement
    self.source = source
    self.extra = extra
  }
}
