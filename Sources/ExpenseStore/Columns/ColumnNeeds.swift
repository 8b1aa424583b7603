internal import ExpenseModel

/// The columns that a query needs besides the hot ones (id, date, amount, currency, type, category,
/// account); the rest is not loaded.
struct ColumnNeeds: OptionSet, Sendable, Hashable {
  let rawValue: UInt32

  static let name = ColumnNeeds(rawValue: 1)
  static let note = ColumnNeeds(rawValue: 2)
  static let tags = ColumnNeeds(rawValue: 4)
  static let reimbursement = ColumnNeeds(rawValue: 8)
  static let conversion = ColumnNeeds(rawValue: 16)
  static let source = ColumnNeeds(rawValue: 32)
  static let extra = ColumnNeeds(rawValue: 64)
  static let uuid = ColumnNeeds(rawValue: 128)

  /// What a text filter looks at.
  static let text: ColumnNeeds = [.name, .note]
  static let all: ColumnNeeds = [
    .name, .note, .tags, .reimbursement, .conversion, .source, .extra, .uuid,
  ]
}

extension ColumnNeeds {
  /// What filtering and sorting by a query needs.
  init(_ query: ExpenseQuery) {
    self = ColumnNeeds(filterOf: query)
    for key in query.sort {
      switch key.field {
      case .name: insert(.name)
      case .note: insert(.note)
      case .tags: insert(.tags)
      case .reimbursement: insert(.reimbursement)
      case .conversion: insert(.conversion)
      case .source: insert(.source)
      case .extra: insert(.extra)
      case .uuid: insert(.uuid)
      case .type, .category, .amount, .currency, .date, .account, .id: break
      }
    }
  }

  /// What filtering alone needs.
  init(filterOf query: ExpenseQuery) {
    self = []
    if !query.text.isEmpty { insert(.text) }
    if !(query.tagsAny.isEmpty && query.tagsAll.isEmpty && query.tagsNone.isEmpty) {
      insert(.tags)
    }
    if !query.reimbursements.isEmpty { insert(.reimbursement) }
  }
}
