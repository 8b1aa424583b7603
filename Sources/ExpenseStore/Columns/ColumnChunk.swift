internal import ExpenseModel

/// Up to 4,096 expenses with neighbouring ids, column by column. It never changes.
///
/// A column that was not asked for is empty. One whose values are all the same may be longer than
/// the chunk, because chunks share it.
final class ColumnChunk: Sendable {
  static let capacity = 4096

  let count: Int
  let firstID: Int64
  let lastID: Int64
  /// In order; empty when no id between the first and the last is missing.
  let ids: [Int64]
  /// By `NarrowColumn`.
  let narrow: [[Int32]]
  /// By `WideColumn`.
  let wide: [[Int64]]
  /// The first and the last day.
  let dates: ClosedRange<Int32>
  /// Whether no sum of the chunk's amounts leaves 64 bits.
  let sumsFit: Bool
  /// By `NarrowColumn`, whether all rows have the same value.
  private let uniform: [Bool]

  init(
    count: Int, firstID: Int64, lastID: Int64, ids: [Int64], narrow: [[Int32]], wide: [[Int64]]
  ) {
    self.count = count
    self.firstID = firstID
    self.lastID = lastID
    self.ids = ids
    self.narrow = narrow
    self.wide = wide
    var (first, last): (Int32, Int32) = (.max, .min)
    for day in narrow[NarrowColumn.date.rawValue].prefix(count) {
      first = min(first, day)
      last = max(last, day)
    }
    dates = min(first, last)...max(first, last)
    var bits: Int64 = 0
    for amount in wide[WideColumn.amount.rawValue].prefix(count) { bits |= amount ^ (amount >> 63) }
    sumsFit = bits < 1 << 50
    uniform = narrow.map { values in
      guard let first = values.first else { return false }
      return values.prefix(count).allSatisfy { $0 == first }
    }
  }

  /// The value that all rows have in a column; nil where they differ or it was not loaded.
  func uniformValue(_ column: NarrowColumn) -> Int32? {
    uniform[column.rawValue] ? narrow[column.rawValue].first : nil
  }

  /// The id at a place.
  func id(_ index: Int) -> Int64 {
    ids.isEmpty ? firstID &+ Int64(index) : ids[index]
  }

  /// The place of an id, or where it would be inserted.
  func place(of id: Int64) -> (index: Int, isThere: Bool) {
    if id < firstID { return (0, false) }
    if id > lastID { return (count, false) }
    if ids.isEmpty { return (Int(id &- firstID), true) }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low &+ high) / 2
      if ids[middle] < id { low = middle &+ 1 } else { high = middle }
    }
    return (low, low < count && ids[low] == id)
  }

  /// The value of a column at a place; 0 where the column was not loaded.
  func value(_ column: NarrowColumn, _ index: Int) -> Int32 {
    let values = narrow[column.rawValue]
    return index < values.count ? values[index] : 0
  }

  /// The value of a column at a place; 0 where the column was not loaded.
  func value(_ column: WideColumn, _ index: Int) -> Int64 {
    let values = wide[column.rawValue]
    return index < values.count ? values[index] : 0
  }

  /// The row at a place.
  func row(_ index: Int) -> ColumnRow {
    var row = ColumnRow()
    row.id = id(index)
    row.date = value(.date, index)
    row.amount = value(.amount, index)
    row.currency = value(.currency, index)
    row.type = value(.type, index)
    row.category = value(.category, index)
    row.account = value(.account, index)
    row.reimbursement = value(.reimbursement, index)
    row.name = value(.name, index)
    row.note = value(.note, index)
    row.tags = value(.tags, index)
    row.extra = value(.extra, index)
    row.conversionCurrency = value(.conversionCurrency, index)
    row.conversionAmount = value(.conversionAmount, index)
    row.conversionRate = value(.conversionRate, index)
    row.importNumber = value(.importNumber, index)
    row.line = value(.line, index)
    row.fingerprint = value(.fingerprint, index)
    row.externalID = value(.externalID, index)
    row.uuid = UUID128(
      high: UInt64(bitPattern: value(.uuidHigh, index)),
      low: UInt64(bitPattern: value(.uuidLow, index)))
    return row
  }
}
