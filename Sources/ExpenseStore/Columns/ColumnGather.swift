/// The columns of some rows, which come in order of id, as arrays in that order.
struct ColumnGather {
  private let columns: Columns
  let count: Int
  /// The rows of one chunk after the other: which chunk, and which positions of the ids.
  private var runs: [(chunk: Int, positions: Range<Int>)] = []
  /// By position, the place in its chunk.
  private var places: [UInt16] = []

  /// Ids that the columns do not have are left out.
  init(_ ids: [Int64], _ columns: Columns) {
    self.columns = columns
    places.reserveCapacity(ids.count)
    var next = 0
    while next < ids.count {
      let index = columns.indexOfChunk(reaching: ids[next])
      guard index < columns.chunks.count else { break }
      let chunk = columns.chunks[index]
      let start = places.count
      while next < ids.count, ids[next] <= chunk.lastID {
        let place = chunk.place(of: ids[next])
        if place.isThere { places.append(UInt16(truncatingIfNeeded: place.index)) }
        next &+= 1
      }
      runs.append((index, start..<places.count))
    }
    count = places.count
  }

  /// The values of a column, each turned into a key.
  func keys(_ column: NarrowColumn, _ key: (Int32) -> UInt64) -> [UInt64] {
    keys(of: { $0.column(column) }, { key(Int32(truncatingIfNeeded: $0)) })
  }

  /// The values of a column, each turned into a key.
  func keys(_ column: WideColumn, _ key: (Int64) -> UInt64) -> [UInt64] {
    keys(of: { $0.column(column) }, key)
  }

  private func keys(
    of column: (ColumnChunk) -> PackedColumn, _ key: (Int64) -> UInt64
  ) -> [UInt64] {
    unsafe [UInt64].filled(count) { keys in
      for run in runs {
        let values = column(columns.chunks[run.chunk])
        for position in run.positions {
          unsafe keys.initializeElement(at: position, to: key(values[Int(places[position])]))
        }
      }
    }
  }

  /// The ids in another order.
  func ids(_ order: [UInt32]) -> [Int64] {
    var all: [Int64] = []
    all.reserveCapacity(count)
    for run in runs {
      for position in run.positions {
        all.append(columns.chunks[run.chunk].id(Int(places[position])))
      }
    }
    return order.map { all[Int($0)] }
  }
}
