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
    var copied = 0
    let old = index < chunks.count ? chunks[index] : nil
    for edit in edits {
      if let old {
        let place = old.place(of: edit.id)
        builder.append(old, copied..<place.index)
        copied = place.isThere ? place.index &+ 1 : place.index
      }
      if let row = edit.row { builder.append(row) }
    }
    if let old { builder.append(old, copied..<old.count) }
    builder.flush()
    replaceChunks(old == nil ? index..<index : index..<(index &+ 1), with: builder.chunks)
  }
}
