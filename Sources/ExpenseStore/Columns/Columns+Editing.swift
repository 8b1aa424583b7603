extension Columns {
  /// One row to be there or to be gone.
  typealias Edit = (id: Int64, row: ColumnRow?)

  /// Up to so many edits of a chunk are made one by one, each of which copies what it changes.
  private static let maximumEdits = 8

  /// Sets and removes rows, by edits in order of id, each id once.
  ///
  /// Costs a chunk per chunk that is touched, and one reference for every other.
  mutating func apply(_ edits: [Edit]) {
    var next = 0
    while next < edits.count {
      let index = chunkFor(edits[next].id)
      let end = endOfChunk(index)
      var stop = next &+ 1
      while stop < edits.count, edits[stop].id <= end { stop &+= 1 }
      rebuild(index, edits[next..<stop])
      next = stop
    }
  }

  /// The chunk that holds an id or takes it in; the number of chunks when there are none.
  private func chunkFor(_ id: Int64) -> Int {
    let index = indexOfChunk(reaching: id)
    // What lies between two chunks goes to the first, so that adding at the end fills the last one.
    if index > 0, index == chunks.count || id < chunks[index].firstID { return index &- 1 }
    return index
  }

  /// The last id that a chunk takes in.
  private func endOfChunk(_ index: Int) -> Int64 {
    index &+ 1 < chunks.count ? chunks[index &+ 1].firstID &- 1 : .max
  }

  private mutating func rebuild(_ index: Int, _ edits: ArraySlice<Edit>) {
    var builder = ChunkBuilder(loaded: loaded)
    var range = index..<index
    if index < chunks.count {
      range = index..<(index &+ 1)
      // A chunk that has lost many rows takes in its neighbours.
      let removed = edits.reduce(0) { $1.row == nil ? $0 &+ 1 : $0 }
      var size = chunks[index].count &- removed
      if edits.count <= Columns.maximumEdits, removed == 0 || size > ColumnChunk.capacity / 2,
        let changed = chunks[index].editing(edits)
      {
        return replaceChunks(range, with: [changed])
      }
      func takeIn(_ neighbour: Int) -> Bool {
        guard removed > 0, chunks.indices.contains(neighbour) else { return false }
        guard size &+ chunks[neighbour].count <= ColumnChunk.capacity / 2 else { return false }
        size &+= chunks[neighbour].count
        return true
      }
      while takeIn(range.upperBound) { range = range.lowerBound..<(range.upperBound &+ 1) }
      while takeIn(range.lowerBound &- 1) { range = (range.lowerBound &- 1)..<range.upperBound }
    }
    var edits = edits
    for old in chunks[range] {
      var copied = 0
      let isLast = old === chunks[range.upperBound &- 1]
      while let edit = edits.first, isLast || edit.id <= old.lastID {
        edits.removeFirst()
        let place = old.place(of: edit.id)
        builder.append(old, copied..<place.index)
        copied = place.isThere ? place.index &+ 1 : place.index
        if let row = edit.row { builder.append(row) }
      }
      builder.append(old, copied..<old.count)
    }
    for edit in edits { if let row = edit.row { builder.append(row) } }
    builder.finish(isAtEnd: range.upperBound == chunks.count)
    replaceChunks(range, with: builder.chunks)
  }
}

extension ColumnChunk {
  /// The chunk after edits that change rows, add some at its end, or take out one between its ends;
  /// nil for others. It shares the columns that stay the same, and copies those that do not.
  fileprivate func editing(_ edits: ArraySlice<Columns.Edit>) -> ColumnChunk? {
    if edits.count == 1, let edit = edits.first, edit.row == nil {
      let place = place(of: edit.id)
      guard place.isThere, place.index > 0, place.index < count &- 1 else { return nil }
      return removing(at: place.index)
    }
    let size = edits.reduce(count) { $1.id > lastID ? $0 &+ 1 : $0 }
    guard size <= ColumnChunk.capacity else { return nil }
    var chunk = Edited(self)
    for edit in edits {
      guard let row = edit.row else { return nil }
      if edit.id > lastID {
        chunk.append(row)
      } else {
        let place = place(of: edit.id)
        guard place.isThere else { return nil }
        chunk.set(row, at: place.index)
      }
    }
    return chunk.chunk
  }

  private func removing(at index: Int) -> ColumnChunk {
    var offsets = offsets
    if !offsets.isLoaded {
      offsets = PackedColumn(packing: [Int64](0..<Int64(count)))
    }
    return ColumnChunk(
      count: count &- 1, firstID: firstID, lastID: lastID, offsets: offsets.removing(at: index),
      narrow: narrow.map { $0.removing(at: index) }, wide: wide.map { $0.removing(at: index) })
  }

  /// A chunk that is being changed.
  private struct Edited {
    private var count: Int
    private let firstID: Int64
    private var lastID: Int64
    private var offsets: PackedColumn
    private var narrow: [PackedColumn]
    private var wide: [PackedColumn]
    /// Nil once they have to be looked for.
    private var bounds: (dates: ClosedRange<Int32>, amounts: ClosedRange<Int64>)?

    private static let narrowColumns = NarrowColumn.allCases
    private static let wideColumns = WideColumn.allCases

    init(_ chunk: ColumnChunk) {
      count = chunk.count
      (firstID, lastID) = (chunk.firstID, chunk.lastID)
      offsets = chunk.offsets
      narrow = chunk.narrow
      wide = chunk.wide
      bounds = (chunk.dates, chunk.amounts)
    }

    mutating func append(_ row: ColumnRow) {
      if !offsets.isLoaded, row.id != lastID &+ 1 {
        offsets = PackedColumn(packing: [Int64](0..<Int64(count)))
      }
      if offsets.isLoaded { offsets = offsets.appending(row.id &- firstID, count: count) }
      for column in Edited.narrowColumns where narrow[column.rawValue].isLoaded {
        narrow[column.rawValue] = narrow[column.rawValue].appending(
          Int64(row.narrow(column)), count: count)
      }
      for column in Edited.wideColumns where wide[column.rawValue].isLoaded {
        wide[column.rawValue] = wide[column.rawValue].appending(row.wide(column), count: count)
      }
      lastID = row.id
      count &+= 1
      if let known = bounds {
        bounds = (
          min(known.dates.lowerBound, row.date)...max(known.dates.upperBound, row.date),
          min(known.amounts.lowerBound, row.amount)...max(known.amounts.upperBound, row.amount)
        )
      }
    }

    mutating func set(_ row: ColumnRow, at index: Int) {
      for column in Edited.narrowColumns {
        narrow[column.rawValue] = narrow[column.rawValue].setting(
          Int64(row.narrow(column)), at: index, count: count)
      }
      for column in Edited.wideColumns {
        wide[column.rawValue] = wide[column.rawValue].setting(
          row.wide(column), at: index, count: count)
      }
      bounds = nil
    }

    var chunk: ColumnChunk {
      ColumnChunk(
        count: count, firstID: firstID, lastID: lastID, offsets: offsets, narrow: narrow,
        wide: wide, bounds: bounds)
    }
  }
}
