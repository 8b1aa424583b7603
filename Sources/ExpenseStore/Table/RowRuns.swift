/// Where some rows of columns stand: rows that follow one another in a chunk are one run.
struct RowRuns {
  /// Some neighbours in a chunk.
  struct Run {
    var chunk: Int
    var place: Int
    var count: Int
  }

  private(set) var runs: [Run] = []
  private(set) var count = 0
  private let columns: Columns

  /// Ids that the columns do not have are left out.
  init(_ ids: some Sequence<Int64>, _ columns: Columns) {
    self.columns = columns
    var current = 0
    for id in ids {
      if !columns.chunks.indices.contains(current) || id < columns.chunks[current].firstID
        || id > columns.chunks[current].lastID
      {
        current = columns.indexOfChunk(reaching: id)
        guard current < columns.chunks.count else { continue }
      }
      let place = columns.chunks[current].place(of: id)
      guard place.isThere else { continue }
      count &+= 1
      if let last = runs.last, last.chunk == current, last.place &+ last.count == place.index {
        runs[runs.count &- 1].count &+= 1
      } else {
        runs.append(Run(chunk: current, place: place.index, count: 1))
      }
    }
  }

  /// Hands over the values of a column, in the order of the rows.
  @inline(__always)
  func forEach(_ column: NarrowColumn, _ body: (Int, Int32) throws -> Void) rethrows {
    try forEach({ $0.column(column) }, { try body($0, Int32(truncatingIfNeeded: $1)) })
  }

  /// Hands over the values of a column, in the order of the rows.
  @inline(__always)
  func forEach(_ column: WideColumn, _ body: (Int, Int64) throws -> Void) rethrows {
    try forEach({ $0.column(column) }, body)
  }

  /// Hands over the ids, in the order of the rows.
  @inline(__always)
  func forEachID(_ body: (Int, Int64) -> Void) {
    var index = 0
    for run in runs {
      let chunk = columns.chunks[run.chunk]
      for place in run.place..<(run.place &+ run.count) {
        body(index, chunk.id(place))
        index &+= 1
      }
    }
  }

  @inline(__always)
  private func forEach(
    _ column: (ColumnChunk) -> PackedColumn, _ body: (Int, Int64) throws -> Void
  ) rethrows {
    let values = UnsafeMutablePointer<Int64>.allocate(capacity: ColumnChunk.capacity)
    defer { unsafe values.deallocate() }
    var index = 0
    for run in runs {
      let end = run.place &+ run.count
      unsafe column(columns.chunks[run.chunk]).unpack(run.place..<end, into: values)
      for place in 0..<run.count {
        try unsafe body(index, values[place])
        index &+= 1
      }
    }
  }
}
