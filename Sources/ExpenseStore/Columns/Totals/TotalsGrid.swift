internal import ExpenseModel

/// Gives each group a place in one array, while all combinations of what is grouped by are few.
///
/// A place is a sum of places, one for each of what is grouped by; that of a period is the lowest
/// digit. Which period a day lies in is found once for all rows, and then looked up.
struct TotalsGrid {
  let group: ColumnGroup
  /// How many places there are.
  let size: Int
  /// How far two neighbours of a kind lie from each other.
  let steps: (currency: Int, type: Int, path: Int, account: Int)
  /// By category, the place of its path.
  let paths: [UInt16]
  /// By day from `firstDay` on, the place of its period.
  let periods: [UInt16]
  let firstDay: Int32
  /// By place, the first day of a period; one 0 when there is none.
  let firstDays: [Int32]

  /// Beyond so many places a dictionary takes less memory; all fit 16 bits.
  private static let maximumSize = 1 << 15
  private static let maximumDays = 1 << 17

  /// Creates a grid for rows with days in a range; nil when it would be too large.
  init?(_ group: ColumnGroup, _ names: ColumnNames, days: ClosedRange<Int32>) {
    self.group = group
    firstDay = days.lowerBound
    var firstDays: [Int32] = [0]
    var periods: [UInt16] = []
    if let period = group.period {
      let count = Int(days.upperBound) - Int(days.lowerBound) + 1
      guard count <= TotalsGrid.maximumDays else { return nil }
      firstDays = [period.firstDay(of: days.lowerBound)]
      var next = period.next(after: firstDays[0])
      periods.reserveCapacity(count)
      for day in days {
        if day >= next {
          guard firstDays.count < TotalsGrid.maximumSize else { return nil }
          firstDays.append(next)
          next = period.next(after: next)
        }
        periods.append(UInt16(truncatingIfNeeded: firstDays.count &- 1))
      }
    }
    self.firstDays = firstDays
    self.periods = periods
    var size = firstDays.count
    func step(_ isGrouped: Bool, _ count: Int) -> Int {
      guard isGrouped, size <= TotalsGrid.maximumSize else { return 0 }
      defer { size *= min(count, TotalsGrid.maximumSize &+ 1) }
      return size
    }
    steps = (
      step(true, names.currencies.count), step(group.type, names.types.count),
      step(group.category, names.paths.count), step(group.account, names.accounts.count)
    )
    guard size <= TotalsGrid.maximumSize else { return nil }
    self.size = size
    let pathStep = steps.path
    paths =
      group.category
      ? (0..<names.pathsOfCategory.count).map {
        let path = names.path(of: Int32(truncatingIfNeeded: $0), level: group.level)
        return UInt16(truncatingIfNeeded: Int(path) &* pathStep)
      } : []
  }

  /// The place of the group of a row.
  func place(date: Int32, type: Int32, category: Int32, account: Int32, currency: Int32) -> Int {
    var place = Int(currency) &* steps.currency
    if group.period != nil { place &+= Int(periods[Int(date &- firstDay)]) }
    if group.type { place &+= Int(type) &* steps.type }
    if group.category { place &+= Int(paths[Int(category)]) }
    if group.account { place &+= Int(account) &* steps.account }
    return place
  }

  /// The groups that have expenses, in the order of totals, and what they come to.
  ///
  /// - Parameters:
  ///   - most: How many there are at most, about.
  ///   - sum: What the expenses of a place come to.
  @inline(__always)
  func groups(
    _ names: ColumnNames, most: Int, _ sum: (Int) -> TotalDelta
  ) -> (keys: [ColumnGroupKey], sums: [TotalDelta]) {
    var keys: [ColumnGroupKey] = []
    var sums: [TotalDelta] = []
    keys.reserveCapacity(most)
    sums.reserveCapacity(most)
    let parts = parts(names)
    let starts = parts.map { place(of: $0) }
    for period in firstDays.indices {
      for part in starts.indices {
        let sum = sum(period &+ starts[part])
        if sum.count == 0 { continue }
        var key = parts[part]
        key.date = firstDays[period]
        keys.append(key)
        sums.append(sum)
      }
    }
    return (keys, sums)
  }

  /// The groups that there may be in each period, in order.
  private func parts(_ names: ColumnNames) -> [ColumnGroupKey] {
    let paths = group.category ? names.paths.numbersInOrder : [0]
    let accounts = group.account ? names.accounts.numbersInOrder : [0]
    let currencies = names.currencyCodes.numbersInOrder
    var parts: [ColumnGroupKey] = []
    for type in group.type ? names.types.numbersInOrder : [0] {
      for path in paths {
        for account in accounts {
          for currency in currencies {
            parts.append(
              ColumnGroupKey(type: type, path: path, account: account, currency: currency))
          }
        }
      }
    }
    return parts
  }

  /// The place of a group in the first period.
  private func place(of key: ColumnGroupKey) -> Int {
    Int(key.type) &* steps.type &+ Int(key.path) &* steps.path
      &+ Int(key.account) &* steps.account &+ Int(key.currency) &* steps.currency
  }
}
