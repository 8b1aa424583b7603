internal import ExpenseModel

/// What rows are added up by; the currency always is one of them.
struct ColumnGroup: Sendable, Hashable {
  var period: Period?
  var type = false
  var category = false
  /// How many names of a category count; 0 for all.
  var level = 0
  var account = false
}

/// A group: numbers of the columns' names, 0 for what is not grouped by.
struct ColumnGroupKey: Sendable, Hashable {
  /// The first day of the period, as days since 1970-01-01; 0 without one.
  var date: Int32 = 0
  var type: Int32 = 0
  /// A number of `ColumnNames.paths`.
  var path: Int32 = 0
  var account: Int32 = 0
  var currency: Int32
}

extension Columns {
  /// The group that a row counts in.
  func groupKey(_ row: ColumnRow, _ group: ColumnGroup) -> ColumnGroupKey {
    ColumnGroupKey(
      date: group.period?.firstDay(of: row.date) ?? 0, type: group.type ? row.type : 0,
      path: group.category ? names.path(of: row.category, level: group.level) : 0,
      account: group.account ? row.account : 0, currency: row.currency)
  }

  /// The sums and counts of the rows that a filter lets through.
  func totals(_ filter: RowFilter, _ group: ColumnGroup) -> TotalsTable {
    let filter = ChunkFilter(filter, self)
    let first = chunks.map(\.dates.lowerBound).min() ?? 0
    let last = chunks.map(\.dates.upperBound).max() ?? 0
    guard let grid = TotalsGrid(group, names, days: first...max(first, last)) else {
      var sums: [ColumnGroupKey: TotalDelta] = [:]
      filter.forEachRow { sums[groupKey($0, group), default: TotalDelta()].add($0.amount, 1) }
      return TotalsTable(group, sums, names)
    }
    let sums = TotalSums(grid)
    for chunk in chunks {
      switch filter.select(chunk) {
      case .none: continue
      case .all: unsafe sums.add(chunk, mask: nil)
      case .some: unsafe sums.add(chunk, mask: filter.mask)
      }
    }
    return TotalsTable(grid, sums.result, names)
  }
}

extension ChunkFilter {
  /// Hands over every row that the filter lets through, in order of id.
  func forEachRow(_ body: (ColumnRow) -> Void) {
    for chunk in columns.chunks {
      switch select(chunk) {
      case .none: continue
      case .all: for index in 0..<chunk.count { body(chunk.row(index)) }
      case .some:
        let mask = unsafe mask
        for index in 0..<chunk.count where unsafe mask[index] != 0 { body(chunk.row(index)) }
      }
    }
  }
}
