/// Makes chunks of rows that come in order of id.
struct ChunkBuilder {
  private let loaded: ColumnNeeds
  private(set) var chunks: [ColumnChunk] = []
  private var ids: [Int64] = []
  private var narrow: [[Int64]]
  private var wide: [[Int64]]

  init(loaded: ColumnNeeds) {
    self.loaded = loaded
    narrow = [[Int64]](repeating: [], count: NarrowColumn.allCases.count)
    wide = [[Int64]](repeating: [], count: WideColumn.allCases.count)
  }

  /// Adds a row behind the others.
  mutating func append(_ row: ColumnRow) {
    if ids.count == ColumnChunk.capacity { flush() }
    ids.append(row.id)
    for column in NarrowColumn.allCases where loaded.isSuperset(of: column.need) {
      narrow[column.rawValue].append(Int64(row.narrow(column)))
    }
    for column in WideColumn.allCases where loaded.isSuperset(of: column.need) {
      wide[column.rawValue].append(row.wide(column))
    }
  }

  /// Adds some rows of a chunk behind the others.
  mutating func append(_ chunk: ColumnChunk, _ range: Range<Int>) {
    var range = range
    while !range.isEmpty {
      if ids.count == ColumnChunk.capacity { flush() }
      let part = range.prefix(ColumnChunk.capacity - ids.count)
      for index in part { ids.append(chunk.id(index)) }
      for index in narrow.indices where chunk.narrow[index].isLoaded {
        narrow[index].append(chunk.narrow[index], part)
      }
      for index in wide.indices where chunk.wide[index].isLoaded {
        wide[index].append(chunk.wide[index], part)
      }
      range = part.upperBound..<range.upperBound
    }
  }

  /// Ends the last chunk. Between others, a small one gets half of what the one before it has, so
  /// that there is room for more of the same; at the end rows are added, and chunks stay full.
  mutating func finish(isAtEnd: Bool) {
    if !isAtEnd, let last = chunks.last, ids.count > 0, ids.count < ColumnChunk.capacity / 4 {
      var both = ChunkBuilder(loaded: loaded)
      flush()
      let small = chunks.removeLast()
      chunks.removeLast()
      both.append(last, 0..<(last.count / 2))
      both.flush()
      both.append(last, (last.count / 2)..<last.count)
      both.append(small, 0..<small.count)
      both.flush()
      chunks += both.chunks
    } else {
      flush()
    }
  }

  /// Ends the chunk that was begun.
  mutating func flush() {
    guard let first = ids.first, let last = ids.last else { return }
    var offsets = PackedColumn.absent
    if last &- first != Int64(ids.count &- 1) {
      for index in ids.indices { ids[index] &-= first }
      offsets = PackedColumn(packing: ids)
    }
    chunks.append(
      ColumnChunk(
        count: ids.count, firstID: first, lastID: last, offsets: offsets,
        narrow: narrow.map { PackedColumn(packing: $0) },
        wide: wide.map { PackedColumn(packing: $0) }))
    ids.removeAll(keepingCapacity: true)
    for index in narrow.indices { narrow[index].removeAll(keepingCapacity: true) }
    for index in wide.indices { wide[index].removeAll(keepingCapacity: true) }
  }

  /// The same rows in fewer chunks, where small ones are neighbours.
  static func joined(_ chunks: [ColumnChunk], _ loaded: ColumnNeeds) -> [ColumnChunk] {
    func isSmall(_ chunk: ColumnChunk) -> Bool { chunk.count <= ColumnChunk.capacity / 2 }
    guard zip(chunks, chunks.dropFirst()).contains(where: { isSmall($0) && isSmall($1) }) else {
      return chunks
    }
    var joined: [ColumnChunk] = []
    var builder = ChunkBuilder(loaded: loaded)
    func end() {
      builder.flush()
      joined += builder.chunks
      builder = ChunkBuilder(loaded: loaded)
    }
    for chunk in chunks {
      if isSmall(chunk) {
        builder.append(chunk, 0..<chunk.count)
      } else {
        end()
        joined.append(chunk)
      }
    }
    end()
    return joined
  }
}

extension [Int64] {
  /// Adds the values of some places of a column.
  fileprivate mutating func append(_ column: PackedColumn, _ range: Range<Int>) {
    let start = count
    append(contentsOf: repeatElement(0, count: range.count))
    unsafe withUnsafeMutableBufferPointer { values in
      guard let base = values.baseAddress else { return }
      unsafe column.unpack(range, into: base + start)
    }
  }
}
