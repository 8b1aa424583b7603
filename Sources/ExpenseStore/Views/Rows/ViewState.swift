internal import ExpenseModel

/// What a view shows at one revision. A value: whoever holds one reads the same for ever.
struct ViewState: Sendable {
  let query: ExpenseQuery
  let order: RowOrder
  var filter: RowFilter
  var columns: Columns
  /// Every expense that the filter lets through, in order; those beyond the limit too.
  var rows: CountedTree<RowID>
  /// The sections of what is shown, in order; empty without sections.
  var sections: CountedTree<SectionCell>

  init(_ query: ExpenseQuery, _ columns: Columns) {
    self.query = query
    self.columns = columns
    order = RowOrder(query)
    filter = RowFilter(query, columns)
    rows = CountedTree(order.sorted(columns.select(filter), in: columns).map(RowID.init))
    sections = CountedTree()
    sections = CountedTree(shown == rows.count ? sectionsOfAll() : sectionsOfShown())
  }

  var revision: Int64 { columns.revision }

  /// How many expenses are shown.
  var shown: Int { query.limit == 0 ? rows.count : min(query.limit, rows.count) }

  /// Whether sections have rows of their own.
  var showsSectionRows: Bool { query.showsSectionRows && query.section != nil }

  /// How many rows there are, with those of sections.
  var count: Int { shown + (showsSectionRows ? sections.count : 0) }

  // MARK: Positions

  /// What stands at a position.
  enum Place {
    /// The expense that is so manieth in order.
    case expense(Int)
    case section(Int)
  }

  /// What stands at a position that the view has.
  func place(_ position: Int) -> Place {
    guard showsSectionRows else { return .expense(position) }
    let before = sections.sum(upTo: position) { $0.weight + $0.count }
    return position == before.weight + before.count
      ? .section(before.count) : .expense(position - before.count - 1)
  }

  /// The position of an expense that is so manieth in order.
  func position(ofExpense index: Int) -> Int {
    showsSectionRows ? index + sections.sum(upTo: index, \.weight).count + 1 : index
  }

  /// The position of a section's row, or of its first expense without section rows.
  func position(ofSection index: Int) -> Int {
    let before = sections.sum(before: index)
    return before.weight + (showsSectionRows ? before.count : 0)
  }

  /// The expense at a position; 0 for a section row.
  func id(at position: Int) -> Int64 {
    if case .expense(let index) = place(position) { rows[index].id } else { 0 }
  }

  /// The position of an expense; nil when it is not shown.
  func position(of id: Int64) -> Int? {
    guard let row = columns.row(id), filter.matches(row, in: columns) else { return nil }
    let index = index(of: row)
    return index < shown ? position(ofExpense: index) : nil
  }

  /// How many expenses stand before a row of the columns.
  func index(of row: ColumnRow) -> Int {
    rows.firstPosition { element in
      columns.row(element.id).map { !order.precedes($0, row, in: columns) } ?? true
    }
  }

  // MARK: Sections

  /// How many sections stand before the one with a key, and whether it is there itself.
  ///
  /// The names are those of columns that know the key.
  func section(_ key: Int32, _ names: ColumnNames) -> (index: Int, isThere: Bool) {
    guard let section = query.section else { return (0, false) }
    func order(_ other: Int32) -> Int {
      let order = names.compareSections(other, key, section.kind)
      return section.descending ? -order : order
    }
    let index = sections.firstPosition { order($0.key) >= 0 }
    return (index, index < sections.count && order(sections[index].key) == 0)
  }

  /// The sections of all that the filter lets through, by a loop over whole columns.
  private func sectionsOfAll() -> [SectionCell] {
    guard let section = query.section else { return [] }
    var cells: [Int32: SectionCell] = [:]
    for (group, sum) in columns.totals(filter, ColumnGroup(section)) {
      let key = group.sectionKey(section.kind)
      cells[key, default: SectionCell(key: key)].add(sum, group.currency)
    }
    func order(_ first: SectionCell, _ second: SectionCell) -> Int {
      let order = columns.names.compareSections(first.key, second.key, section.kind)
      return section.descending ? -order : order
    }
    var sorted: [SectionCell] = []
    for cell in cells.values.sorted(by: { order($0, $1) < 0 }) {
      if let last = sorted.last, order(last, cell) == 0 {
        sorted[sorted.count - 1].add(cell)
      } else {
        sorted.append(cell)
      }
    }
    return sorted
  }

  /// The sections of what is shown, counted row by row.
  private func sectionsOfShown() -> [SectionCell] {
    guard let section = query.section else { return [] }
    var cells: [SectionCell] = []
    rows.forEach(in: 0..<shown) { element in
      guard let row = columns.row(element.id) else { return }
      let key = order.sectionKey(of: row, in: columns)
      let isSame =
        cells.last.map {
          $0.key == key || columns.names.compareSections($0.key, key, section.kind) == 0
        } ?? false
      if !isSame { cells.append(SectionCell(key: key)) }
      cells[cells.count - 1].count(row, 1)
    }
    return cells
  }

  /// A section as the host reads it.
  func section(at index: Int) -> ViewSection {
    let cell = sections[index]
    let (title, date) = order.sectionTitle(cell.key, in: columns)
    return ViewSection(
      title: title, date: date, position: position(ofSection: index), count: cell.count,
      totals: totals(cell))
  }

  /// The sums of a section, by the currency's code.
  func totals(_ cell: SectionCell) -> [Total] {
    cell.sums.map { entry in
      columns.total(ColumnGroupKey(currency: entry.currency), entry.sum, ColumnGroup())
    }.sorted { $0.currency < $1.currency }
  }

  // MARK: Checking

  /// Whether order, filter and sections are what they would be if computed anew.
  var isValid: Bool {
    let ids = order.sorted(columns.select(filter), in: columns)
    return rows.isValid && sections.isValid && rows.elements(in: 0..<rows.count).map(\.id) == ids
      && sections.elements(in: 0..<sections.count).elementsEqual(sectionsOfShown(), by: isSame)
  }

  /// Whether two sections are one. In a damaged file two keys may have the same name.
  private func isSame(_ first: SectionCell, _ second: SectionCell) -> Bool {
    guard let section = query.section else { return false }
    return columns.names.compareSections(first.key, second.key, section.kind) == 0
      && first.count == second.count && first.sums == second.sums
  }
}
