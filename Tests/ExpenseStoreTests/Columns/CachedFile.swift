import ExpenseModel
import Testing

@testable import ExpenseStore

/// A file with a column cache, and ways to look at it and to change it unseen.
struct CachedFile {
  let folder = TemporaryFolder()

  /// Opens the store, whose cache is written for every change, or of its own accord.
  func open(
    _ origin: String = "test", eager: Bool = true,
    _ change: (inout Store.Options) -> Void = { _ in }
  ) throws -> Store {
    try Store.file(folder.file(), origin: origin) {
      $0.relaxed = true
      if eager {
        $0.cachePolicy = CachePolicy(minimumRows: 1, maximumNews: 0, minimumRowsPerPart: 1)
      }
      change(&$0)
    }
  }

  /// A store with a cache of some parts, closed.
  func prepare(_ count: Int = 50) throws {
    let store = try open()
    for part in 0..<3 {
      try store.add((0..<count).map { try expense("Row", Int64($0 + part)) })
      try leap(store)
    }
    _ = try store.columns.newest([])
    store.close()
  }

  /// Has the next expense's id lie in a later part.
  func leap(_ store: Store, by distance: Int64 = 65_536) throws {
    try edit(store, "UPDATE journal SET next_id = next_id + \(distance) \(Self.ofLast)")
  }

  private static let ofLast = "WHERE revision = (SELECT max(revision) FROM journal)"

  /// Changes the file behind the library's back.
  func edit(_ store: Store, _ sql: String) throws {
    let writer = try store.enterWriter()
    defer { store.gate.leave(inTransaction: false) }
    try writer.connection.execute(sql)
  }

  func edit(_ sql: String) throws {
    let connection = try Connection(file: folder.file())
    try connection.execute(sql)
    connection.close()
  }

  func report(_ store: Store) -> ColumnState.CacheReport {
    store.columnState.withLock { $0.cacheReport }
  }

  /// The columns, which must be what all rows give; how many parts came from the cache.
  @discardableResult
  func expectRight(_ store: Store) throws -> Int {
    let columns = try store.columns.newest([])
    let plain = try store.readCommitted { (connection, _) throws(ExpenseError) in
      var names = ColumnNames()
      try ColumnScan.extendNames(&names, connection)
      let load = ColumnLoad(needs: [], names: names, revision: 0, openAgain: nil)
      return try load.run(TextInterner(), nil, connection).chunks
    }
    func rows(_ chunks: [ColumnChunk]) -> [ColumnRow] {
      chunks.flatMap { chunk in (0..<chunk.count).map { chunk.row($0) } }
    }
    #expect(columns.brokenInvariant() == nil)
    #expect(rows(Array(columns.chunks)).map(Hot.init) == rows(plain).map(Hot.init))
    return report(store).partsTaken
  }

  /// What every load has of a row.
  private struct Hot: Equatable {
    let (id, date, amount): (Int64, Int32, Int64)
    let numbers: [Int32]

    init(_ row: ColumnRow) {
      (id, date, amount) = (row.id, row.date, row.amount)
      numbers = [row.currency, row.type, row.category, row.account]
    }

    static func == (a: Hot, b: Hot) -> Bool {
      a.id == b.id && a.date == b.date && a.amount == b.amount && a.numbers == b.numbers
    }
  }

  /// The cache as the file has it.
  func cached() throws -> [String] {
    let connection = try Connection(file: folder.file())
    defer { connection.close() }
    return try connection.texts(
      "SELECT id || ' ' || revision || ' ' || rows || ' ' || checksum FROM column_cache ORDER BY id"
    )
  }
}
