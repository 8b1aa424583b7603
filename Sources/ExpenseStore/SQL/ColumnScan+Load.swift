internal import ExpenseModel
internal import Threads

/// What a load reads, and from where.
struct ColumnLoad: Sendable {
  let needs: ColumnNeeds
  let names: ColumnNames
  /// The revision that the first connection stands at.
  let revision: Int64
  /// Opens the file once more; nil for a store in memory.
  let openAgain: OpenAgain?

  /// What a row that is read costs, in rows of the cache.
  private static let costOfReading: Int64 = 25
  /// From so much cost on a second thread is worth its connection: 50,000 rows that are read.
  private static let minimumCostToShare = 50_000 * costOfReading

  /// Where some rows come from, in order of id.
  private enum Source: Sendable {
    case rows(ClosedRange<Int64>)
    case cached(CachedPart)

    var cost: Int64 {
      switch self {
      case .cached: CachedPart.width
      // In a crafted file the last id may be any.
      case .rows(let ids): min(ids.upperBound - ids.lowerBound, 1 << 40) * costOfReading
      }
    }
  }

  /// Reads every expense, from the cache where it holds: the upper half on a thread and a connection
  /// of its own.
  func run(
    _ texts: TextInterner, _ cache: ColumnCache.Use?, _ connection: Connection
  ) throws(ExpenseError) -> ColumnScan.Rows {
    let (lowerHalf, upperHalf) = ColumnLoad.split(
      ColumnLoad.sources(try connection.rangeOfIDs(), cache))
    guard let openAgain, !upperHalf.isEmpty else {
      return try rows(lowerHalf + upperHalf, texts, connection)
    }
    let upper = Guarded<ColumnScan.Rows?>(nil)
    let worker = Worker {
      // What fails here is read by the first connection, which then says what is wrong.
      let rows = try? readAside(upperHalf, openAgain)
      upper.withLock { $0 = rows }
    }
    let lower: Result<ColumnScan.Rows, ExpenseError>
    do throws(ExpenseError) {
      lower = .success(try rows(lowerHalf, texts, connection))
    } catch {
      lower = .failure(error)
    }
    worker.wait()
    var found = try lower.get()
    if var other = upper.withLock({ $0 }) {
      let numbers = found.texts.merge(&other.texts)
      found.chunks += other.chunks.map { $0.withTexts(numbers) }
      found.damaged += other.damaged
    } else {
      let rest = try rows(upperHalf, found.texts, connection)
      found.texts = rest.texts
      found.chunks += rest.chunks
      found.damaged += rest.damaged
    }
    return found
  }

  /// What the cache has of a range of ids, and the ids between, behind and before.
  private static func sources(
    _ ids: ClosedRange<Int64>, _ cache: ColumnCache.Use?
  ) -> [Source] {
    var sources: [Source] = []
    var next = ids.lowerBound
    for part in cache?.parts ?? [] where part.ids.overlaps(ids) {
      if part.ids.lowerBound > next { sources.append(.rows(next...(part.ids.lowerBound - 1))) }
      sources.append(.cached(part))
      next = part.ids.upperBound &+ 1
      if next < 0 { return sources }
    }
    if next <= ids.upperBound { sources.append(.rows(next...ids.upperBound)) }
    return sources
  }

  /// Two halves of about the same cost; the second is empty where it would not pay.
  private static func split(_ sources: [Source]) -> ([Source], [Source]) {
    let cost = sources.reduce(Int64(0)) { min($0 &+ $1.cost, 1 << 50) }
    guard cost >= minimumCostToShare else { return (sources, []) }
    var (lower, upper): ([Source], [Source]) = ([], [])
    var rest = cost / 2
    for source in sources {
      if rest <= 0 {
        upper.append(source)
      } else if case .rows(let ids) = source, source.cost > rest {
        let middle = ids.lowerBound + rest / costOfReading
        lower.append(.rows(ids.lowerBound...middle))
        if middle < ids.upperBound { upper.append(.rows((middle + 1)...ids.upperBound)) }
        rest = 0
      } else {
        lower.append(source)
        rest -= source.cost
      }
    }
    return (lower, upper)
  }

  /// The rows of some sources; a part that is damaged is read.
  private func rows(
    _ sources: [Source], _ texts: TextInterner, _ connection: Connection
  ) throws(ExpenseError) -> ColumnScan.Rows {
    let limits = ColumnLimits(names)
    var found = ColumnScan.Rows(chunks: [], texts: texts)
    for source in sources {
      let ids: ClosedRange<Int64>
      switch source {
      case .rows(let range): ids = range
      case .cached(let part):
        if let chunks = try? ColumnCache.chunks(part, limits, connection) {
          found.chunks += chunks
          continue
        }
        found.damaged.append(part)
        ids = part.ids
      }
      let read = try ColumnScan.rows(ids, needs, limits, found.texts, connection)
      found.chunks += read.chunks
      found.texts = read.texts
    }
    return found
  }

  /// Reads by a connection of its own; nil when that does not see the same revision.
  private func readAside(
    _ sources: [Source], _ openAgain: OpenAgain
  ) throws(ExpenseError) -> ColumnScan.Rows? {
    let connection = try openAgain()
    defer { connection.close() }
    return try connection.snapshot { () throws(ExpenseError) in
      guard try Journal.lastRevision(connection) == revision else { return nil }
      return try rows(sources, TextInterner(), connection)
    }
  }
}

extension Connection {
  /// The ids from the first to the last expense; 1 alone where there is none.
  ///
  /// - Throws: `damaged` for an id that no expense has.
  func rangeOfIDs() throws(ExpenseError) -> ClosedRange<Int64> {
    let first = try integer("SELECT coalesce(min(id), 1) FROM expense")
    let last = try integer("SELECT coalesce(max(id), 1) FROM expense")
    // In a damaged file the last one may come before the first.
    guard StoredRow.isValid(id: first), StoredRow.isValid(id: last), first <= last else {
      throw ColumnLimits.error(first < 1 ? first : last, path)
    }
    return first...last
  }
}

extension ColumnChunk {
  /// The chunk with other numbers for its texts.
  fileprivate func withTexts(_ numbers: [Int32]) -> ColumnChunk {
    var narrow = narrow
    for column in NarrowColumn.texts {
      let values = narrow[column.rawValue]
      if !values.isLoaded || numbers.count == 1 { continue }
      let renumbered = (0..<count).map { Int64(numbers[Int(values[$0])]) }
      narrow[column.rawValue] = PackedColumn(packing: renumbered)
    }
    return ColumnChunk(
      count: count, firstID: firstID, lastID: lastID, offsets: offsets, narrow: narrow, wide: wide)
  }
}
