internal import ExpenseModel

/// Totals that follow the rows that come and go.
struct RunningTotals: Sendable {
  private(set) var table: TotalsTable
  private var places: [ColumnGroupKey: Int]

  var group: ColumnGroup { table.shape.group }

  init(_ table: TotalsTable) {
    self.table = table
    places = RunningTotals.places(table)
  }

  private static func places(_ table: TotalsTable) -> [ColumnGroupKey: Int] {
    var places: [ColumnGroupKey: Int] = [:]
    for (place, key) in table.shape.keys.enumerated() { places[key] = place }
    return places
  }

  /// Counts rows of columns out and in. The columns know every name of these rows.
  mutating func follow(
    _ changes: some Sequence<(old: ColumnRow?, new: ColumnRow?)>, _ columns: Columns
  ) {
    var others: [ColumnGroupKey: TotalDelta] = [:]
    var isEmptied = false
    func count(_ row: ColumnRow, _ sign: Int64) {
      let key = columns.groupKey(row, group)
      guard let place = places[key] else {
        return others[key, default: TotalDelta()].add(row.amount, sign)
      }
      table.sums[place].add(row.amount, sign)
      if table.sums[place].count == 0 { isEmptied = true }
    }
    for change in changes {
      if let old = change.old { count(old, -1) }
      if let new = change.new { count(new, 1) }
    }
    guard isEmptied || others.contains(where: { $0.value.count != 0 }) else { return }
    for (key, place) in places { others[key] = table.sums[place] }
    table = TotalsTable(group, others, columns.names)
    places = RunningTotals.places(table)
  }
}
