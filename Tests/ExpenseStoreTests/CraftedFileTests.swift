import ExpenseModel
import Testing

@testable import ExpenseStore

/// Files whose contents no library wrote: `damaged`, never a trap.
@Suite struct CraftedFileTests {
  /// A store of two expenses, one updated and one removed, whose file was changed by SQL.
  private func crafted(_ sql: String, _ body: (Store) throws -> Void) throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.add([try expense("One"), try expense("Two"), try expense("Three")])
    var values = try expense("Changed")
    values.id = 1
    try store.update(values, fields: [.name])
    try store.remove([2])
    let writer = try store.enterWriter()
    try writer.connection.execute(sql)
    store.gate.leave(inTransaction: false)
    store.close()
    let opened: Store
    do throws(ExpenseError) {
      opened = try Store(path: folder.file())
    } catch {
      #expect(error.code == .damaged)
      return
    }
    try body(opened)
    opened.close()
  }

  /// Whatever a host may call; only that it returns counts.
  private func useAll(_ store: Store) {
    let subscription = try? store.subscribe(SubscriptionOptions(initial: true)) { change in
      _ = store.describe(change)
      _ = try? store.oldValues(of: [1, 2, .max, .min], in: change)
      _ = try? store.newValues(of: [1], in: change)
    }
    _ = try? store.totals([.month, .type, .category])
    _ = try? store.totals([])
    for id in [0, 1, 2, 3, Int64.max, .max - 1, .min, -1] {
      _ = try? store.history(of: id)
      _ = try? store.get([id])
    }
    for entry in (try? store.history()) ?? [] {
      _ = store.describe(entry.change)
      _ = (entry.change.added, entry.change.updated, entry.change.removed, entry.change.fields)
      _ = try? store.undo(revision: entry.change.lastRevision)
    }
    _ = try? store.undo()
    _ = try? store.undo(UndoScope(any: true, skip: true))
    _ = try? store.redo(UndoScope(any: true, skip: true))
    for id in [3, Int64.max, .min, -1] { try? store.remove([id]) }
    _ = try? store.add(Expense(name: "New", amount: .min, currency: "EUR", date: .last))
    _ = try? store.add(Expense(name: "New", amount: .max, currency: "EUR", date: .first))
    _ = try? store.all()
    try? store.check()
    subscription?.cancel()
  }

  @Test(arguments: [
    // Items: kind, distance of the first id (zigzag), count, fields of an update.
    "items = x'00fffffffffffffffffe01ffffffffffffffff7f'",
    "items = x'0002ffffffffffffffff7f0002ffffffffffffffff7f'",
    "items = x'000280808080808080804000028080808080808080400002808080808080808040'",
    "items = x'0201ffffffffffffffff7f'", "items = x'02fdffffffffffffffff010a'", "items = x'000200'",
    "items = x'0002'", "items = x'ff'", "items = x'0103ffffffffffffffff7f01'", "kind = 4",
    "kind = -1",
    "origin = 77", "next_id = 9223372036854775807", "next_id = 9223372036854775806",
    "next_id = -9223372036854775808", "next_id = 1", "revision = revision + 9223372036854775803",
    "revision = revision - 9223372036854775807", "target = -1, kind = 1", "applied_by = 1",
    "applied_by = 9223372036854775807", "undone_by = -5",
  ])
  func journals(change: String) throws {
    try crafted("UPDATE journal SET \(change) WHERE kind = 0") { useAll($0) }
    try crafted(
      "UPDATE journal SET \(change) WHERE revision = (SELECT max(revision) FROM journal)"
    ) { useAll($0) }
  }

  @Test(arguments: [
    "expense SET id = 9223372036854775807 WHERE id = 3", "expense SET id = -5 WHERE id = 3",
    "expense SET id = -9223372036854775808 WHERE id = 3",
    "expense SET date = 9223372036854775807", "expense SET date = -800000",
    "expense SET tags = '[\"\\u0'", "expense SET uuid = x'00'",
    "expense SET type = 9223372036854775807",
    "expense SET conversion_currency = 5", "expense SET reimbursement = -9223372036854775808",
    "total SET high = 9223372036854775807, low = -1", "total SET count = 9223372036854775807",
    "total SET high = -9223372036854775807 - 1, low = 0, count = -9223372036854775807 - 1",
    "total SET month = 9223372036854775807", "currency SET digits = 9223372036854775807",
    "currency SET digits = -1", "currency SET code = 'é'", "setting SET value = ''",
    "journal SET images = x'ff'", "journal SET images = x''", "journal SET images = NULL",
    "journal SET images = zeroblob(100)",
  ])
  func tables(change: String) throws {
    try crafted("UPDATE \(change)") { useAll($0) }
  }

  /// As a commit of many rows leaves them.
  @Test(arguments: [
    "rows = x'ff'", "part = 9223372036854775807", "part = -5", "first_id = 9, last_id = -9",
  ])
  func imagesInTheirOwnTable(change: String) throws {
    try crafted(
      """
      INSERT INTO journal_image SELECT revision, 0, first_id, last_id, images FROM journal \
      WHERE images IS NOT NULL; UPDATE journal SET images = NULL; \
      UPDATE journal_image SET \(change)
      """
    ) { useAll($0) }
  }

  /// What a call can't tell, it says: it makes up nothing for it.
  @Test func whatIsMissingIsDamage() throws {
    try crafted("DELETE FROM expense WHERE id = 1") { store in
      expectError(.damaged) { _ = try store.history(of: 1) }
    }
    try crafted("UPDATE expense SET conversion_currency = 77, conversion_amount = 5") { store in
      expectError(.damaged) { _ = try store.columns.newest(.conversion) }
    }
    // The undo of a redo of a commit that is gone.
    try crafted("UPDATE journal SET applied_by = 77 WHERE revision = 4") { store in
      expectError(.damaged) { _ = try store.undo(revision: 4) }
    }
    try crafted("UPDATE journal SET items = x'ff' WHERE revision = 2") { store in
      expectError(.damaged) {
        _ = try store.read { (connection, _) throws(ExpenseError) in
          try Store.row(1, after: 1, connection)
        }
      }
      expectError(.damaged) {
        _ = try store.read { (connection, _) throws(ExpenseError) in
          try Journal.firstTouches(of: [1], after: 1, connection)
        }
      }
    }
    try crafted("UPDATE journal SET next_id = 9223372036854775806") { (store: Store) throws in
      expectError(.damaged) { try store.add([try expense("A"), try expense("B")]) }
      #expect(try store.all().count == 2)
    }
  }

  @Test func numbersOfNamesFarApart() throws {
    let far = "INSERT INTO type VALUES(100000, 'Far'); UPDATE expense SET type = 100000"
    try crafted(far) { (store: Store) throws in
      #expect(try store.get([1]).map(\.type) == ["Far"])
    }
    try crafted("INSERT INTO type VALUES(9223372036854775807, 'Last')") { (store: Store) throws in
      let more = [try expense("A", type: "New"), try expense("B", type: "Newer")]
      expectError(.damaged) { try store.add(more) }
      #expect(try store.all().count == 2)
    }
  }

  @Test func totalsBeyondTheirWidthAreDamage() throws {
    let craft = """
      INSERT INTO total SELECT 209900, type, category, currency, 9223372036854775807, -1, \
      9223372036854775807 FROM total LIMIT 1; \
      INSERT INTO total SELECT 209912, type, category, currency, high, low, count FROM total \
      WHERE month = 209900
      """
    try crafted(craft) { (store: Store) throws in
      expectError(.damaged) { _ = try store.totals([]) }
      useAll(store)
    }
    try crafted("UPDATE total SET high = 9223372036854775807, low = -1") { (store: Store) throws in
      expectError(.damaged) { try store.add(try expense("More")) }
      #expect(try store.all().count == 2)
    }
  }

  @Test(arguments: [Int64.max, .min])
  func imagesOfIDsThatNoStoreHas(id: Int64) throws {
    var row = StoredRow()
    row.id = id
    row.name = "x"
    var writer = ByteWriter()
    RowImage(fields: [], row: row).write(to: &writer)
    let hex = writer.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let inTable = """
      INSERT INTO journal_image SELECT revision, 0, 1, 3, x'\(hex)' FROM journal \
      WHERE images IS NOT NULL; UPDATE journal SET images = NULL
      """
    for craft in ["UPDATE journal SET images = x'\(hex)' WHERE images IS NOT NULL", inTable] {
      try crafted(craft) { store in
        expectError(.damaged) { _ = try store.undo(UndoScope(any: true)) }
        useAll(store)
      }
    }
  }

  @Test func idsAtTheEndOfTheNumbers() throws {
    let store = try Store.memory()
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    try store.add(try expense("One"))
    let change = try #require(heard.changes.first)
    for id in [Int64.max, .min, 0, -1] {
      expectError(.notFound) { _ = try store.oldValues(of: [id], in: change) }
      expectError(.notFound) { _ = try store.newValues(of: [id], in: change) }
      expectError(.notFound) { _ = try store.history(of: id == 0 ? 5 : id) }
      expectError(.notFound) { try store.remove([id]) }
    }
    subscription.cancel()
  }
}
