import ExpenseModel
import Foundation
import Testing

@testable import ExpenseStore

/// Bringing a store to a later version while the disk fails, and by a program that is killed.
///
/// There is no later version yet: the steps are made up, and change and add what a migration may.
@Suite(.serialized) struct MigrationTests {
  private let folder = TemporaryFolder()
  private let rows = 300

  private static let steps = [
    [
      "ALTER TABLE expense ADD COLUMN place TEXT",
      "UPDATE expense SET place = name || ' at ' || date",
      "CREATE TABLE shop(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
    ],
    ["INSERT INTO shop SELECT id, place FROM expense", "CREATE INDEX shop_name ON shop(name)"],
  ]

  /// The state of a file, as far as both versions have it, and its version.
  private struct Contents: Equatable {
    var version: Int64
    var rows: [String]
    var totals: [String]
    var journal: Int64
  }

  private func contents(_ connection: Connection) throws -> Contents {
    let version = try connection.integer("PRAGMA user_version")
    #expect(try connection.texts("PRAGMA integrity_check(1)") == ["ok"])
    let isNew = try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'shop%'")
    let places = try connection.integer(
      "SELECT count(*) FROM pragma_table_info('expense') WHERE name = 'place'")
    #expect(version == 1 || version == 3, "half of the steps")
    #expect(isNew == (version == 3 ? 2 : 0))
    #expect(places == (version == 3 ? 1 : 0))
    if version == 3 {
      #expect(
        try connection.integer(
          "SELECT count(*) FROM shop JOIN expense USING(id) WHERE shop.name = place")
          == Int64(rows))
    } else {
      try Opening(path: folder.file(), options: Store.Options()).verifySchema(connection)
    }
    return Contents(
      version: version,
      rows: try connection.texts(
        "SELECT id || ' ' || date || ' ' || amount || ' ' || type || ' ' || name FROM expense"),
      totals: try connection.texts(
        "SELECT month || ' ' || type || ' ' || currency || ' ' || low || ' ' || high FROM total"),
      journal: try connection.integer("SELECT count(*) FROM journal"))
  }

  /// The same of a file that nobody has open.
  private func contents(of path: String) throws -> Contents {
    let connection = try Connection(file: path)
    defer { connection.close() }
    return try contents(connection)
  }

  /// A store of version 1, closed; read with its log, or without.
  private func makeStore(hasLog: Bool) throws -> Contents {
    let store = try Store.file(folder.file("old.db"))
    try store.add((1...rows).map { try expense("Expense \($0)", Int64($0)) })
    try store.remove([7])
    _ = try store.undo()
    store.close()
    if !hasLog {
      let connection = try Connection(file: folder.file("old.db"))
      try connection.execute("PRAGMA journal_mode = DELETE")
      connection.close()
    }
    return try contents(of: folder.file("old.db"))
  }

  private static let parts = ["", "-wal", "-journal"]

  /// The files as a killed program leaves them. The index of the log is made anew from the log.
  private func copy(_ from: String, to name: String) throws {
    for part in Self.parts {
      try? FileManager.default.removeItem(atPath: folder.file(name) + part)
      if FileManager.default.fileExists(atPath: folder.file(from) + part) {
        try FileManager.default.copyItem(
          atPath: folder.file(from) + part, toPath: folder.file(name) + part)
      }
    }
    try? FileManager.default.removeItem(atPath: folder.file(name) + "-shm")
  }

  /// Opens, migrates and closes, as a program does.
  private func migrate(_ name: String) throws {
    let connection = try Connection(file: folder.file(name))
    defer { connection.close() }
    try Opening(path: folder.file(name), options: Store.Options()).migrate(connection, Self.steps)
  }

  /// Whatever has happened, what is there is old or new as a whole, and is brought to the end.
  private func checkAndFinish(_ name: String, _ before: Contents) throws {
    var after = try contents(of: folder.file(name))
    after.version = 1
    #expect(after == before)
    try migrate(name)
    after = try contents(of: folder.file(name))
    #expect(after.version == 3)
    after.version = 1
    #expect(after == before)
  }

  enum Failure: CaseIterable {
    case once, fromThenOn, full, fullFromThenOn

    func plan(at call: Int) -> FailingDisk.Plan {
      let isFull = self == .full || self == .fullFromThenOn
      return FailingDisk.Plan(
        at: call, code: isFull ? ENOSPC : EIO,
        isLasting: self == .fromThenOn || self == .fullFromThenOn, isAboutRoom: isFull)
    }
  }

  @Test(arguments: Failure.allCases, [true, false])
  func everyCallToTheDiskFails(_ failure: Failure, hasLog: Bool) throws {
    let before = try makeStore(hasLog: hasLog)
    var (call, failed) = (0, 0)
    while true {
      call += 1
      try copy("old.db", to: "store.db")
      let calls = FailingDisk.with(failure.plan(at: call)) {
        do {
          try migrate("store.db")
        } catch let error as ExpenseError {
          #expect([.io, .full, .busy, .damaged].contains(error.code), "\(error)")
          failed += 1
        } catch {
          Issue.record(error)
        }
      }
      try checkAndFinish("store.db", before)
      if calls < call { break }
    }
    #expect(failed > 5, "\(failed) of \(call) calls")
    print("    \(failed) migrations failed, of \(call - 1) calls to the disk: \(failure)")
  }

  @Test(arguments: [true, false])
  func aProgramIsKilledAtEveryCall(hasLog: Bool) throws {
    let before = try makeStore(hasLog: hasLog)
    var (call, old) = (0, 0)
    while true {
      call += 1
      try copy("old.db", to: "store.db")
      try? FileManager.default.removeItem(atPath: folder.file("killed.db"))
      let calls = try FailingDisk.with(
        FailingDisk.Plan(at: call, before: { try? copy("store.db", to: "killed.db") })
      ) { try migrate("store.db") }
      if calls < call { break }
      if try contents(of: folder.file("killed.db")).version == 1 { old += 1 }
      try checkAndFinish("killed.db", before)
    }
    // Without a log the last call is what commits: the journal is removed.
    #expect(old > 5 && (!hasLog || old < call - 1), "\(old) of \(call - 1) were still old")
    print("    a program killed at each of \(call - 1) calls to the disk: \(old) times still old")
  }
}
