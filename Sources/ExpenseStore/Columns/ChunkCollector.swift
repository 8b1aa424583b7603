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
  private let narrow: UnsafeMutablePointer<Int32>
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
    unsafe narrow[column.rawValue &* ColumnChunk.capacity &+ count &- 1] = value
  }

  func set(_ column: WideColumn, _ value: Int64) {
    unsafe wide[column.rawValue &* ColumnChunk.capacity &+ count &- 1] = value
  }

  /// Ends the chunk that was begun.
  func flush() {
    guard count > 0 else { return }
    let first = unsafe ids[0]
    let isDense = lastID &- first == Int64(count &- 1)
    let isDenseOrEmpty =
      unsafe isDense ? [] : [Int64](UnsafeBufferPointer(start: ids, count: count))
    var narrow = [[Int32]](repeating: [], count: NarrowColumn.allCases.count)
    for column in narrowColumns {
      let start = unsafe self.narrow + column.rawValue &* ColumnChunk.capacity
      narrow[column.rawValue] = unsafe SharedRuns.array(
        UnsafeBufferPointer(start: start, count: count))
    }
    var wide = [[Int64]](repeating: [], count: WideColumn.allCases.count)
    for column in wideColumns {
      let start = unsafe self.wide + column.rawValue &* ColumnChunk.capacity
      wide[column.rawValue] = unsafe SharedRuns.array(
        UnsafeBufferPointer(start: start, count: count))
    }
    chunks.append(
      ColumnChunk(
        count: count, firstID: first, lastID: lastID, ids: isDenseOrEmpty, narrow: narrow,
        wide: wide))
    count = 0
  }
}
