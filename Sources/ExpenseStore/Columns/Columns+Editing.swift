extension Columns {
  /// One row to be there or to be gone.
  typealias Edit = (id: Int64, row: ColumnRow?)

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
      if let changed = chunks[index].setting(edits, loaded) {
        return replaceChunks(range, with: [changed])
      }
      // A chunk that has lost many rows takes in its neighbours.
      let removed = edits.reduce(0) { $1.row == nil ? $0 &+ 1 : $0 }
      var size = chunks[index].count &- removed
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
  /// The chunk with other values in some of its rows, where nothing else is asked for; it shares
  /// the columns that stay the same.
  fileprivate func setting(
    _ edits: ArraySlice<Columns.Edit>, _ loaded: ColumnNeeds
  ) -> ColumnChunk? {
    var places: [(place: Int, row: ColumnRow)] = []
    for edit in edits {
      let place = place(of: edit.id)
      guard let row = edit.row, place.isThere else { return nil }
      places.append((place.index, row))
    }
    var (narrow, wide) = (narrow, wide)
    for column in NarrowColumn.allCases where loaded.isSuperset(of: column.need) {
      let different = places.filter { value(column, $0.place) != $0.row.narrow(column) }
      if different.isEmpty { continue }
      var values = Array(narrow[column.rawValue].prefix(count))
      for (place, row) in different { values[place] = row.narrow(column) }
      narrow[column.rawValue] = SharedRuns.array(values)
    }
    for column in WideColumn.allCases where loaded.isSuperset(of: column.need) {
      let different = places.filter { value(column, $0.place) != $0.row.wide(column) }
      if different.isEmpty { continue }
      var values = Array(wide[column.rawValue].prefix(count))
      for (place, row) in different { values[place] = row.wide(column) }
      wide[column.rawValue] = SharedRuns.array(values)
    }
    return ColumnChunk(
      count: count, firstID: firstID, lastID: lastID, ids: ids, narrow: narrow, wide: wide)
  }
}
