import ExpenseModel
import Foundation
import Testing

@testable import ExpenseStore

@Suite struct OpeningTests {
  private let folder = TemporaryFolder()

  @Test func whatIsNoStoreIsRefusedAndUntouched() throws {
    let path = folder.file()
    for bytes in [Data("not a database".utf8), Data(repeating: 7, count: 8192)] {
      try bytes.write(to: URL(fileURLWithPath: path))
      expectError(.notAStore) { _ = try Store.file(path) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }
  }

  @Test func missingFoldersFilesAndDirectories() throws {
    expectError(.missing) { _ = try Store.file(folder.path + "/no/store.db") }
    expectError(.notAFile) { _ = try Store.file(folder.path) }
    expectError(.missing) { _ = try Store.file(folder.file()) { $0.existing = true } }
    expectError(.missing) { _ = try Store.file(folder.file()) { $0.readOnly = true } }
    expectError(.argument) { _ = try Store.file("") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func anUnknownCurrencyLeavesNoFile() throws {
    expectError(.currency) { _ = try Store.file(folder.file()) { $0.currency = "EURO" } }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aNewFileIsItsOwnersAlone() throws {
    try Store.file(folder.file()).close()
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file())
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aNewerStoreIsRefusedWithItsVersion() throws {
    try Store.file(folder.file()).close()
    try edit(folder.file(), "PRAGMA user_version = 9")
    let error = #expect(throws: ExpenseError.self) { _ = try Store.file(folder.file()) }
    #expect(error?.code == .newer)
    #expect(error?.message.contains("version 9") == true)
  }

  @Test func aStoreWithoutAVersionIsRefused() throws {
    try Store.file(folder.file()).close()
    try edit(folder.file(), "PRAGMA user_version = 0")
    let error = #expect(throws: ExpenseError.self) {
      _ = try Store.file(folder.file()) { $0.readOnly = true }
    }
    #expect(error?.code == .readOnly)
    #expect(error?.message.contains("open it for writing once") == true)
    expectError(.damaged) { _ = try Store.file(folder.file()) }
  }

  /// SQLite has to look at a journal that a creation may have left, before anyone can tell whose file it is.
  @Test func aForeignDatabaseWithAJournalIsRefused() throws {
    try edit(folder.file(), "CREATE TABLE mine(x); INSERT INTO mine VALUES(7)")
    try Data().write(to: URL(fileURLWithPath: folder.file() + "-journal"))
    expectError(.notAStore) { _ = try Store.file(folder.file()) }
    #expect(try shell(folder.file(), "SELECT x FROM mine") == ["7"])
  }

  /// Also for reading only, where SQLite gets the path as a URI.
  @Test(arguments: ["a b", "a%41b", "a?mode=ro", "a#b", "ü€", "a\u{1}\u{7F}b", "a&b+c"])
  func anyNameOfAFile(name: String) throws {
    let path = folder.file(name + ".db")
    let store = try Store.file(path)
    try store.add(try expense("A"))
    store.close()
    let reader = try Store.file(path) { $0.readOnly = true }
    #expect(try reader.all().map(\.name) == ["A"])
    reader.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.allSatisfy { $0.hasPrefix(name + ".db") })
  }

  @Test func aLongOriginIsRefused() throws {
    let long = String(repeating: "o", count: 255)
    let store = try Store.file(folder.file(), origin: long)
    store.close()
    let error = #expect(throws: ExpenseError.self) {
      _ = try Store.file(folder.file(), origin: long + "o")
    }
    #expect(error?.code == .invalid && error?.message.contains("255 bytes") == true)
  }

  /// As some tools leave it; who reads it at that moment is waited for, and then it is busy.
  @Test func aFileWithoutALogGetsOneAgain() throws {
    let store = try Store.file(folder.file())
    try store.add(try expense("A"))
    store.close()
    try edit(folder.file(), "PRAGMA journal_mode = DELETE")
    let other = try Connection(file: folder.file())
    try other.execute("BEGIN; SELECT count(*) FROM expense")
    expectError(.busy) { _ = try Store.file(folder.file()) { $0.busyTimeout = 20 } }
    try other.execute("COMMIT")
    other.close()
    let again = try Store.file(folder.file())
    try again.add(try expense("B"))
    #expect(try again.all().map(\.name) == ["A", "B"])
    #expect(FileManager.default.fileExists(atPath: folder.file() + "-wal"))
    again.close()
  }

  @Test func readOnlyReadsAndRefusesToWrite() throws {
    let writer = try Store.file(folder.file())
    try writer.add(try expense("A"))
    let reader = try Store.file(folder.file()) { $0.readOnly = true }
    #expect(try reader.all().count == 1)
    expectError(.readOnly) { try reader.add(try expense("B")) }
    expectError(.readOnly) { try reader.begin() }
    expectError(.readOnly) { _ = try reader.undo() }
    try writer.add(try expense("B"))
    #expect(try reader.all().count == 2)
  }

  @Test func nobodyElseMayWriteTheFile() throws {
    let store = try Store.file(folder.file())
    var full = try expense("A", category: "Travel")
    full.account = "Visa"
    try store.add(full)
    let values = full
    try store.transaction { () throws(ExpenseError) in
      var imported = values
      imported.source = Expense.Source(
        importNumber: try store.newImport(name: "x"), line: 1, fingerprint: 7)
      let id = try store.add(imported)
      try store.keepOriginal(Store.Original(amount: 1, day: 1, name: "x"), of: id)
      try store.noteRuling(Store.Ruling(text: "[]", fields: .name), of: id)
    }
    try store.remove([try #require(try store.all().last?.id)])
    try store.add(values)
    _ = try store.undo()
    _ = try store.redo()
    let writer = try store.enterWriter()
    let state = ColumnCache.State(revision: 1, rows: 0, writes: 0, schema: 0)
    try ColumnCache.write(state, writer.connection)
    // As a commit of many rows leaves it.
    try writer.connection.execute("INSERT INTO journal_image VALUES(2, 0, 1, 1, x'')")
    store.gate.leave(inTransaction: false)
    for table in Schema.tables {
      #expect(throws: (any Error).self, "\(table)") {
        try edit(folder.file(), "DELETE FROM \(table)")
      }
    }
    #expect(throws: (any Error).self) {
      try edit(folder.file(), "UPDATE expense SET amount = 1")
    }
    #expect(try store.all().count == 2)
    try store.check()
  }

  @Test(arguments: [
    "DROP TABLE total", "CREATE TABLE more(x)", "DROP TRIGGER guard_expense_insert",
    "CREATE TRIGGER more AFTER INSERT ON expense BEGIN DELETE FROM journal; END",
    "CREATE TRIGGER more AFTER UPDATE ON expense BEGIN SELECT load_extension('./more.so'); END",
    "CREATE VIEW more AS SELECT writefile('more', 'x') FROM expense",
    "CREATE VIEW more AS SELECT \(String(repeating: "(", count: 90))1"
      + "\(String(repeating: ")", count: 90))",
    "CREATE TABLE more(x DEFAULT (load_extension('./more.so')))",
    "CREATE TABLE more(x, y GENERATED ALWAYS AS (abs(x)))",
    "CREATE INDEX more ON expense(abs(amount))",
    "CREATE INDEX more ON expense(name) WHERE amount > random()",
    "CREATE VIRTUAL TABLE more USING fts5(x)",
    "ALTER TABLE expense ADD COLUMN more",
    "ALTER TABLE note RENAME TO more",
  ])
  func aForeignSchemaIsRefused(sql: String) throws {
    try Store.file(folder.file()).close()
    do { try edit(folder.file(), sql) } catch { return }  // not every SQLite has all of it
    let before = try Data(contentsOf: URL(filePath: folder.file()))
    expectError(.damaged) { _ = try Store.file(folder.file()) }
    #expect(try Data(contentsOf: URL(filePath: folder.file())) == before, "nothing was changed")
    #expect(!FileManager.default.fileExists(atPath: folder.file("more")))
  }

  /// A schema that is written into the file as rows, as no statement would make it.
  @Test(arguments: [
    "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'journal')"
      + " WHERE name = 'expense'",
    "UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'expense'",
    "UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'expense'",
    "UPDATE sqlite_schema SET sql = 'CREATE VIEW expense AS SELECT * FROM expense' "
      + "WHERE name = 'expense'",
    "UPDATE sqlite_schema SET sql = replace(sql, 'INTEGER', 'ANY') WHERE name = 'expense'",
    "UPDATE sqlite_schema SET sql = 'CREATE TABLE expense(x,' || hex(zeroblob(1000000)) || ')' "
      + "WHERE name = 'expense'",
    "UPDATE sqlite_schema SET sql = NULL WHERE name = 'expense'",
    "INSERT INTO sqlite_schema VALUES('trigger', 'a', 'expense', 0, 'no SQL at all')",
    "INSERT INTO sqlite_schema VALUES('table', 'a', 'a', 2, 'CREATE TABLE a(x)')",
  ])
  func aSchemaThatNobodyCouldMakeIsRefused(sql: String) throws {
    let store = try Store.file(folder.file())
    try store.add(try expense("A"))
    store.close()
    let connection = try Connection(folder.file(), flags: 2, path: folder.file())
    try connection.setSchemaWritable(true)
    try connection.execute(sql)
    connection.close()
    expectError(.damaged) {
      let store = try Store.file(folder.file())
      defer { store.close() }
      _ = try store.all()
      try store.check()
    }
  }

  @Test func aWrongTotalIsFound() throws {
    let store = try Store.file(folder.file())
    try store.add(try expense("A"))
    store.close()
    let connection = try Connection(folder.file(), flags: 2, path: folder.file())
    try connection.execute("UPDATE total SET low = low + 1")
    connection.close()
    let again = try Store.file(folder.file())
    expectError(.damaged) { try again.check() }
  }

  @Test func olderFilesAreMigratedInOneTransaction() throws {
    try Store.file(folder.file()).close()
    let connection = try Connection(folder.file(), flags: 2, path: folder.file())
    let opening = Opening(path: folder.file(), options: Store.Options())
    let steps = [["CREATE TABLE two(x)"], ["CREATE TABLE three(x)"]]
    expectError(.io) { try opening.migrate(connection, steps + [["CREATE TABLE two(x)"]]) }
    #expect(try connection.integer("PRAGMA user_version") == 1, "nothing half done")
    try opening.migrate(connection, steps)
    #expect(try connection.integer("PRAGMA user_version") == 3)
    #expect(try connection.integer("SELECT count(*) FROM three") == 0)
    try opening.migrate(connection, steps)
    connection.close()
  }

  @Test func theReadableViewShowsExactAmountsAndDates() throws {
    let store = try Store.file(folder.file())
    try store.add([
      try expense("A", 1250), try expense("B", -5), try expense("C", 7, currency: "JPY"),
      try expense("D", -1_234, currency: "KWD"), try expense("E", .min),
    ])
    store.close()
    let rows = try shell(folder.file(), "SELECT date, amount, currency FROM expense_readable")
    #expect(
      rows == [
        "2026-03-14|12.50|EUR", "2026-03-14|-0.05|EUR", "2026-03-14|7|JPY", "2026-03-14|-1.234|KWD",
        "2026-03-14|-92233720368547758.08|EUR",
      ])
  }

  /// Runs SQL as the sqlite3 shell does; throws what it prints as an error.
  private func edit(_ path: String, _ sql: String) throws {
    _ = try shell(path, sql)
  }

  private func shell(_ path: String, _ sql: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = [path, sql]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    struct ShellError: Error { let message: String }
    if process.terminationStatus != 0 {
      throw ShellError(message: String(decoding: message, as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
