import ExpenseModel
import Testing

@testable import ExpenseStore

/// Transactions that SQLite, the disk or the file cut off in the middle.
@Suite struct BrokenTransactionTests {
  /// Runs a body with the store's own writing connection.
  private func withConnection(
    of store: Store, _ body: (Connection) throws(ExpenseError) -> Void
  ) throws {
    let writer = try store.enterWriter()
    defer { store.gate.leave(inTransaction: writer.effect != nil) }
    try body(writer.connection)
  }

  @Test func nothingIsWrittenAfterSQLiteHasRolledBack() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.add(try expense("before"))
    try store.begin()
    try store.add(try expense("lost"))
    // What SQLite does by itself when the disk is full or memory is short.
    try withConnection(of: store) { (connection) throws(ExpenseError) in
      try connection.execute("ROLLBACK")
    }
    expectError(.io) { try store.add(try expense("after")) }
    expectError(.io) { _ = try store.totals([]) }
    expectError(.io) { try store.commit() }
    #expect(try store.all().map(\.name) == ["before"])
    try store.check()
    try store.add(try expense("again"))
    try store.check()
  }

  @Test func aFullDiskLeavesTheTotalsAlone() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.add(try expense("before"))
    try store.begin()
    try store.add(try expense("small"))
    try withConnection(of: store) { (connection) throws(ExpenseError) in
      let pages = try connection.integer("PRAGMA page_count")
      _ = try connection.integer("PRAGMA max_page_count = \(pages)")
    }
    var large = try expense("large")
    large.note = String(repeating: "n", count: 65_536)
    expectError(.full) { try store.add(large) }
    try withConnection(of: store) { (connection) throws(ExpenseError) in
      _ = try connection.integer("PRAGMA max_page_count = 1000000")
    }
    expectError(.full) { _ = try store.totals([]) }
    expectError(.full) { try store.commit() }
    try store.check()
  }

  @Test func totalsThatCannotBeWrittenMarkTheTransaction() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.begin()
    try store.add(try expense("one"))
    try withConnection(of: store) { (connection) throws(ExpenseError) in
      try connection.execute("PRAGMA query_only = ON")
    }
    expectError(.readOnly) { _ = try store.totals([]) }
    try withConnection(of: store) { (connection) throws(ExpenseError) in
      try connection.execute("PRAGMA query_only = OFF")
    }
    expectError(.readOnly) { try store.commit() }
    try store.check()
    #expect(try store.totals([]).isEmpty)
  }

  @Test func aJournalThatCannotBeReadLeavesNoTransactionOpen() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    let other = try Store.file(folder.file())
    let subscription = try store.subscribe { _ in }
    try other.add(try expense("theirs"))
    try withConnection(of: other) { (connection) throws(ExpenseError) in
      try connection.execute("UPDATE journal SET kind = 99")
    }
    try store.begin()
    try store.add(try expense("mine"))
    expectError(.damaged) { try store.commit() }
    #expect(!store.isInTransaction)
    other.setBusyTimeout(0)
    try other.add(try expense("nobody holds the file"))
    expectError(.transaction) { try store.commit() }
    subscription.cancel()
  }

  @Test func aViewShowsNothingThatIsNotCommitted() throws {
    let store = try Store.memory()
    let view = try store.view(ExpenseQuery())
    try store.begin()
    try store.add(try expense("gone"))
    #expect(try view.count() == 0)
    try store.rollback()
    #expect(try view.count() == 0)
  }

  @Test func aViewInATransactionSeesWhatOthersHaveCommittedBefore() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    let other = try Store.file(folder.file())
    let view = try store.view(ExpenseQuery())
    try store.transaction { () throws(ExpenseError) in
      let count = try view.count()
      #expect(count == 0)
    }
    try other.add(try expense("theirs"))
    try store.transaction { () throws(ExpenseError) in
      let count = try view.count()
      #expect(count == 1)
    }
  }

  @Test func theInitialChangeLeavesOutWhatIsNotCommitted() throws {
    let store = try Store.memory()
    try store.add(try expense("committed"))
    let heard = Heard()
    try store.begin()
    try store.add(try expense("not yet"))
    let subscription = try store.subscribe(SubscriptionOptions(initial: true)) { heard.append($0) }
    try store.commit()
    #expect(heard.changes.map(\.added) == [1, 1])
    #expect(heard.changes.map(\.kind) == [.initial, .edit])
    subscription.cancel()
  }

  @Test(arguments: [false, true])
  func aBackupInATransactionIsTheLastCommit(inMemory: Bool) throws {
    let folder = TemporaryFolder()
    let store = try inMemory ? Store.memory() : Store.file(folder.file())
    try store.add(try expense("committed"))
    try store.begin()
    try store.add(try expense("not yet"))
    try store.backup(to: folder.file("copy.db"))
    try store.commit()
    let copy = try Store.file(folder.file("copy.db"))
    #expect(try copy.all().map(\.name) == ["committed"])
    try copy.check()
    copy.close()
  }

  @Test func imagesOfLargeRowsAreCutIntoParts() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file()) { $0.relaxed = true }
    var large = try expense("large")
    large.extra = "{\"x\":\"" + String(repeating: "n", count: 1 << 20) + "\"}"
    try store.add(Array(repeating: large, count: 12))
    try store.remove(Array(1...12))
    try withConnection(of: store) { (connection) throws(ExpenseError) in
      let most = try connection.integer("SELECT max(length(rows)) FROM journal_image")
      #expect(most < 6 << 20, "a blob of SQLite holds 1 GB at most")
    }
    #expect(try store.undo() != nil)
    #expect(try store.all().count == 12)
    #expect(try store.all().allSatisfy { $0.extra == large.extra })
    try store.check()
  }
}
