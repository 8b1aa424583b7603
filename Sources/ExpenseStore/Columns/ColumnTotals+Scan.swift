internal import ExpenseModel

extension Columns {
  /// The sums and counts of the rows that a filter lets through.
  func totals(_ filter: RowFilter, _ group: ColumnGroup) -> [ColumnGroupKey: TotalDelta] {
    let filter = ChunkFilter(filter, self)
    let cells = TotalCells(group, self)
    for chunk in chunks {
      switch filter.select(chunk) {
      case .none: continue
      case .all: unsafe cells.add(chunk, mask: nil)
      case .some: unsafe cells.add(chunk, mask: filter.mask)
      }
    }
    return cells.result
  }
}

/// Adds rows up by group.
///
/// A group is a place in one array while all combinations of what is grouped by are few; else a key
/// of a dictionary.
@safe private final class TotalCells {
  private let group: ColumnGroup
  private let columns: Columns
  /// By number: the place of a value among those of its kind. Empty for what is not grouped by.
  private let paths: [Int32]
  private let periods: [Int32]
  private let firstDays: [Int32]
  private let firstDay: Int32
  /// How far a place lies from the next in each kind; 0 for what is not grouped by.
  private let steps: (currency: Int, type: Int, path: Int, account: Int, period: Int)
  private var dense: [TotalDelta]
  private var sparse: [ColumnGroupKey: TotalDelta] = [:]

  private static let maximumDense = 1 << 16
  private static let maximumDays = 1 << 17

  init(_ group: ColumnGroup, _ columns: Columns) {
    self.group = group
    self.columns = columns
    let names = columns.names
    paths =
      group.category
      ? (0..<names.pathsOfCategory.count).map {
        names.path(of: Int32(truncatingIfNeeded: $0), level: group.level)
      } : []
    let first = columns.chunks.map(\.dates.lowerBound).min() ?? 0
    let last = columns.chunks.map(\.dates.upperBound).max() ?? 0
    var (periods, firstDays): ([Int32], [Int32]) = ([], [])
    let days = Int(last) - Int(first) + 1
    if let period = group.period, days <= TotalCells.maximumDays {
      for offset in 0..<days {
        let day = period.firstDay(of: first &+ Int32(truncatingIfNeeded: offset))
        if firstDays.last != day { firstDays.append(day) }
        periods.append(Int32(truncatingIfNeeded: firstDays.count &- 1))
      }
    }
    (self.periods, self.firstDays, firstDay) = (periods, firstDays, first)
    var size = names.currencies.count
    func step(_ isGrouped: Bool, _ count: Int) -> Int {
      guard isGrouped, size <= TotalCells.maximumDense else { return 0 }
      defer { size *= count }
      return size
    }
    steps = (
      1, step(group.type, names.types.count), step(group.category, names.paths.count),
      step(group.account, names.accounts.count), step(group.period != nil, max(1, firstDays.count))
    )
    let isDense =
      size <= TotalCells.maximumDense && (group.period == nil || days <= TotalCells.maximumDays)
    dense = isDense ? [TotalDelta](repeating: TotalDelta(), count: size) : []
  }

  func add(_ chunk: ColumnChunk, mask: UnsafeBufferPointer<UInt8>?) {
    if dense.isEmpty { return unsafe addSparsely(chunk, mask) }
    let isByCurrencyOnly =
      group.period == nil && !group.type && !group.category && !group.account
    if isByCurrencyOnly, let currency = chunk.uniformValue(.currency), chunk.sumsFit {
      let (sum, count) = unsafe chunk.sum(mask)
      dense[Int(currency)].amount += Int128(sum)
      dense[Int(currency)].count += Int64(count)
      return
    }
    unsafe addDensely(chunk, mask)
  }

  private func addDensely(_ chunk: ColumnChunk, _ mask: UnsafeBufferPointer<UInt8>?) {
    let count = chunk.count
    // The place of each row, kind by kind.
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { places in
      unsafe places.update(repeating: 0)
      func add(_ column: NarrowColumn, _ step: Int, _ place: (Int32) -> Int32) {
        let step = Int32(truncatingIfNeeded: step)
        unsafe chunk.narrow[column.rawValue].withUnsafeBufferPointer { values in
          for index in 0..<min(count, values.count) {
            unsafe places[index] &+= place(values[index]) &* step
          }
        }
      }
      add(.currency, 1) { $0 }
      if group.type { add(.type, steps.type) { $0 } }
      if group.account { add(.account, steps.account) { $0 } }
      if group.category { add(.category, steps.path) { paths[Int($0)] } }
      if group.period != nil { add(.date, steps.period) { periods[Int($0 &- firstDay)] } }
      unsafe chunk.wide[WideColumn.amount.rawValue].withUnsafeBufferPointer { amounts in
        unsafe dense.withUnsafeMutableBufferPointer { dense in
          for index in 0..<min(count, amounts.count) {
            if let mask = unsafe mask, unsafe mask[index] == 0 { continue }
            let place = unsafe Int(places[index])
            unsafe dense[place].amount &+= Int128(amounts[index])
            unsafe dense[place].count &+= 1
          }
        }
      }
    }
  }

  private func addSparsely(_ chunk: ColumnChunk, _ mask: UnsafeBufferPointer<UInt8>?) {
    for index in 0..<chunk.count {
      if let mask = unsafe mask, unsafe mask[index] == 0 { continue }
      let row = chunk.row(index)
      sparse[columns.groupKey(row, group), default: TotalDelta()].add(row.amount, 1)
    }
  }

  var result: [ColumnGroupKey: TotalDelta] {
    if dense.isEmpty { return sparse }
    var cells: [ColumnGroupKey: TotalDelta] = [:]
    for (place, cell) in dense.enumerated() where cell.count != 0 {
      var rest = place
      func take(_ step: Int) -> Int {
        guard step > 0 else { return 0 }
        defer { rest %= step }
        return rest / step
      }
      var key = ColumnGroupKey()
      if group.period != nil { key.date = firstDays[take(steps.period)] }
      if group.account { key.account = Int32(truncatingIfNeeded: take(steps.account)) }
      if group.category { key.path = Int32(truncatingIfNeeded: take(steps.path)) }
      if group.type { key.type = Int32(truncatingIfNeeded: take(steps.type)) }
      key.currency = Int32(truncatingIfNeeded: rest)
      cells[key] = cell
    }
    return cells
  }
}

extension ColumnChunk {
  /// The sum of the amounts of the rows that a mask has, and how many. Only where `sumsFit`.
  fileprivate func sum(_ mask: UnsafeBufferPointer<UInt8>?) -> (sum: Int64, count: Int) {
    unsafe wide[WideColumn.amount.rawValue].withUnsafeBufferPointer { amounts in
      var sum: Int64 = 0
      let count = min(self.count, amounts.count)
      guard let mask = unsafe mask else {
        for index in 0..<count { unsafe sum &+= amounts[index] }
        return (sum, count)
      }
      var selected: Int64 = 0
      for index in 0..<count {
        let bit = unsafe Int64(mask[index])
        unsafe sum &+= amounts[index] & (0 &- bit)
        selected &+= bit
      }
      return (sum, Int(selected))
    }
  }
}
