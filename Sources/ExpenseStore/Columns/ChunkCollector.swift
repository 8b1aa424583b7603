internal import ExpenseModel

/// Makes chunks of the rows of a scan, which come in order of id.
///
/// Values go straight into packed memory, because a store is opened as fast as this is.
@safe final class ChunkCollector {
  private(set) var chunks: [ColumnChunk] = []
  private(set) var count = 0
  /// The last id of all; what does not follow it is no order.
  private(set) var lastID: Int64 = 0
  private let ids: UnsafeMutablePointer<Int64>
  private let narrow: UnsafeMutablePointer<Int64>
  private let wide: UnsafeMutablePointer<Int64>
  private let narrowColumns: [NarrowColumn]
  private let wideColumns: [WideColumn]

  init(_ needs: ColumnNeeds) {
    narrowColumns = NarrowColumn.allCases.filter { needs.isSuperset(of: $0.need) }
    wideColumns = WideColumn.allCases.filter { needs.isSuperset(of: $0.need) }
    unsafe ids = .allocate(capacity: ColumnChunk.capacity)
    unsafe narrow = .allocate(capacity: ColumnChunk.capacity * NarrowColumn.allCases.count)
    unsafe wide = .allocate(capacity: ColumnChunk.capacity * WideColumn.allCases.count)
  }

  deinit {
    unsafe ids.deallocate()
    unsafe narrow.deallocate()
    unsafe wide.deallocate()
  }

  /// Begins a row. Every column that is needed must then be set.
  func begin(_ id: Int64) {
    if count == ColumnChunk.capacity { flush() }
    unsafe ids[count] = id
    lastID = id
    count &+= 1
  }

  func set(_ column: NarrowColumn, _ value: Int32) {
    unsafe narrow[column.rawValue &* ColumnChunk.capacity &+ count &- 1] = Int64(value)
  }

  func set(_ column: WideColumn, _ value: Int64) {
    unsafe wide[column.rawValue &* ColumnChunk.capacity &+ count &- 1] = value
  }

  /// Ends the chunk that was begun.
  func flush() {
    guard count > 0 else { return }
    let first = unsafe ids[0]
    let isDense = lastID &- first == Int64(count &- 1)
    var offsets = PackedColumn.absent
    if !isDense {
      for index in 0..<count { unsafe ids[index] &-= first }
      offsets = unsafe PackedColumn(packing: UnsafeBufferPointer(start: ids, count: count))
    }
    var narrow = [PackedColumn](repeating: .absent, count: NarrowColumn.allCases.count)
    for column in narrowColumns {
      narrow[column.rawValue] = unsafe packed(self.narrow, column.rawValue)
    }
    var wide = [PackedColumn](repeating: .absent, count: WideColumn.allCases.count)
    for column in wideColumns {
      wide[column.rawValue] = unsafe packed(self.wide, column.rawValue)
    }
    chunks.append(
      ColumnChunk(
        count: count, firstID: first, lastID: lastID, offsets: offsets, narrow: narrow,
        wide: wide))
    count = 0
  }

  private func packed(_ values: UnsafeMutablePointer<Int64>, _ column: Int) -> PackedColumn {
    let start = unsafe values + column &* ColumnChunk.capacity
    return unsafe PackedColumn(packing: UnsafeBufferPointer(start: start, count: count))
  }
}
