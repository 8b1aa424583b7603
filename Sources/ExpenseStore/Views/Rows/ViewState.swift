internal import ExpenseModel

/// What a view shows at one revision. A value: whoever holds one reads the same for ever.
struct ViewState: Sendable {
  private let boxed: Boxed<ExpenseQuery>
  let order: RowOrder
  var filter: RowFilter
  var columns: Columns
  /// Every expense that the filter lets through, in order; those beyond the limit too.
  var rows: CountedTree<RowID>
  /// Whether `rows` are all; else the first ones, of a query with a limit, and some to take their
  /// places.
  private(set) var isComplete = true
  /// The sections of what is shown, in order; empty without sections.
  var sections: CountedTree<SectionCell>
  /// Those of all rows that were asked for; none of a query with a limit.
  private(set) var totals: [RunningTotals] = []

  /// How many rows of a query without a limit stand behind `rows` in an order that is not known yet.
  private var unsorted = 0

  /// - Parameter lazily: Whether the first rows will do until `complete` is called.
  init(_ query: ExpenseQuery, _ columns: Columns, lazily: Bool = false) {
    boxed = Boxed(query)
    self.columns = columns
    order = RowOrder(query)
    filter = RowFilter(query, columns)
    rows = CountedTree()
    sections = CountedTree()
    setRows(lazily: lazily)
    sections = CountedTree(showsAll ? sectionsOfAll() : sectionsOfShown())
  }

  var query: ExpenseQuery { boxed.value }

  var revision: Int64 { columns.revision }

  /// Finds the rows anew: all of them, or the first ones where no more are needed now.
  mutating func setRows(lazily: Bool = false) {
    let least = leastRows(lazily: lazily)
    if least < .max, let first = order.first(least, of: filter, in: columns) {
      rows = CountedTree(first.ids.map(RowID.init))
      isComplete = first.count == first.ids.count
      unsorted = query.limit == 0 ? first.count - first.ids.count : 0
      return
    }
    let limit = query.limit > 0 ? least : .max
    let ids = order.sorted(columns, filter, first: limit)
    rows = CountedTree(ids.map(RowID.init))
    isComplete = ids.count < limit
    unsorted = 0
  }

  /// Sorts the rows of a query without a limit that were not sorted yet, unless so many are known.
  mutating func complete(upTo count: Int = .max) {
    if unsorted > 0, count > rows.count { setRows() }
  }

  /// How many rows are to be found at first, where there are so many.
  private func leastRows(lazily: Bool) -> Int {
    guard query.section == nil, query.limit <= Int.max / 4 else { return .max }
    return query.limit > 0 ? query.limit * 2 + 8 : lazily ? ViewState.firstRows : .max
  }

  /// What a list shows of a long view at first, and some more.
  private static let firstRows = 256

  /// Whether there are too few rows, while there may be more.
  var lacksRows: Bool { !isComplete && rows.count < query.limit }

  /// Whether all rows are shown, so that what is shown is what the filter lets through.
  private var showsAll: Bool { isComplete && shown == rows.count }

  /// How many expenses are shown.
  var shown: Int { query.limit == 0 ? rows.count + unsorted : min(query.limit, rows.count) }

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
      columns.row(element.id, for: order).map { !order.precedes($0, row, in: columns) } ?? true
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
    let totals = columns.totals(filter, ColumnGroup(section))
    for (group, sum) in zip(totals.shape.keys, totals.sums) {
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
    TotalsTable(
      ColumnGroup(),
      Dictionary(
        uniqueKeysWithValues: cell.sums.map { (ColumnGroupKey(currency: $0.currency), $0.sum) }),
      columns.names
    ).totals
  }

  // MARK: Totals

  private static let maximumTotals = 8

  /// Sums and counts of the expenses that are shown; those of a view without a limit are kept from
  /// then on.
  mutating func totals(_ group: ColumnGroup) -> TotalsTable {
    if let known = totals.first(where: { $0.group == group }) { return known.table }
    if query.limit == 0 {
      let table = columns.totals(filter, group)
      if totals.count == ViewState.maximumTotals { totals.removeFirst() }
      totals.append(RunningTotals(table))
      return table
    }
    if showsAll { return columns.totals(filter, group) }
    var sums: [ColumnGroupKey: TotalDelta] = [:]
    rows.forEach(in: 0..<shown) { element in
      guard let row = columns.row(element.id) else { return }
      sums[columns.groupKey(row, group), default: TotalDelta()].add(row.amount, 1)
    }
    return TotalsTable(group, sums, columns.names)
  }

  /// Leads the totals through rows that have come and gone.
  mutating func followTotals(_ changes: [(old: ColumnRow?, new: ColumnRow?)]) {
    for index in totals.indices { totals[index].follow(changes, columns) }
  }

  // MARK: Checking

  /// Whether order, filter, sections and totals are what they would be if computed anew.
  var isValid: Bool {
    let ids = order.sorted(columns, filter, first: .max)
    let kept = rows.elements(in: 0..<rows.count).map(\.id)
    return rows.isValid && sections.isValid && kept.elementsEqual(ids.prefix(kept.count))
      && (kept.count == ids.count || !isComplete && kept.count >= query.limit)
      && sections.elements(in: 0..<sections.count).elementsEqual(sectionsOfShown(), by: isSame)
      && totals.allSatisfy { $0.table.hasSameSums(as: columns.totals(filter, $0.group)) }
  }

  /// Whether two sections are one. In a damaged file two keys may have the same name.
  private func isSame(_ first: SectionCell, _ second: SectionCell) -> Bool {
    guard let section = query.section else { return false }
    return columns.names.compareSections(first.key, second.key, section.kind) == 0
      && first.count == second.count && first.sums == second.sums
  }
}
