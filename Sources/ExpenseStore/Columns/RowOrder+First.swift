internal import ExpenseModel

extension RowOrder {
  /// The first rows of an order, and how many there are.
  struct First {
    /// At least as many as were asked for, where there are so many.
    var ids: [Int64]
    var count: Int
  }

  /// Finds the first rows of what a filter lets through without sorting the others, by a first key
  /// that is a number; nil for another order, and for so many that sorting all is as quick.
  ///
  /// O(rows) with a small factor: whatever is behind the best so far is passed over.
  func first(_ least: Int, of filter: RowFilter, in columns: Columns) -> First? {
    guard section == nil, least > 0, least <= columns.count / 8, let key = keys.first else {
      return nil
    }
    let column: (ColumnChunk) -> PackedColumn
    switch key.field {
    case .date: column = { $0.column(.date) }
    // As plain numbers, amounts of currencies with other digits have another order.
    case .amount where columns.names.haveEqualDigits: column = { $0.column(.amount) }
    default: return nil
    }
    let filter = ChunkFilter(filter, columns)
    var best = BestRows(least, descending: key.descending)
    var count = 0
    for chunk in columns.chunks {
      switch filter.select(chunk) {
      case .none: continue
      case .all:
        count &+= chunk.count
        unsafe best.add(chunk, column(chunk), mask: nil)
      case .some:
        unsafe count &+= filter.mask.ones
        unsafe best.add(chunk, column(chunk), mask: filter.mask)
      }
    }
    let ids = sorted(best.rows.map(\.id).sorted(), in: columns)
    return First(ids: ids, count: count)
  }
}

/// Keeps the rows with the best values of a column, and all with a value that one of these has.
private struct BestRows {
  private let least: Int
  private let descending: Bool
  private(set) var rows: [(value: Int64, id: Int64)] = []
  /// The worst value that still counts.
  private var limit: Int64
  private var capacity: Int

  init(_ least: Int, descending: Bool) {
    self.least = least
    self.descending = descending
    limit = descending ? .min : .max
    capacity = least * 8
    rows.reserveCapacity(capacity)
  }

  @inline(__always)
  private func isGood(_ value: Int64) -> Bool { descending ? value >= limit : value <= limit }

  mutating func add(
    _ chunk: ColumnChunk, _ column: PackedColumn, mask: UnsafeBufferPointer<UInt8>?
  ) {
    guard let mask = unsafe mask else {
      for index in 0..<chunk.count { add(chunk, index, column[index]) }
      return
    }
    unsafe mask.forEachOne { add(chunk, $0, column[$0]) }
  }

  @inline(__always)
  private mutating func add(_ chunk: ColumnChunk, _ index: Int, _ value: Int64) {
    guard isGood(value) else { return }
    rows.append((value, chunk.id(index)))
    if rows.count == capacity { prune() }
  }

  /// Leaves out what is behind the first `least`.
  private mutating func prune() {
    let values = rows.map(\.value).sorted()
    limit = descending ? values[values.count &- least] : values[least &- 1]
    let (limit, descending) = (limit, descending)
    rows.removeAll { descending ? $0.value < limit : $0.value > limit }
    // Many with one value: rather more room than sorting again and again.
    if rows.count > capacity / 2 { capacity *= 2 }
  }
}

extension ColumnNames {
  /// Whether all currencies have as many digits, so that their amounts compare as plain numbers.
  fileprivate var haveEqualDigits: Bool {
    let digits = currencies.compactMap { $0?.digits }
    return digits.allSatisfy { $0 == digits[0] }
  }
}
