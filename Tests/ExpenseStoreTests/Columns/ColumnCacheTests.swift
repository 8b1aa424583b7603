import ExpenseModel
import Testing

@testable import ExpenseStore

/// Columns that one process leaves to the next: as the rows are, or not used.
@Suite struct ColumnCacheTests {
  let folder = TemporaryFolder()

  /// Opens the store, whose cache is written for every change, or of its own accord.
  private func open(
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
  private func prepare(_ count: Int = 50) throws {
    let store = try open()
    for part in 0..<3 {
      try store.add((0..<count).map { try expense("Row", Int64($0 + part)) })
      try leap(store)
    }
    _ = try store.columns.newest([])
    store.close()
  }

  /// Has the next expense's id lie in a later part.
  private func leap(_ store: Store, by distance: Int64 = 65_536) throws {
    try edit(store, "UPDATE journal SET next_id = next_id + \(distance) \(Self.ofLast)")
  }

  private static let ofLast = "WHERE revision = (SELECT max(revision) FROM journal)"

  /// Changes the file behind the library's back.
  private func edit(_ store: Store, _ sql: String) throws {
    let writer = try store.enterWriter()
    defer { store.gate.leave(inTransaction: false) }
    try writer.connection.execute(sql)
  }

  private func edit(_ sql: String) throws {
    let connection = try Connection(file: folder.file())
    try connection.execute(sql)
    connection.close()
  }

  private func number(_ sql: String) throws -> Int64 {
    let connection = try Connection(file: folder.file())
    defer { connection.close() }
    return try connection.integer(sql)
  }

  private func report(_ store: Store) -> ColumnState.CacheReport {
    store.columnState.withLock { $0.cacheReport }
  }

  /// The columns, which must be what all rows give; how many parts came from the cache.
  @discardableResult
  private func expectRight(_ store: Store) throws -> Int {
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
    #expect(rows(columns.chunks).map(Hot.init) == rows(plain).map(Hot.init))
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
  private func cached() throws -> [String] {
    let connection = try Connection(file: folder.file())
    defer { connection.close() }
    return try connection.texts(
      "SELECT id || ' ' || revision || ' ' || rows || ' ' || checksum FROM column_cache ORDER BY id"
    )
  }

  // MARK: Histories

  @Test(arguments: 0..<10 as Range<UInt64>)
  func whatIsLoadedIsWhatTheRowsAre(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    var taken = 0
    for _ in 0..<14 {
      let store = try open(eager: UInt8.random(in: 0..<4, using: &random) > 0)
      let other = Bool.random(using: &random) ? try open("other") : nil
      if UInt8.random(in: 0..<4, using: &random) > 0 { taken += try expectRight(store) }
      for step in 0..<Int.random(in: 0..<5, using: &random) {
        try change(step % 2 == 0 ? store : other ?? store, &random)
      }
      if Bool.random(using: &random) { try expectRight(store) }
      if let other, Bool.random(using: &random) { try expectRight(other) }
      try store.check()
      other?.close()
      store.close()
    }
    #expect(taken > 0)
  }

  private func change(_ store: Store, _ random: inout SeededGenerator) throws {
    let ids = try store.all().map(\.id)
    switch UInt8.random(in: 0..<12, using: &random) {
    case 0..<4:
      let count = [1, 40, 300, 5000].randomElement(using: &random) ?? 1
      try store.add(
        (0..<Int.random(in: 1...count, using: &random)).map { _ in
          RandomExpense.make(&random)
        })
    case 4:
      if !ids.isEmpty { try leap(store, by: .random(in: 1..<150_000, using: &random)) }
    case 5..<8:
      for id in ids.shuffled(using: &random).prefix(8) {
        var expense = RandomExpense.make(&random)
        expense.id = id
        try store.update(expense, fields: Bool.random(using: &random) ? .all : [.amount])
      }
    case 8..<10:
      let first = ids.isEmpty ? 0 : Int.random(in: 0..<ids.count, using: &random)
      let count = Bool.random(using: &random) ? 60 : 4000
      try store.remove(Array(ids[first...].prefix(Int.random(in: 1..<count, using: &random))))
    case 10: _ = try store.undo(UndoScope(any: true))
    default: _ = try store.redo(UndoScope(any: true))
    }
  }

  private static func rows(_ first: Int, _ count: Int) -> [Expense] {
    (first..<(first + count)).map { (index: Int) -> Expense in
      let day = CivilDate(day: Int32(20_000 + index % 700)) ?? .first
      return Expense(name: "Row", amount: Int64(index % 977), date: day)
    }
  }

  @Test func manyRowsComeFromTheCacheOnTwoThreads() throws {
    let store = try open(eager: false)
    try store.begin()
    for start in 0..<15 { try store.add(Self.rows(start * 10_000, 10_000)) }
    try store.commit()
    try expectRight(store)
    store.close()
    let next = try open(eager: false)
    #expect(try expectRight(next) == 3)
    // Text is not in the cache; what has it is read.
    #expect(try next.columns.newest(.text).row(7)?.name != 0)
    // The upper half is of rows that came later.
    try next.add(Self.rows(0, 70_000))
    next.close()
    let last = try open(eager: false)
    #expect(try expectRight(last) == 2)
    last.close()
  }

  // MARK: When it is written

  @Test func onlyWhatHasChangedIsWritten() throws {
    try prepare()
    let before = try cached()
    #expect(before.count == 4)
    let store = try open()
    #expect(try expectRight(store) == 3)
    store.close()
    #expect(try cached() == before)

    let editing = try open()
    var changed = try expense("Changed", 77)
    changed.id = 3
    try editing.update(changed, fields: [.amount])
    try expectRight(editing)
    editing.close()
    let after = try cached()
    // The state and the first part.
    #expect(zip(before, after).map { $0 != $1 } == [true, true, false, false])
    let last = try open()
    #expect(try expectRight(last) == 3)
    try last.check()
    last.close()
  }

  @Test func aSmallStoreAndASmallChangeWriteNothing() throws {
    let small = try open(eager: false)
    try small.add((0..<500).map { try expense("Row", Int64($0)) })
    try expectRight(small)
    small.close()
    #expect(try cached() == [])

    try prepare()
    let before = try cached()
    let store = try open { $0.cachePolicy.maximumNews = 10 }
    try store.add(try expense("One more"))
    try expectRight(store)
    store.close()
    #expect(try cached() == before)
    // It is looked up instead.
    let next = try open()
    try expectRight(next)
    next.close()
    // A process that has not asked for columns has none to leave.
    let adding = try open()
    try adding.add((0..<100).map { try expense("Row", Int64($0)) })
    let written = try cached()
    adding.close()
    #expect(try cached() == written)
  }

  @Test func aPartWithoutRowsIsRemoved() throws {
    try prepare()
    let store = try open()
    let second = try store.all().map(\.id).filter { $0 > 65_536 && $0 < 131_072 }
    try store.remove(second)
    try expectRight(store)
    store.close()
    #expect(try cached().count == 3)
    let next = try open()
    #expect(try expectRight(next) == 2)
    _ = try next.undo()
    #expect(try expectRight(next) == 2)
    next.close()
    #expect(try cached().count == 4)
  }

  @Test func whoCannotWriteLeavesItAsItWas() throws {
    try prepare()
    let before = try cached()
    let store = try open("other")
    try store.add(try expense("One more"))
    try expectRight(store)
    let writing = try open()
    try writing.begin()
    try writing.add(try expense("Not yet"))
    store.close()
    #expect(try cached() == before)
    try writing.commit()
    try expectRight(writing)
    writing.close()
    #expect(try cached() != before)

    // The new expense lies in a part of its own.
    let reading = try open { $0.readOnly = true }
    #expect(try expectRight(reading) == 4)
    reading.close()
  }

  @Test func aTransactionThatIsOpenAtTheEndLeavesNothing() throws {
    try prepare()
    let store = try open()
    try store.begin()
    try store.add(try expense("Never"))
    _ = try store.columns.seenByThisThread([])
    store.close()
    let next = try open()
    #expect(try expectRight(next) == 3)
    try next.check()
    next.close()
  }

  // MARK: Others

  @Test func writingItIsNoForeignEdit() throws {
    try prepare()
    let watching = try open("watching")
    let heard = Heard()
    let subscription = try watching.subscribe { heard.append($0) }
    try watching.dispatch()
    let store = try open()
    try expectRight(store)
    try edit(store, "DELETE FROM column_cache WHERE id = 0")
    store.close()
    #expect(try cached().count == 4)
    try watching.dispatch()
    #expect(heard.changes.isEmpty)
    subscription.cancel()
    watching.close()
  }

  @Test func aForeignEditDropsIt() throws {
    try prepare()
    let store = try open()
    #expect(try expectRight(store) == 3)
    try store.dispatch()
    try edit("UPDATE expense SET amount = 4711 WHERE id = 5")
    try store.dispatch()
    try expectRight(store)
    try store.check()
    store.close()
    let next = try open()
    try expectRight(next)
    try next.check()
    next.close()
  }

  @Test func whoeverChangesTheTablesDropsIt() throws {
    try prepare()
    try edit("CREATE TABLE other(x); DROP TABLE other")
    let store = try open()
    #expect(try expectRight(store) == 0)
    store.close()
    let next = try open()
    #expect(try expectRight(next) == 3)
    next.close()
  }

  @Test(arguments: [
    "DELETE FROM expense WHERE id = (SELECT max(id) FROM expense)",
    "DELETE FROM expense WHERE id = 7", "DELETE FROM expense WHERE id = 1",
    "UPDATE expense SET id = 200000 WHERE id = 1",
    "DELETE FROM expense WHERE id = 5; DELETE FROM total",
  ])
  func rowsThatCameOrWentUnseenAreNoticed(sql: String) throws {
    try prepare()
    try edit(sql + "; UPDATE total SET count = count - 1 WHERE count > 100")
    let store = try open()
    #expect((try? expectRight(store)) != nil)
    #expect(report(store).isWrong)
    store.close()
  }

  @Test func checkComparesItWithTheRows() throws {
    try prepare()
    try edit("UPDATE expense SET date = date + 1 WHERE id = 7")
    let store = try open()
    expectError(.damaged) { try store.check() }
    store.close()
  }

  @Test func aCopyKeepsIt() throws {
    try prepare()
    let store = try open()
    try store.backup(to: folder.file("copy.db"))
    store.close()
    let copy = try Store.file(folder.file("copy.db"))
    #expect(try expectRight(copy) == 3)
    try copy.check()
    copy.close()
  }

  @Test func aMigrationDropsIt() throws {
    try prepare()
    let connection = try Connection(file: folder.file())
    let opening = Opening(path: folder.file(), options: Store.Options())
    let rows = try connection.integer("SELECT count(*) FROM column_cache")
    #expect(rows == 4)
    try opening.migrate(connection, [["UPDATE expense SET amount = amount + 1"]])
    #expect(try connection.integer("SELECT count(*) FROM column_cache") == 0)
    connection.close()
  }

  // MARK: Damage

  @Test(arguments: [
    "data = zeroblob(length(data))", "data = x''", "data = substr(data, 1, 100)",
    "checksum = checksum + 1", "rows = rows + 1", "rows = -1", "data = CAST(data || x'00' AS BLOB)",
    "data = (SELECT data FROM column_cache WHERE id = 9)",
  ])
  func aDamagedPartIsReadAndWrittenAnew(change: String) throws {
    try prepare()
    try edit("UPDATE column_cache SET \(change) WHERE id = 1")
    let store = try open()
    expectError(.damaged) { try store.check() }
    #expect(try expectRight(store) == 2)
    store.close()
    let next = try open()
    #expect(try expectRight(next) == 3)
    try next.check()
    next.close()
  }

  @Test(arguments: [
    "data = x''", "checksum = 0", "revision = revision - 1", "rows = 5", "data = zeroblob(40)",
  ])
  func aDamagedStateLeavesNothing(change: String) throws {
    try prepare()
    try edit("UPDATE column_cache SET \(change) WHERE id = 0")
    let store = try open()
    #expect(try expectRight(store) == 0)
    store.close()
    let next = try open()
    #expect(try expectRight(next) == 3)
    next.close()
  }

  @Test(arguments: [
    "DELETE FROM column_cache WHERE id = 9", "DELETE FROM column_cache WHERE id = 0",
    "UPDATE column_cache SET id = 3 WHERE id = 9", "UPDATE column_cache SET id = -7 WHERE id = 1",
    "UPDATE column_cache SET id = 9223372036854775801 WHERE id = 9",
    "UPDATE column_cache SET id = 801 WHERE id = 9",
    "INSERT INTO column_cache SELECT id + 800, revision, rows, checksum, data FROM column_cache",
    "DELETE FROM journal WHERE revision = (SELECT max(revision) - 1 FROM journal)",
  ])
  func aCacheOfOtherPartsIsNotTrusted(sql: String) throws {
    try prepare()
    try edit(sql)
    let store = try open()
    try expectRight(store)
    try store.add(try expense("New"))
    try expectRight(store)
    store.close()
    let next = try open()
    try expectRight(next)
    next.close()
  }

  /// Bytes that the checksum is right for, as who makes a file on purpose would write them.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func craftedPartsAreNoTrap(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    try prepare()
    let connection = try Connection(file: folder.file())
    let select = try connection.statement("SELECT data FROM column_cache WHERE id = 1")
    guard try select.step() else { return }
    var bytes = select.bytes(0)
    select.reset()
    for _ in 0..<3 {
      let end = seed % 2 == 0 ? min(60, bytes.count) : bytes.count
      bytes[.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
    }
    let update = try connection.statement(
      "UPDATE column_cache SET data = ?1, checksum = ?2 WHERE id = 1")
    update.bind(1, bytes)
    update.bind(2, BlobChecksum.of(bytes, under: 1))
    try update.run()
    connection.close()
    let store = try open()
    let columns = try store.columns.newest([])
    #expect(columns.brokenInvariant() == nil && columns.count == 150)
    _ = try? store.check()
    _ = try store.totals([.month, .type, .account])
    try store.add(try expense("New"))
    _ = try store.columns.newest(.all)
    store.close()
  }

  @Test func aWriteThatIsCutOffLeavesTheOldState() throws {
    try prepare()
    let before = try cached()
    let store = try open()
    try store.add(try expense("One more"))
    let writer = try Connection(file: folder.file())
    try writer.execute("BEGIN IMMEDIATE")
    let columns = try store.columns.newest([])
    try ColumnCache.clear(writer)
    try ColumnCache.write(CachedPart(0), of: columns, writer)
    writer.close()
    #expect(try cached() == before)
    store.close()
    let next = try open()
    try expectRight(next)
    next.close()
  }
}
