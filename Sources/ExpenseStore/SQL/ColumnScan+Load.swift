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

  /// From so many rows on a second thread is worth its connection.
  private static let minimumRowsToShare: Int64 = 50_000

  /// Reads every expense: the upper half of the ids on a thread and a connection of its own.
  func run(
    _ texts: TextInterner, _ connection: Connection
  ) throws(ExpenseError) -> ColumnScan.Rows {
    let limits = ColumnLimits(names)
    let first = try connection.integer("SELECT coalesce(min(id), 1) FROM expense")
    let last = try connection.integer("SELECT coalesce(max(id), 1) FROM expense")
    // In a damaged file the last one may come before the first.
    guard StoredRow.isValid(id: first), StoredRow.isValid(id: last), first <= last else {
      throw ColumnLimits.error(first < 1 ? first : last, connection.path)
    }
    guard let openAgain, last - first >= ColumnLoad.minimumRowsToShare else {
      return try ColumnScan.rows(first...last, needs, limits, texts, connection)
    }
    let middle = first + (last - first) / 2
    let upper = Guarded<ColumnScan.Rows?>(nil)
    let worker = Worker {
      // What fails here is read by the first connection, which then says what is wrong.
      let rows = try? upperHalf(middle + 1...last, limits, openAgain)
      upper.withLock { $0 = rows }
    }
    let lower: Result<ColumnScan.Rows, ExpenseError>
    do throws(ExpenseError) {
      lower = .success(try ColumnScan.rows(first...middle, needs, limits, texts, connection))
    } catch {
      lower = .failure(error)
    }
    worker.wait()
    var rows = try lower.get()
    if var other = upper.withLock({ $0 }) {
      let numbers = rows.texts.merge(&other.texts)
      rows.chunks += other.chunks.map { $0.withTexts(numbers) }
    } else {
      let rest = try ColumnScan.rows(middle + 1...last, needs, limits, rows.texts, connection)
      rows.texts = rest.texts
      rows.chunks += rest.chunks
    }
    return rows
  }

  /// Reads by a connection of its own; nil when that does not see the same revision.
  private func upperHalf(
    _ ids: ClosedRange<Int64>, _ limits: ColumnLimits,
    _ openAgain: OpenAgain
  ) throws(ExpenseError) -> ColumnScan.Rows? {
    let connection = try openAgain()
    defer { connection.close() }
    return try connection.snapshot { () throws(ExpenseError) in
      guard try Journal.lastRevision(connection) == revision else { return nil }
      return try ColumnScan.rows(ids, needs, limits, TextInterner(), connection)
    }
  }
}

extension ColumnChunk {
  /// The chunk with other numbers for its texts.
  fileprivate func withTexts(_ numbers: [Int32]) -> ColumnChunk {
    var narrow = narrow
    for column in NarrowColumn.texts {
      let values = narrow[column.rawValue]
      if values.isEmpty || numbers.count == 1 { continue }
      narrow[column.rawValue] = SharedRuns.array(
        values.prefix(count).map { numbers[Int($0)] })
    }
    return ColumnChunk(
      count: count, firstID: firstID, lastID: lastID, ids: ids, narrow: narrow, wide: wide)
  }
}
