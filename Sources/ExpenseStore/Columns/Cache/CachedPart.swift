internal import ExpenseModel

/// The hot columns of the expenses whose ids lie between two multiples of 65,536, in few bytes.
///
/// The number of rows (4 bytes), a flag (1) that ids are missing between the first and the last one,
/// and the first id, less the start of the part (2); with the flag, instead, a bit for each id of the
/// part. Then for 4,096 rows after another the columns in the order of `narrow`, and the amounts, as
/// `PackedNumbers`. Numbers have their lowest byte first.
struct CachedPart: Sendable, Hashable {
  static let width: Int64 = 65_536
  /// The last part: ids end before 2^63 - 1.
  static let last = Int64.max / width

  /// The columns of 32 bits, in their order.
  static let narrow: [NarrowColumn] = [.date, .currency, .type, .category, .account]

  let number: Int64

  init(_ number: Int64) {
    self.number = number
  }

  /// The part that an id lies in.
  init(of id: Int64) {
    number = id / CachedPart.width
  }

  /// The ids that lie in it; those of the first part begin with 1.
  var ids: ClosedRange<Int64> {
    let start = number &* CachedPart.width
    return max(1, start)...(start &+ (CachedPart.width &- 1))
  }

  // MARK: Writing

  /// The bytes of the rows that columns have in the part; nil when there are none.
  func encode(_ columns: Columns) -> (bytes: [UInt8], rows: Int)? {
    var builder = ChunkBuilder(loaded: columns.loaded)
    var index = columns.indexOfChunk(reaching: ids.lowerBound)
    while index < columns.chunks.count, columns.chunks[index].firstID <= ids.upperBound {
      let chunk = columns.chunks[index]
      let (first, end) = (chunk.place(of: ids.lowerBound), chunk.place(of: ids.upperBound))
      builder.append(chunk, first.index..<(end.isThere ? end.index &+ 1 : end.index))
      index &+= 1
    }
    builder.flush()
    let rows = builder.chunks.reduce(0) { $0 &+ $1.count }
    guard let first = builder.chunks.first, let last = builder.chunks.last else { return nil }
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt64(rows), bytes: 4)
    let isDense = last.lastID &- first.firstID == Int64(rows &- 1)
    bytes.append(isDense ? 0 : 1)
    if isDense {
      bytes.append(littleEndian: UInt64(place(of: first.firstID)), bytes: 2)
    } else {
      bytes += bits(builder.chunks)
    }
    for chunk in builder.chunks {
      for column in CachedPart.narrow {
        PackedNumbers.append(chunk.column(column).values(chunk.count), to: &bytes)
      }
      PackedNumbers.append(chunk.column(.amount).values(chunk.count), to: &bytes)
    }
    return (bytes, rows)
  }

  private func place(of id: Int64) -> Int { Int(id &- number &* CachedPart.width) }

  private func bits(_ chunks: [ColumnChunk]) -> [UInt8] {
    var bits = [UInt8](repeating: 0, count: Int(CachedPart.width) / 8)
    for chunk in chunks {
      for index in 0..<chunk.count {
        let place = place(of: chunk.id(index))
        bits[place / 8] |= 1 << UInt8(place % 8)
      }
    }
    return bits
  }

  // MARK: Reading

  /// The rows that bytes hold; nil where they are no rows of this part within the limits.
  func decode(_ bytes: UnsafeRawBufferPointer, _ limits: ColumnLimits) -> [ColumnChunk]? {
    var reader = unsafe BlobReader(bytes)
    guard let rows = reader.number(4).map({ Int(clamping: $0) }),
      rows > 0, rows <= Int(CachedPart.width), let flag = reader.number(1), flag <= 1,
      let ids = flag == 0 ? dense(rows, &reader) : sparse(rows, &reader)
    else { return nil }
    var chunks: [ColumnChunk] = []
    var start = 0
    while start < rows {
      let end = min(rows, start &+ ColumnChunk.capacity)
      guard let chunk = chunk(ids, start..<end, &reader), limits.allow(chunk) else { return nil }
      chunks.append(chunk)
      start = end
    }
    return reader.isAtEnd ? chunks : nil
  }

  /// Ids in order: from the first one on when `list` is empty.
  private typealias IDs = (first: Int64, list: [Int64])

  private func dense(_ rows: Int, _ reader: inout BlobReader) -> IDs? {
    guard let place = reader.number(2) else { return nil }
    let first = number &* CachedPart.width &+ Int64(place)
    let fits = first > 0 && Int(place) &+ rows <= Int(CachedPart.width)
    return fits ? (first, []) : nil
  }

  private func sparse(_ rows: Int, _ reader: inout BlobReader) -> IDs? {
    guard let bits = unsafe reader.take(Int(CachedPart.width) / 8) else { return nil }
    var list: [Int64] = []
    for index in bits.indices {
      var byte = unsafe bits[index]
      while byte != 0 {
        let place = index &* 8 &+ byte.trailingZeroBitCount
        list.append(number &* CachedPart.width &+ Int64(place))
        byte &= byte &- 1
      }
    }
    guard list.count == rows, let first = list.first, first > 0 else { return nil }
    return (first, list)
  }

  private func chunk(
    _ ids: IDs, _ range: Range<Int>, _ reader: inout BlobReader
  ) -> ColumnChunk? {
    var narrow = [PackedColumn](repeating: .absent, count: NarrowColumn.allCases.count)
    for column in CachedPart.narrow {
      guard let values = reader.packed(range.count) else { return nil }
      narrow[column.rawValue] = values
    }
    var wide = [PackedColumn](repeating: .absent, count: WideColumn.allCases.count)
    guard let amounts = reader.packed(range.count) else { return nil }
    wide[WideColumn.amount.rawValue] = amounts
    var first = ids.first &+ Int64(range.lowerBound)
    var last = first &+ Int64(range.count &- 1)
    var offsets = PackedColumn.absent
    if !ids.list.isEmpty {
      let list = ids.list[range]
      (first, last) = (list.first ?? 0, list.last ?? 0)
      if last &- first != Int64(range.count &- 1) {
        offsets = PackedColumn(packing: list.map { $0 &- first })
      }
    }
    return ColumnChunk(
      count: range.count, firstID: first, lastID: last, offsets: offsets, narrow: narrow,
      wide: wide)
  }
}

extension ColumnLimits {
  /// Whether the hot columns of a chunk hold only what there is.
  func allow(_ chunk: ColumnChunk) -> Bool {
    let dates = chunk.column(.date).bounds(chunk.count)
    guard allow(date: dates.lowerBound), allow(date: dates.upperBound) else { return false }
    let columns: [(NarrowColumn, UInt64)] = [
      (.currency, currencies), (.type, types), (.category, categories), (.account, accounts),
    ]
    return columns.allSatisfy { column, limit in
      let bounds = chunk.column(column).bounds(chunk.count)
      return bounds.lowerBound >= 0 && UInt64(bounds.upperBound) < limit
    }
  }
}

extension Columns {
  /// The parts that have rows, in order.
  var parts: [CachedPart] {
    var parts: [CachedPart] = []
    for chunk in chunks {
      var index = 0
      while index < chunk.count {
        let part = CachedPart(of: chunk.id(index))
        if parts.last != part { parts.append(part) }
        let end = chunk.place(of: part.ids.upperBound)
        index = end.isThere ? end.index &+ 1 : end.index
      }
    }
    return parts
  }
}
