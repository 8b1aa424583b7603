/// One field of an expense; the numbers are those of `IEX_FIELD_…` and never change.
public enum ExpenseField: Int32, Hashable, Sendable, CaseIterable {
  /// The payee or what it was.
  case name = 0
  /// The type.
  case type = 1
  /// The category.
  case category = 2
  /// The amount.
  case amount = 3
  /// The currency.
  case currency = 4
  /// The recorded conversion.
  case conversion = 5
  /// The date.
  case date = 6
  /// What it was paid from.
  case account = 7
  /// The note.
  case note = 8
  /// The tags.
  case tags = 9
  /// How far it was paid back.
  case reimbursement = 10
  /// Where an imported expense came from.
  case source = 11
  /// The unknown fields of an imported file.
  case extra = 12
  /// The identity across stores.
  case uuid = 13
}

extension ExpenseField: CustomStringConvertible {
  /// The field's name as messages and files write it, such as "amount".
  public var description: String {
    switch self {
    case .name: "name"
    case .type: "type"
    case .category: "category"
    case .amount: "amount"
    case .currency: "currency"
    case .conversion: "conversion"
    case .date: "date"
    case .account: "account"
    case .note: "note"
    case .tags: "tags"
    case .reimbursement: "reimbursement"
    case .source: "source"
    case .extra: "extra"
    case .uuid: "uuid"
    }
  }
}
