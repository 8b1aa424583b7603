internal import ExpenseModel

extension ColumnGroup {
  /// The groups that are the sections of a view.
  init(_ section: ExpenseQuery.Section) {
    self.init()
    switch section.kind {
    case .type: type = true
    case .category: (category, level) = (true, section.level)
    case .account: account = true
    case .currency: break
    case .day: period = .day
    case .week: period = .week
    case .month: period = .month
    case .quarter: period = .quarter
    case .year: period = .year
    }
  }
}

extension ColumnGroupKey {
  /// The key of the section that a group of `ColumnGroup(section)` is, as `RowOrder` has it.
  func sectionKey(_ kind: ExpenseQuery.Section.Kind) -> Int32 {
    switch kind {
    case .type: type
    case .category: path
    case .account: account
    case .currency: currency
    case .day, .week, .month, .quarter, .year: date
    }
  }
}
