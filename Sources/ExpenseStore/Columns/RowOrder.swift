internal import ExpenseModel

/// The order of a query: its section, then its sort keys, then the order of adding.
struct RowOrder: Sendable {
  let section: ExpenseQuery.Section?
  let keys: [SortKey]
  /// Whether it looks at nothing but columns that are always there.
  let isOfHotColumns: Bool

  init(_ query: ExpenseQuery) {
    section = query.section
    keys = query.sort
    isOfHotColumns = query.sort.allSatisfy { key in
      switch key.field {
      case .id, .date, .amount, .currency, .type, .category, .account: true
      default: false
      }
    }
  }

  /// Whether rows are in order of id.
  var isTrivial: Bool { section == nil && keys.isEmpty }

  /// Whether one row stands before another one of the same columns.
  func precedes(_ a: ColumnRow, _ b: ColumnRow, in columns: Columns) -> Bool {
    compare(a, b, in: columns) < 0
  }

  /// -1, 0 or 1; 0 only for the same expense.
  func compare(_ a: ColumnRow, _ b: ColumnRow, in columns: Columns) -> Int {
    if let section {
      let order = columns.names.compareSections(
        sectionKey(of: a, in: columns), sectionKey(of: b, in: columns), section.kind)
      if order != 0 { return section.descending ? -order : order }
    }
    for key in keys {
      let order = RowOrder.compare(a, b, by: key.field, in: columns)
      if order != 0 { return key.descending ? -order : order }
    }
    return RowOrder.order(a.id, b.id)
  }

  /// Rows with the same key are in one section: the first day of a period as days since 1970-01-01,
  /// or the number of a name: a type, an account, a currency, or of `ColumnNames.paths`. Without
  /// sections 0.
  func sectionKey(of row: ColumnRow, in columns: Columns) -> Int32 {
    guard let section else { return 0 }
    switch section.kind {
    case .type: return row.type
    case .category: return columns.names.path(of: row.category, level: section.level)
    case .account: return row.account
    case .currency: return row.currency
    case .day: return row.date
    case .week: return Period.week.firstDay(of: row.date)
    case .month: return Period.month.firstDay(of: row.date)
    case .quarter: return Period.quarter.firstDay(of: row.date)
    case .year: return Period.year.firstDay(of: row.date)
    }
  }

  /// What a section is called: its name, "2026-03-14", "2026-W11", "2026-03", "2026-Q1", "2026"; and
  /// the first day of a period.
  func sectionTitle(_ key: Int32, in columns: Columns) -> (title: String, date: CivilDate?) {
    guard let section else { return ("", nil) }
    switch section.kind {
    case .type: return (columns.names.types[key], nil)
    case .category: return (columns.names.paths[key], nil)
    case .account: return (columns.names.accounts[key], nil)
    case .currency: return (columns.names.currencyCodes[key], nil)
    case .day: return Period.day.title(key)
    case .week: return Period.week.title(key)
    case .month: return Period.month.title(key)
    case .quarter: return Period.quarter.title(key)
    case .year: return Period.year.title(key)
    }
  }

  private static func compare(
    _ a: ColumnRow, _ b: ColumnRow, by field: SortKey.Field, in columns: Columns
  ) -> Int {
    let names = columns.names
    switch field {
    case .id: return order(a.id, b.id)
    case .date: return order(a.date, b.date)
    case .name: return columns.texts.compare(a.name, b.name)
    case .note: return columns.texts.compare(a.note, b.note)
    case .tags: return columns.compareTags(a.tags, b.tags)
    case .extra: return columns.texts.compare(a.extra, b.extra)
    case .type: return names.types.compare(a.type, b.type)
    case .category: return names.categories.compare(a.category, b.category)
    case .account: return names.accounts.compare(a.account, b.account)
    case .currency: return names.currencyCodes.compare(a.currency, b.currency)
    case .reimbursement: return order(a.reimbursement, b.reimbursement)
    case .amount:
      if a.currency == b.currency { return order(a.amount, b.amount) }
      let value = order(names.value(a.amount, a.currency), names.value(b.amount, b.currency))
      return value != 0 ? value : names.currencyCodes.compare(a.currency, b.currency)
    case .conversion:
      let code = names.currencyCodes.compare(a.conversionCurrency, b.conversionCurrency)
      return code != 0 ? code : order(a.conversionAmount, b.conversionAmount)
    case .source:
      let number = order(a.importNumber, b.importNumber)
      return number != 0 ? number : order(a.line, b.line)
    case .uuid:
      let high = order(a.uuid.high, b.uuid.high)
      return high != 0 ? high : order(a.uuid.low, b.uuid.low)
    }
  }

  static func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int {
    a == b ? 0 : a < b ? -1 : 1
  }
}

extension ColumnNames {
  /// The value of an amount in units of 10^-8, in which all currencies can be compared.
  func value(_ amount: Int64, _ currency: Int32) -> Int128 {
    Int128(amount) * ColumnNames.scales[self.currency(currency)?.digits ?? 0]
  }

  private static let scales: [Int128] = [
    100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1,
  ]

  /// -1, 0 or 1: how two keys of sections are ordered.
  func compareSections(_ a: Int32, _ b: Int32, _ kind: ExpenseQuery.Section.Kind) -> Int {
    switch kind {
    case .type: types.compare(a, b)
    case .category: paths.compare(a, b)
    case .account: accounts.compare(a, b)
    case .currency: currencyCodes.compare(a, b)
    case .day, .week, .month, .quarter, .year: RowOrder.order(a, b)
    }
  }
}

extension Columns {
  /// -1, 0 or 1: how two lists of tags are ordered, tag by tag.
  func compareTags(_ a: Int32, _ b: Int32) -> Int {
    if a == b { return 0 }
    let order = ByteOrder.compare(tagSortKey(a).span, tagSortKey(b).span)
    return order != 0 ? order : texts.compare(a, b)
  }

  /// The folded tags, with U+0000 between them, which no tag holds.
  func tagSortKey(_ number: Int32) -> [UInt8] {
    let tags = TagText.decode(texts.text(number)) ?? []
    return Array(tags.map(TextFold.fold).joined(separator: "\0").utf8)
  }
}
