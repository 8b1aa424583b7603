/// One field of an expense; the numbers are those of `IEX_FIELD_…` and never change.
public enum ExpenseField: Int32, Hashable, Sendable, CaseIterable {
  case name = 0
  case type = 1
  case category = 2
  case amount = 3
  case currency = 4
  case conversion = 5
  case date = 6
  case account = 7
  case note = 8
  case tags = 9
  case reimbursement = 10
  case source = 11
  case extra = 12
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
