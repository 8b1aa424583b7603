internal import ExpenseModel

/// The table of totals in memory, at one state of the file.
struct MonthlyTotals: Sendable {
  private let names: ColumnNames
  private let cells: [Cell]

  /// What the expenses of a month with one type, category and currency come to.
  private struct Cell: Sendable {
    /// The first of the month, as days since 1970-01-01.
    let day: Int32
    let type: Int32
    let category: Int32
    let currency: Int32
    let sum: TotalDelta
  }

  /// Reads the table.
  ///
  /// - Parameter known: Names of an earlier state of the same file, which are read on from.
  init(
    _ connection: Connection, known: ColumnNames = ColumnNames()
  ) throws(ExpenseError) {
    var names = known
    try ColumnScan.extendNames(&names, connection)
    let limits = ColumnLimits(names)
    var cells: [Cell] = []
    try Totals.forEach(connection) { (key, sum) throws(ExpenseError) in
      guard let month = Int32(exactly: key.month), month < Int32.max / 100,
        let first = CivilDate(yyyymmdd: month &* 100 &+ 1),
        UInt64(bitPattern: key.type) < limits.types,
        UInt64(bitPattern: key.category) < limits.categories,
        UInt64(bitPattern: key.currency) < limits.currencies
      else {
        throw ExpenseError(
          .damaged, "\(connection.path): the total of month \(key.month) is not valid")
      }
      cells.append(
        Cell(
          day: first.day, type: Int32(truncatingIfNeeded: key.type),
          category: Int32(truncatingIfNeeded: key.category),
          currency: Int32(truncatingIfNeeded: key.currency), sum: sum))
    }
    (self.names, self.cells) = (names, cells)
  }

  /// The names, for the next state.
  var knownNames: ColumnNames { names }

  /// Adds up the cells that a query of whole cells selects, in groups that join whole cells.
  func totals(
    _ query: ExpenseQuery, _ group: ColumnGroup, _ path: String
  ) throws(ExpenseError) -> TotalsTable {
    let filter = RowFilter(query, names)
    let error = ExpenseError(
      .damaged, "\(path): the totals are not those of expenses; check the store")
    var (first, last): (Int32, Int32) = (.max, .min)
    for cell in cells {
      first = min(first, cell.day)
      last = max(last, cell.day)
    }
    let grid = TotalsGrid(group, names, days: cells.isEmpty ? 0...0 : first...last)
    // There are many more places than groups: which of the sums each has takes less memory.
    var places = [UInt16](repeating: 0, count: grid?.size ?? 0)
    var sums: [TotalDelta] = []
    var sparse: [ColumnGroupKey: TotalDelta] = [:]
    for cell in cells where filter.selects(cell.day, cell.type, cell.category, cell.currency) {
      let isSum: Bool
      if let grid {
        let place = grid.place(
          date: cell.day, type: cell.type, category: cell.category, account: 0,
          currency: cell.currency)
        if places[place] == 0 {
          sums.append(TotalDelta())
          places[place] = UInt16(truncatingIfNeeded: sums.count)
        }
        isSum = sums[Int(places[place]) &- 1].add(cell.sum)
      } else {
        var key = ColumnGroupKey(currency: cell.currency)
        key.date = group.period?.firstDay(of: cell.day) ?? 0
        if group.type { key.type = cell.type }
        if group.category { key.path = names.path(of: cell.category, level: group.level) }
        isSum = sparse[key, default: TotalDelta()].add(cell.sum)
      }
      if !isSum { throw error }
    }
    return grid.map { TotalsTable($0, places, sums, names) } ?? TotalsTable(group, sparse, names)
  }
}

extension RowFilter {
  /// Whether a filter of whole months, types, categories and currencies selects a cell.
  fileprivate func selects(
    _ day: Int32, _ type: Int32, _ category: Int32, _ currency: Int32
  ) -> Bool {
    if isEmpty { return false }
    if let dates, !dates.contains(day) { return false }
    if let types, !types.contains(type) { return false }
    if let categories, !categories.contains(category) { return false }
    return currencies?.contains(currency) ?? true
  }
}
