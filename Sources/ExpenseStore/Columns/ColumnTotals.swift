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
  var currency: Int32 = 0
}

extension Columns {
  /// The group that a row counts in.
  func groupKey(_ row: ColumnRow, _ group: ColumnGroup) -> ColumnGroupKey {
    ColumnGroupKey(
      date: group.period?.firstDay(of: row.date) ?? 0, type: group.type ? row.type : 0,
      path: group.category ? names.path(of: row.category, level: group.level) : 0,
      account: group.account ? row.account : 0, currency: row.currency)
  }

  /// A cell as the caller reads it.
  func total(_ key: ColumnGroupKey, _ cell: TotalDelta, _ group: ColumnGroup) -> Total {
    let currency = names.currency(key.currency)
    let date = group.period == nil ? nil : CivilDate(day: key.date)
    return Total(
      month: group.period == .month ? date?.yyyymm ?? 0 : 0, date: date,
      type: names.types[key.type], category: names.paths[key.path],
      account: names.accounts[key.account], currency: currency?.code ?? "",
      digits: currency?.digits ?? 0, amount: cell.amount, count: cell.count)
  }
}
