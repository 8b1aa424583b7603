import ExpenseModel
import Testing

@testable import ExpenseStore

/// A column cache that others or damage have made doubtful.
@Suite struct ColumnCacheDoubtTests {
  let file = CachedFile()

  // MARK: Others

  @Test func writingItIsNoForeignEdit() throws {
    try file.prepare()
    let watching = try file.open("watching")
    let heard = Heard()
    let subscription = try watching.subscribe { heard.append($0) }
    try watching.dispatch()
    let store = try file.open()
    try file.expectRight(store)
    try file.edit(store, "DELETE FROM column_cache WHERE id = 0")
    store.close()
    #expect(try file.cached().count == 4)
    try watching.dispatch()
    #expect(heard.changes.isEmpty)
    subscription.cancel()
    watching.close()
  }

  @Test func aForeignEditDropsIt() throws {
    try file.prepare()
    let store = try file.open()
    #expect(try file.expectRight(store) == 3)
    try store.dispatch()
    try file.edit("UPDATE expense SET amount = 4711 WHERE id = 5")
    try store.dispatch()
    try file.expectRight(store)
    try store.check()
    store.close()
    let next = try file.open()
    try file.expectRight(next)
    try next.check()
    next.close()
  }

  /// Who can't mend it at once says so, and mends it with the next look.
  @Test func aForeignEditIsMendedOnceNobodyWrites() throws {
    try file.prepare()
    let store = try file.open { $0.busyTimeout = 20 }
    let other = try file.open("other")
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    try store.dispatch()
    try file.edit("UPDATE expense SET amount = 4711 WHERE id = 5")
    try other.begin()
    expectError(.busy) { try store.dispatch() }
    #expect(heard.changes.isEmpty)
    try other.rollback()
    try store.dispatch()
    #expect(heard.changes.map(\.kind) == [.reset])
    try store.check()
    subscription.cancel()
    other.close()
    store.close()
  }

  /// What is wrong in the half that the first thread reads, while another one reads the other.
  @Test func damageInTheLowerHalf() throws {
    try file.prepare()
    try file.edit("UPDATE expense SET date = 99999999 WHERE id = 1; DELETE FROM column_cache")
    let store = try file.open()
    expectError(.damaged) { _ = try store.columns.newest([]) }
    store.close()
  }

  @Test func whoeverChangesTheTablesDropsIt() throws {
    try file.prepare()
    try file.edit("CREATE TABLE other(x); DROP TABLE other")
    try expectAllReadAndWrittenAnew()
  }

  @Test(arguments: [
    "DELETE FROM expense WHERE id = (SELECT max(id) FROM expense)",
    "DELETE FROM expense WHERE id = 7", "DELETE FROM expense WHERE id = 1",
    "UPDATE expense SET id = 200000 WHERE id = 1",
    "DELETE FROM expense WHERE id = 5; DELETE FROM total",
  ])
  func rowsThatCameOrWentUnseenAreNoticed(sql: String) throws {
    try file.prepare()
    try file.edit(sql + "; UPDATE total SET count = count - 1 WHERE count > 100")
    let store = try file.open()
    #expect((try? file.expectRight(store)) != nil)
    #expect(file.report(store).isWrong)
    store.close()
  }

  @Test func aGapInTheJournalDropsIt() throws {
    try file.prepare()
    let store = try file.open(eager: false)
    for amount in 1...3 as ClosedRange<Int64> { try store.add(try expense("Row", amount)) }
    store.close()
    try file.edit("DELETE FROM journal WHERE revision = (SELECT max(revision) - 1 FROM journal)")
    let next = try file.open()
    #expect(try file.expectRight(next) == 0)
    next.close()
  }

  @Test func checkComparesItWithTheRows() throws {
    try file.prepare()
    try file.edit("UPDATE expense SET date = date + 1 WHERE id = 7")
    let store = try file.open()
    expectError(.damaged) { try store.check() }
    store.close()
  }

  @Test func aCopyKeepsIt() throws {
    try file.prepare()
    let store = try file.open()
    try store.backup(to: file.folder.file("copy.db"))
    store.close()
    let copy = try Store.file(file.folder.file("copy.db"))
    #expect(try file.expectRight(copy) == 3)
    try copy.check()
    copy.close()
  }

  @Test func aMigrationDropsIt() throws {
    try file.prepare()
    let connection = try Connection(file: file.folder.file())
    let opening = Opening(path: file.folder.file(), options: Store.Options())
    let rows = try connection.integer("SELECT count(*) FROM column_cache")
    #expect(rows == 4)
    try opening.migrate(connection, [["UPDATE expense SET amount = amount + 1"]])
    #expect(try connection.integer("SELECT count(*) FROM column_cache") == 0)
    connection.close()
  }

  /// Nothing comes from the cache, and then all of it again.
  private func expectAllReadAndWrittenAnew() throws {
    let store = try file.open()
    #expect(try file.expectRight(store) == 0)
    store.close()
    let next = try file.open()
    #expect(try file.expectRight(next) == 3)
    next.close()
  }

  // MARK: Damage

  @Test(arguments: [
    "data = zeroblob(length(data))", "data = x''", "data = substr(data, 1, 100)",
    "checksum = checksum + 1", "rows = rows + 1", "rows = -1", "data = CAST(data || x'00' AS BLOB)",
    "data = (SELECT data FROM column_cache WHERE id = 9)",
  ])
  func aDamagedPartIsReadAndWrittenAnew(change: String) throws {
    try file.prepare()
    try file.edit("UPDATE column_cache SET \(change) WHERE id = 1")
    let store = try file.open()
    expectError(.damaged) { try store.check() }
    #expect(try file.expectRight(store) == 2)
    store.close()
    let next = try file.open()
    #expect(try file.expectRight(next) == 3)
    try next.check()
    next.close()
  }

  @Test(arguments: [
    "data = x''", "checksum = 0", "revision = revision - 1", "rows = 5", "data = zeroblob(40)",
  ])
  func aDamagedStateLeavesNothing(change: String) throws {
    try file.prepare()
    try file.edit("UPDATE column_cache SET \(change) WHERE id = 0")
    try expectAllReadAndWrittenAnew()
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
    try file.prepare()
    try file.edit(sql)
    let store = try file.open()
    try file.expectRight(store)
    try store.add(try expense("New"))
    try file.expectRight(store)
    store.close()
    let next = try file.open()
    try file.expectRight(next)
    next.close()
  }

  /// Bytes that the checksum is right for, as who makes a file on purpose would write them.
  @Test(arguments: seeds(20))
  func craftedPartsAreNoTrap(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    try craft { bytes in
      for _ in 0..<3 {
        let end = seed % 2 == 0 ? min(60, bytes.count) : bytes.count
        bytes[.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
      }
    }
  }

  @Test(arguments: [Int64(Int32.min) - 1, Int64(Int32.max) + 1, .min, .max - 300, .max])
  func daysThatAreNoneAreNoTrap(least: Int64) throws {
    try craft { bytes in
      // Behind the head and the first id of a part without gaps: how its days are kept, and the
      // least of them.
      #expect(bytes[4] == 0)
      for byte in 0..<8 { bytes[8 + byte] = UInt8(truncatingIfNeeded: least >> (8 * byte)) }
    }
  }

  /// Changes the bytes of a part, with their checksum, and uses the store.
  private func craft(_ change: (inout [UInt8]) -> Void) throws {
    try file.prepare()
    let connection = try Connection(file: file.folder.file())
    let select = try connection.statement("SELECT data FROM column_cache WHERE id = 1")
    guard try select.step() else { return }
    var bytes = select.bytes(0)
    select.reset()
    change(&bytes)
    let update = try connection.statement(
      "UPDATE column_cache SET data = ?1, checksum = ?2 WHERE id = 1")
    update.bind(1, bytes)
    update.bind(2, BlobChecksum.of(bytes, under: 1))
    try update.run()
    connection.close()
    let store = try file.open()
    let columns = try store.columns.newest([])
    #expect(columns.brokenInvariant() == nil && columns.count == 150)
    _ = try? store.check()
    _ = try store.totals([.month, .type, .account])
    try store.add(try expense("New"))
    _ = try store.columns.newest(.all)
    store.close()
  }

  @Test func aWriteThatIsCutOffLeavesTheOldState() throws {
    try file.prepare()
    let before = try file.cached()
    let store = try file.open()
    try store.add(try expense("One more"))
    let writer = try Connection(file: file.folder.file())
    try writer.execute("BEGIN IMMEDIATE")
    let columns = try store.columns.newest([])
    try ColumnCache.clear(writer)
    try ColumnCache.write(CachedPart(0), of: columns, writer)
    writer.close()
    #expect(try file.cached() == before)
    store.close()
    let next = try file.open()
    try file.expectRight(next)
    next.close()
  }
}
