import ExpenseModel
import Testing

@testable import ExpenseStore

/// Columns that one process leaves to the next: as the rows are, or not used.
@Suite struct ColumnCacheTests {
  let file = CachedFile()

  // MARK: Histories

  @Test(arguments: seeds(4))
  func whatIsLoadedIsWhatTheRowsAre(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    var taken = 0
    for _ in 0..<14 {
      let store = try file.open(eager: UInt8.random(in: 0..<4, using: &random) > 0)
      let other = Bool.random(using: &random) ? try file.open("other") : nil
      if UInt8.random(in: 0..<4, using: &random) > 0 { taken += try file.expectRight(store) }
      for step in 0..<Int.random(in: 0..<5, using: &random) {
        try change(step % 2 == 0 ? store : other ?? store, &random)
      }
      if Bool.random(using: &random) { try file.expectRight(store) }
      if let other, Bool.random(using: &random) { try file.expectRight(other) }
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
      if !ids.isEmpty { try file.leap(store, by: .random(in: 1..<150_000, using: &random)) }
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
    let store = try file.open(eager: false)
    try store.begin()
    for start in 0..<15 { try store.add(Self.rows(start * 10_000, 10_000)) }
    try store.commit()
    try file.expectRight(store)
    store.close()
    let next = try file.open(eager: false)
    #expect(try file.expectRight(next) == 3)
    // Text is not in the cache; what has it is read.
    #expect(try next.columns.newest(.text).row(7)?.name != 0)
    // The upper half is of rows that came later.
    try next.add(Self.rows(0, 70_000))
    next.close()
    let last = try file.open(eager: false)
    #expect(try file.expectRight(last) == 2)
    last.close()
  }

  // MARK: When it is written

  @Test func onlyWhatHasChangedIsWritten() throws {
    try file.prepare()
    let before = try file.cached()
    #expect(before.count == 4)
    let store = try file.open()
    #expect(try file.expectRight(store) == 3)
    store.close()
    #expect(try file.cached() == before)

    let editing = try file.open()
    var changed = try expense("Changed", 77)
    changed.id = 3
    try editing.update(changed, fields: [.amount])
    try file.expectRight(editing)
    editing.close()
    let after = try file.cached()
    // The state and the first part.
    #expect(zip(before, after).map { $0 != $1 } == [true, true, false, false])
    let last = try file.open()
    #expect(try file.expectRight(last) == 3)
    try last.check()
    last.close()
  }

  @Test func aSmallStoreAndASmallChangeWriteNothing() throws {
    let small = try file.open(eager: false)
    try small.add((0..<500).map { try expense("Row", Int64($0)) })
    try file.expectRight(small)
    small.close()
    #expect(try file.cached() == [])

    try file.prepare()
    let before = try file.cached()
    let store = try file.open { $0.cachePolicy.maximumNews = 10 }
    try store.add(try expense("One more"))
    try file.expectRight(store)
    store.close()
    #expect(try file.cached() == before)
    // It is looked up instead.
    let next = try file.open()
    try file.expectRight(next)
    next.close()
    // A process that has not asked for columns has none to leave.
    let adding = try file.open()
    try adding.add((0..<100).map { try expense("Row", Int64($0)) })
    let written = try file.cached()
    adding.close()
    #expect(try file.cached() == written)
  }

  @Test func aPartWithoutRowsIsRemoved() throws {
    try file.prepare()
    let store = try file.open()
    let second = try store.all().map(\.id).filter { $0 > 65_536 && $0 < 131_072 }
    try store.remove(second)
    try file.expectRight(store)
    store.close()
    #expect(try file.cached().count == 3)
    let next = try file.open()
    #expect(try file.expectRight(next) == 2)
    _ = try next.undo()
    #expect(try file.expectRight(next) == 2)
    next.close()
    #expect(try file.cached().count == 4)
  }

  @Test func whoCannotWriteLeavesItAsItWas() throws {
    try file.prepare()
    let before = try file.cached()
    let store = try file.open("other")
    try store.add(try expense("One more"))
    try file.expectRight(store)
    let writing = try file.open()
    try writing.begin()
    try writing.add(try expense("Not yet"))
    store.close()
    #expect(try file.cached() == before)
    try writing.commit()
    try file.expectRight(writing)
    writing.close()
    #expect(try file.cached() != before)

    // The new expense lies in a part of its own.
    let reading = try file.open { $0.readOnly = true }
    #expect(try file.expectRight(reading) == 4)
    reading.close()
  }

  @Test func aTransactionThatIsOpenAtTheEndLeavesNothing() throws {
    try file.prepare()
    let store = try file.open()
    try store.begin()
    try store.add(try expense("Never"))
    _ = try store.columns.seenByThisThread([])
    store.close()
    let next = try file.open()
    #expect(try file.expectRight(next) == 3)
    try next.check()
    next.close()
  }
}
