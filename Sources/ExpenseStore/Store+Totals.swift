public import ExpenseModel

/// What totals are grouped by; the currency always is.
public struct TotalsGroup: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let month = TotalsGroup(rawValue: 1)
  public static let type = TotalsGroup(rawValue: 2)
  public static let category = TotalsGroup(rawValue: 4)
}

extension Store {
  /// Sums and counts of the expenses that a query selects, sorted by month, type, category, currency.
  ///
  /// Without a query, or with one of type, category, currency and whole months, the cost does not
  /// depend on how many expenses there are.
  public func totals(
    _ group: TotalsGroup, query: ExpenseQuery? = nil
  ) throws(ExpenseError) -> [Total] {
    let query = try query?.validated()
    return try read { (connection, names) throws(ExpenseError) in
      let cells: [TotalKey: TotalDelta]
      if let query, !query.text.isEmpty {
        cells = try LiveView.totals(query, connection)
      } else if let query, !query.selectsWholeCells {
        cells = try Totals.recount(connection, SQLCondition(query))
      } else {
        cells = try Totals.all(connection, query, names)
      }
      return try Store.grouped(cells, group, names)
    }
  }

  private static func grouped(
    _ cells: [TotalKey: TotalDelta], _ group: TotalsGroup, _ names: Names
  ) throws(ExpenseError) -> [Total] {
    var sums: [TotalKey: TotalDelta] = [:]
    for (key, cell) in cells {
      let key = TotalKey(
        month: group.contains(.month) ? key.month : 0, type: group.contains(.type) ? key.type : 0,
        category: group.contains(.category) ? key.category : 0, currency: key.currency)
      guard sums[key, default: TotalDelta()].add(cell) else {
        throw ExpenseError(.damaged, "the totals are not those of expenses; check the store")
      }
    }
    var totals: [Total] = []
    for (key, sum) in sums where sum.count != 0 {
      let currency = try names.currencies.currency(key.currency)
      totals.append(
        Total(
          month: Int32(clamping: key.month), type: try names.types.name(key.type),
          category: try names.categories.name(key.category), currency: currency.code,
          digits: currency.digits, amount: sum.amount, count: sum.count))
    }
    return totals.sorted {
      ($0.month, $0.type, $0.category, $0.currency) < ($1.month, $1.type, $1.category, $1.currency)
    }
  }
}

extension ExpenseQuery {
  /// Whether every cell of the totals table lies wholly inside or outside.
  fileprivate var selectsWholeCells: Bool {
    let startsMonth = firstDate.map { $0.dayOfMonth == 1 } ?? true
    let endsMonth = lastDate.map { CivilDate(day: $0.day + 1)?.dayOfMonth ?? 1 == 1 } ?? true
    return startsMonth && endsMonth && account.isEmpty && text.isEmpty
  }
}

extension Totals {
  /// The cells that a query of whole cells selects.
  fileprivate static func all(
    _ connection: Connection, _ query: ExpenseQuery?, _ names: Names
  ) throws(ExpenseError) -> [TotalKey: TotalDelta] {
    let cells = try all(connection)
    guard let query else { return cells }
    // nil: the file has no such type or currency, and so no such expense.
    guard let type = try names.types.find(query.type),
      let currency = try query.currency.isEmpty ? 0 : names.currencies.find(query.currency)?.id
    else { return [:] }
    var selected: [TotalKey: TotalDelta] = [:]
    for (key, cell) in cells {
      if let first = query.firstDate, key.month < Int64(first.yyyymm) { continue }
      if let last = query.lastDate, key.month > Int64(last.yyyymm) { continue }
      if type != 0, key.type != type { continue }
      if currency != 0, key.currency != currency { continue }
      if !isWithin(try names.categories.name(key.category), query.category) { continue }
      selected[key] = cell
    }
    return selected
  }

  /// Whether a category is another one or stands below it; every one is within "".
  private static func isWithin(_ category: String, _ ancestor: String) -> Bool {
    ancestor.isEmpty || category.isIdentical(to: ancestor)
      || category.utf8.starts(with: (ancestor + ":").utf8)
  }
}
