import ExpenseModel
import Testing

@testable import ExpenseStore

/// Views on a file that another program has damaged: an error or the rows that are there, never a
/// trap, and no memory for what is not there.
@Suite struct DamagedViewTests {
  private let folder = TemporaryFolder()
  private let store: Store

  init() throws {
    store = try Store.file(folder.file())
    try store.add([
      try expense("One", 100), try expense("Two", 200, type: "Business"),
      try expense("Three", 300),
    ])
  }

  /// Changes the file past the library, and adds commits to its journal that say so.
  private func damage(_ sql: String, _ commits: [[Change.Item]] = []) throws {
    let other = try Store.file(folder.file())
    let writer = try other.enterWriter()
    try writer.connection.execute(sql)
    for items in commits {
      let hex = ChangeItems.encode(items).map {
        String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
      }.joined()
      try writer.connection.execute(
        """
        INSERT INTO journal(revision, kind, origin, instance, time, next_id, first_id, last_id, \
        items) SELECT max(revision) + 1, 0, 1, 77, 1, 100, 1, 3, x'\(hex)' FROM journal
        """)
    }
    other.gate.leave(inTransaction: false)
    other.close()
  }

  /// Checks that views that stood before are what they would be if opened now.
  private func expectFollowed(_ views: [LiveView]) throws {
    for view in views {
      while view.core.isQueued, try view.step() != nil {}
      let anew = try store.view(view.core.query)
      #expect(
        try view.ids(offset: 0, limit: .max) == anew.ids(offset: 0, limit: .max))
      #expect(try view.sections(offset: 0, limit: .max) == anew.sections(offset: 0, limit: .max))
      #expect(try view.core.isValid(store))
    }
  }

  private func views() throws -> [LiveView] {
    var query = ExpenseQuery(sort: [SortKey(.type)])
    query.section = ExpenseQuery.Section(.type)
    var rows = query
    rows.showsSectionRows = true
    return [
      try store.view(query), try store.view(query, queued: true), try store.view(rows),
      try store.view(rows, queued: true), try store.view(ExpenseQuery(), queued: true),
    ]
  }

  @Test(arguments: [Change.Item.Kind.added, .updated, .removed])
  func aRowThatOneCommitNamesTwice(kind: Change.Item.Kind) throws {
    let views = try views()
    let items = [kind, .removed, .updated, kind].map {
      Change.Item(kind: $0, firstID: 3, count: 1, fields: $0 == .updated ? .amount : [])
    }
    try damage("DELETE FROM expense WHERE id = 3", [items])
    try expectFollowed(views)
    #expect(try views[0].count() == 2)
  }

  @Test(arguments: [Change.Item.Kind.added, .updated, .removed])
  func anUpdateThatNamesNoField(kind: Change.Item.Kind) throws {
    let views = try views()
    try damage(
      "UPDATE expense SET amount = 7 WHERE id = 1",
      [[Change.Item(kind: kind, firstID: 1, count: 1, fields: [])]])
    try expectFollowed(views)
  }

  @Test(arguments: [Change.Item.Kind.added, .updated, .removed])
  func commitsOfMoreRowsThanThereAre(kind: Change.Item.Kind) throws {
    let views = try views()
    // Four times that is 0 in 64 bits, and twice below 0.
    let items = [Change.Item(kind: kind, firstID: 1, count: 1 << 62, fields: .name)]
    try damage("UPDATE expense SET amount = 7 WHERE id = 1", [items, items, items, items])
    try expectFollowed(views)
    try damage("UPDATE expense SET amount = 8 WHERE id = 1", [items, items])
    try expectFollowed(views)
  }

  @Test func namesThatAreOneWhenRead() throws {
    // More rows than are compared one by one.
    try store.add((0..<400).map { try expense("More \($0)") })
    try damage(
      """
      INSERT INTO type VALUES(50, CAST(x'ff' AS TEXT)), (51, CAST(x'fe' AS TEXT)); \
      UPDATE expense SET type = 50 + id % 2
      """)
    let views = try views()
    let view = try #require(views.first)
    for (place, id) in try view.ids(offset: 0, limit: .max).enumerated() {
      #expect(try view.position(of: id) == place)
    }
    try store.remove([5, 6, 7, 300])
    try expectFollowed(views)
    // From the one to the other: in its section nothing has changed.
    try damage(
      "UPDATE expense SET type = 101 - type WHERE id = 8",
      [[Change.Item(kind: .updated, firstID: 8, count: 1, fields: .type)]])
    try expectFollowed(views)
  }

  /// What can't be read is an error for who asks, and for who listens a reset once it can be read.
  @Test func aRowThatCannotBeRead() throws {
    let views = try views()
    let listening = try store.view(ExpenseQuery())
    let heard = HeardViews()
    let subscription = try listening.subscribe { heard.append($0) }
    let alone = try store.view(ExpenseQuery(types: ["Personal"]))
    let short = try alone.subscribe { _ in Issue.record("nothing can be told") }
    let touch = [Change.Item(kind: .updated, firstID: 1, count: 1, fields: .type)]
    try damage("UPDATE expense SET type = 99 WHERE id = 1", [touch])
    try store.dispatch()
    #expect(heard.changes.isEmpty)
    expectError(.damaged) { _ = try store.view(ExpenseQuery(text: "x")).count() }
    expectError(.damaged) { _ = try views[0].count() }
    short.cancel()
    try damage("UPDATE expense SET type = 1 WHERE id = 1", [touch])
    #expect(try alone.count() == 2)
    try store.dispatch()
    #expect(heard.changes.map(\.isReset) == [true])
    #expect(heard.changes.map(\.newCount) == [3])
    try expectFollowed(views + [alone])
    subscription.cancel()
  }

  @Test func numbersThatNamesLeaveOut() throws {
    let touch = [Change.Item(kind: .updated, firstID: 1, count: 1, fields: .name)]
    try damage("INSERT INTO type VALUES(2000, 'a'), (4000, 'b')", [touch])
    _ = try store.view(ExpenseQuery()).count()
    // Each leaps less far than all together may.
    try damage("INSERT INTO type VALUES(6000, 'c')", [touch])
    expectError(.damaged) { _ = try store.view(ExpenseQuery()).count() }
  }
}
