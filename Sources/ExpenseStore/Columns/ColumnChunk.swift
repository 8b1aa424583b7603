internal import ExpenseModel

/// Up to 4,096 expenses with neighbouring ids, column by column. It never changes.
final class ColumnChunk: Sendable {
  static let capacity = 4096

  let count: Int
  let firstID: Int64
  let lastID: Int64
  /// How far each id lies behind the first, in order; not there when no id between is missing.
  let offsets: PackedColumn
  /// By `NarrowColumn`.
  let narrow: [PackedColumn]
  /// By `WideColumn`.
  let wide: [PackedColumn]
  /// The first and the last day.
  let dates: ClosedRange<Int32>
  /// The least and the largest amount.
  let amounts: ClosedRange<Int64>

  /// Creates a chunk; each column is not loaded or has `count` values.
  ///
  /// - Parameter bounds: The first and the last day, and the least and the largest amount, where they
  ///   are known.
  init(
    count: Int, firstID: Int64, lastID: Int64, offsets: PackedColumn, narrow: [PackedColumn],
    wide: [PackedColumn], bounds: (dates: ClosedRange<Int32>, amounts: ClosedRange<Int64>)? = nil
  ) {
    self.count = count
    self.firstID = firstID
    self.lastID = lastID
    self.offsets = offsets
    self.narrow = narrow
    self.wide = wide
    if let bounds {
      (dates, amounts) = bounds
      return
    }
    let bounds = narrow[NarrowColumn.date.rawValue].bounds(count)
    // A damaged cache may have anything; what is no day is refused once the chunk is there.
    dates = Int32(clamping: bounds.lowerBound)...Int32(clamping: bounds.upperBound)
    amounts = wide[WideColumn.amount.rawValue].bounds(count)
  }

  /// The id at a place.
  func id(_ index: Int) -> Int64 {
    firstID &+ (offsets.isLoaded ? offsets[index] : Int64(index))
  }

  /// The place of an id, or where it would be inserted.
  func place(of id: Int64) -> (index: Int, isThere: Bool) {
    if id < firstID { return (0, false) }
    if id > lastID { return (count, false) }
    if !offsets.isLoaded { return (Int(id &- firstID), true) }
    let offset = id &- firstID
    var (low, high) = (0, count)
    while low < high {
      let middle = (low &+ high) / 2
      if offsets[middle] < offset { low = middle &+ 1 } else { high = middle }
    }
    return (low, low < count && offsets[low] == offset)
  }

  /// A column.
  func column(_ column: NarrowColumn) -> PackedColumn { narrow[column.rawValue] }

  /// A column.
  func column(_ column: WideColumn) -> PackedColumn { wide[column.rawValue] }

  /// The value of a column at a place; 0 where the column was not loaded.
  func value(_ column: NarrowColumn, _ index: Int) -> Int32 {
    Int32(truncatingIfNeeded: narrow[column.rawValue][index])
  }

  /// The value of a column at a place; 0 where the column was not loaded.
  func value(_ column: WideColumn, _ index: Int) -> Int64 { wide[column.rawValue][index] }

  /// What is always there of the row at a place.
  func hotRow(_ index: Int) -> ColumnRow {
    var row = ColumnRow()
    row.id = id(index)
    row.date = value(.date, index)
    row.amount = value(.amount, index)
    row.currency = value(.currency, index)
    row.type = value(.type, index)
    row.category = value(.category, index)
    row.account = value(.account, index)
    return row
  }

  /// The row at a place.
  func row(_ index: Int) -> ColumnRow {
    var row = hotRow(index)
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
