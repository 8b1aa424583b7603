public import ExpenseModel
internal import Threads

/// What totals are grouped by; the currency always is. At most one of the periods.
public struct TotalsGroup: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let month = TotalsGroup(rawValue: 1)
  public static let type = TotalsGroup(rawValue: 2)
  public static let category = TotalsGroup(rawValue: 4)
  public static let account = TotalsGroup(rawValue: 8)
  public static let day = TotalsGroup(rawValue: 16)
  /// The week of ISO 8601.
  public static let week = TotalsGroup(rawValue: 32)
  public static let quarter = TotalsGroup(rawValue: 64)
  public static let year = TotalsGroup(rawValue: 128)

  /// By category, but only by the first names of its path; 0 is by all of them.
  public static func category(level: UInt8) -> TotalsGroup {
    TotalsGroup(rawValue: category.rawValue | UInt32(level) << 24)
  }

  /// How many names of a category's path count; 0 for all.
  public var level: Int { Int(rawValue >> 24) }
}

extension ColumnGroup {
  /// Reads the bits.
  ///
  /// - Throws: `argument` for unknown bits, for more than one period, and for a level that is above
  ///   16 or without `category`.
  init(_ group: TotalsGroup) throws(ExpenseError) {
    let periods: [(TotalsGroup, Period)] = [
      (.day, .day), (.week, .week), (.month, .month), (.quarter, .quarter), (.year, .year),
    ]
    let chosen = periods.filter { group.contains($0.0) }.map(\.1)
    guard group.rawValue & 0xFF_FFFF < 256 else {
      throw ExpenseError(.argument, "totals: the group has unknown bits")
    }
    guard chosen.count <= 1 else {
      throw ExpenseError(.argument, "totals: a group has at most one period")
    }
    guard group.level == 0 || group.contains(.category) && group.level <= CategoryPath.maximumLevels
    else {
      throw ExpenseError(
        .argument, "totals: a level is 0 to 16, and of a group by category: \(group.level)")
    }
    self.init(
      period: chosen.first, type: group.contains(.type), category: group.contains(.category),
      level: group.level, account: group.contains(.account))
  }
}

extension Store {
  /// Sums and counts of the expenses that a query selects, sorted by period, type, category,
  /// account and currency.
  ///
  /// Without a query, or with one of types, a category, currencies and whole months, and by groups
  /// of these, the cost does not depend on how many expenses there are. Other questions are answered
  /// from columns in memory, which the first of them loads.
  ///
  /// - Throws: `argument` for a group that there is not.
  public func totals(
    _ group: TotalsGroup, query: ExpenseQuery? = nil
  ) throws(ExpenseError) -> [Total] {
    try totalsTable(group, query: query).totals
  }

  /// The same in the form that the C interface lays out.
  package func totalsTable(
    _ group: TotalsGroup, query: ExpenseQuery?
  ) throws(ExpenseError) -> TotalsTable {
    let query = try query?.validated() ?? ExpenseQuery()
    let group = try ColumnGroup(group)
    if query.selectsWholeCells, group.joinsWholeCells {
      return try monthlyTotals().totals(query, group, path)
    }
    let columns = try columns.seenByThisThread(ColumnNeeds(filterOf: query))
    return columns.totals(RowFilter(query, columns), group)
  }

  /// The table of totals as this thread sees it.
  private func monthlyTotals() throws(ExpenseError) -> MonthlyTotals {
    let own = try readInOwnTransaction { (writer) throws(ExpenseError) in
      try MonthlyTotals(writer.connection)
    }
    if let own { return own }
    try Store.refuseInsideWake()
    return try columnState.withLock { (state) throws(ExpenseError) in
      try reader.withLock { (reader) throws(ExpenseError) in
        try reader.use { (connection, _) throws(ExpenseError) in
          try state.monthlyTotals(connection)
        }
      }
    }
  }
}

extension ColumnGroup {
  /// Whether every cell of the totals table lies wholly in one group.
  fileprivate var joinsWholeCells: Bool {
    !account && period != .day && period != .week
  }
}

extension ExpenseQuery {
  /// Whether every cell of the totals table lies wholly inside or outside.
  fileprivate var selectsWholeCells: Bool {
    let startsMonth = firstDate.map { $0.dayOfMonth == 1 } ?? true
    let endsMonth = lastDate.map { CivilDate(day: $0.day + 1)?.dayOfMonth ?? 1 == 1 } ?? true
    return startsMonth && endsMonth && accounts.isEmpty && text.isEmpty && tagsAny.isEmpty
      && tagsAll.isEmpty && tagsNone.isEmpty && reimbursements.isEmpty && minAmount == nil
      && maxAmount == nil
  }
}
