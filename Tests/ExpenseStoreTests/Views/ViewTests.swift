import ExpenseModel
import Foundation
import Glibc
import Synchronization
import Testing
import Threads

@testable import ExpenseStore

@Suite struct ViewTests {
  private let byAmount = ExpenseQuery(sort: [SortKey(.amount)])

  @Test func aDifferenceSaysWhatWentCameMovedAndChanged() throws {
    let store = try Store.memory()
    try store.add([try expense("a", 1), try expense("b", 2), try expense("c", 3)])
    let view = try store.view(byAmount)
    let heard = HeardViews()
    _ = try view.subscribe { heard.append($0) }
    try store.transaction { () throws(ExpenseError) in
      try store.remove([2])
      try store.add(Expense(name: "d", amount: 0, date: .first))
      try store.update(Expense(id: 1, name: "a", amount: 9, date: .first), fields: .amount)
      try store.update(Expense(id: 3, name: "see", amount: 0, date: .first), fields: .name)
    }
    let change = try #require(heard.changes.first)
    #expect(heard.changes.count == 1 && change.oldCount == 3 && change.newCount == 3)
    #expect(
      change.items == [
        .init(kind: .removed, oldPosition: 1, newPosition: -1, id: 2),
        .init(kind: .inserted, oldPosition: -1, newPosition: 0, id: 4),
        .init(kind: .updated, oldPosition: 2, newPosition: 1, id: 3, fields: .name),
        .init(kind: .moved, oldPosition: 0, newPosition: 2, id: 1, fields: .amount),
      ])
  }

  @Test func theViewStandsStillToTheEndOfACancelledCallback() throws {
    let store = try Store.memory()
    try store.add([try expense("a", 1), try expense("b", 2)])
    let view = try store.view(byAmount)
    let subscription = Guarded<Subscription?>(nil)
    let told = Guarded<[Int]>([])
    let first = try view.subscribe { change in
      subscription.withLock { $0 }?.cancel()
      do {
        try store.add(try expense("c", 3))
        let count = try view.count()
        told.withLock { $0 += [change.newCount, count] }
        // Who begins anew begins at the last commit.
        _ = try view.subscribe { change in told.withLock { $0.append(change.newCount) } }
      } catch {
        Issue.record("\(error)")
      }
    }
    subscription.withLock { $0 = first }
    try store.remove([1])
    #expect(told.withLock { $0 } == [1, 1])
    #expect(try view.count() == 2)
    try store.remove([2])
    #expect(told.withLock { $0 } == [1, 1, 1])
    view.close()
  }

  @Test func whatDoesNotTouchTheViewIsNotTold() throws {
    let store = try Store.memory()
    try store.add([try expense("a", 1), try expense("b", 2)])
    let view = try store.view(ExpenseQuery(text: "a"))
    let heard = HeardViews()
    let subscription = try view.subscribe { heard.append($0) }
    try store.add(try expense("other"))
    try store.remove([2])
    try store.registerCurrency(try Currency(code: "XAB", digits: 2))
    try store.begin()
    try store.add(try expense("also a"))
    try store.rollback()
    // Added and removed, changed and changed back: nothing is left of it.
    try store.begin()
    try store.remove([try store.add(try expense("a new one"))])
    try store.update(Expense(id: 1, name: "a", amount: 7, date: .first), fields: .amount)
    try store.update(Expense(id: 1, name: "a", amount: 1, date: .first), fields: .amount)
    try store.commit()
    #expect(heard.changes.isEmpty)
    #expect(try view.revision == store.revision)
    subscription.cancel()
  }

  @Test func theLimitLetsRowsFallOutAndComeIn() throws {
    let store = try Store.memory()
    try store.add((1...5).map { try expense("\($0)", $0) })
    var query = byAmount
    query.limit = 3
    let view = try store.view(query)
    let heard = HeardViews()
    let subscription = try view.subscribe { heard.append($0) }
    try store.add(try expense("first", 0))
    try store.remove([1])
    #expect(
      heard.changes.map(\.items) == [
        [
          .init(kind: .removed, oldPosition: 2, newPosition: -1, id: 3),
          .init(kind: .inserted, oldPosition: -1, newPosition: 0, id: 6),
        ],
        [
          .init(kind: .removed, oldPosition: 1, newPosition: -1, id: 1),
          .init(kind: .inserted, oldPosition: -1, newPosition: 2, id: 3),
        ],
      ])
    #expect(try view.totals([]).map(\.amount) == [5])
    #expect(try view.count() == 3)
    subscription.cancel()
  }

  @Test func aRefundLowersItsCategory() throws {
    let store = try Store.memory()
    try store.add([
      try expense("shoes", 9000, category: "Clothes"),
      try expense("train", 500, category: "Travel"),
      try expense("shoes", -4000, category: "Clothes"),
    ])
    let view = try store.view(ExpenseQuery(section: .init(.category)))
    #expect(try view.sections(offset: 0, limit: 9).map { $0.totals[0].amount } == [5000, 500])
    #expect(try view.totals(.category).map(\.amount) == [5000, 500])
    #expect(try store.totals(.category).map(\.amount) == [5000, 500])
  }

  @Test func sectionsSayWhatTheyWereAndAre() throws {
    let store = try Store.memory()
    try store.add([
      try expense("a", 1, date: "2026-03-01"), try expense("b", 2, date: "2026-03-02"),
      try expense("c", 4, date: "2026-04-01"),
    ])
    var query = ExpenseQuery(section: .init(.month, descending: true))
    query.showsSectionRows = true
    let view = try store.view(query)
    #expect(try view.count() == 5)
    #expect(try view.ids(offset: 0, limit: 9) == [0, 3, 0, 1, 2])
    let heard = HeardViews()
    let subscription = try view.subscribe { heard.append($0) }
    try store.update(
      Expense(id: 3, name: "", amount: 0, date: try date("2026-03-01")), fields: .date)
    let change = try #require(heard.changes.first)
    #expect(
      change.items == [
        .init(kind: .removed, oldPosition: 0, newPosition: -1, id: 0),
        .init(kind: .updated, oldPosition: 2, newPosition: 0, id: 0),
        .init(kind: .moved, oldPosition: 1, newPosition: 3, id: 3, fields: .date),
      ])
    #expect(change.sections.map(\.kind) == [.removed, .updated])
    #expect(change.sections.map(\.title) == ["2026-04", "2026-03"])
    #expect(change.sections.map(\.oldPosition) == [0, 1])
    #expect(change.sections.map(\.newPosition) == [-1, 0])
    #expect(change.sections.map { $0.oldTotals.map(\.amount) } == [[4], [3]])
    #expect(change.sections.map { $0.newTotals.map(\.amount) } == [[], [7]])
    subscription.cancel()
  }

  @Test func whatPassesASectionRowHasMoved() throws {
    let store = try Store.memory()
    try store.add([
      try expense("a", type: "A"), try expense("b", type: "A"), try expense("c", type: "B"),
    ])
    var query = ExpenseQuery(section: .init(.type))
    let without = try store.view(query)
    query.showsSectionRows = true
    let mirror = try ViewMirror(store.view(query, queued: true), "section rows")
    let heard = HeardViews()
    let subscription = try without.subscribe { heard.append($0) }
    // Between the same two expenses as before, but on the other side of the row of "B".
    try store.update(Expense(id: 2, name: "", type: "B", amount: 0, date: .first), fields: .type)
    #expect(
      heard.changes.map(\.items) == [
        [.init(kind: .updated, oldPosition: 1, newPosition: 1, id: 2, fields: .type)]
      ])
    while try mirror.step() {}
    #expect(mirror.rows.map(\.id) == [0, 1, 0, 2, 3])
    subscription.cancel()
  }

  @Test func oldAndNewValuesCanBeReadInTheCallback() throws {
    let store = try Store.memory()
    try store.add(try expense("old", 1))
    let view = try store.view(byAmount)
    let values = Mutex<[String]>([])
    let subscription = try view.subscribe { change in
      let old = try? store.oldValues(of: [1], in: change.change)
      let new = try? store.newValues(of: [1], in: change.change)
      values.withLock { $0 += [old?.first?.name ?? "", new?.first?.name ?? ""] }
      // The view is what this change made of it, also when the store is ahead.
      _ = try? store.update(Expense(id: 1, name: "newest", amount: 0, date: .first), fields: .name)
      let shown = try? view.read(offset: 0, limit: 1).first?.expense?.name
      values.withLock { $0.append(shown ?? "") }
    }
    try store.update(Expense(id: 1, name: "new", amount: 0, date: .first), fields: .name)
    #expect(values.withLock { $0 } == ["old", "new", "new", "new", "newest", "newest"])
    subscription.cancel()
  }

  // MARK: Queued

  @Test func aQueuedViewStandsWhereItsOwnerWasTold() throws {
    let store = try Store.memory()
    try store.add((1...6).map { try expense("\($0)", $0) })
    let view = try store.view(byAmount, queued: true)
    let descriptor = try store.descriptor()
    #expect(try view.step() == nil && !isReadable(descriptor))
    try store.remove([2, 3, 5])
    try store.add(try expense("new", 4))
    try store.update(Expense(id: 6, name: "six", amount: 0, date: .first), fields: .name)
    #expect(isReadable(descriptor))
    #expect(try view.ids(offset: 0, limit: 9) == [1, 2, 3, 4, 5, 6])
    #expect(try view.read(offset: 1, limit: 1).first?.expense?.name == "2", "as it was told")
    #expect(try view.step() == Splice(position: 4, removed: 1))
    #expect(try view.ids(offset: 0, limit: 9) == [1, 2, 3, 4, 6])
    // What is clicked is what was shown: it is gone, and nothing else is removed.
    expectError(.notFound) { try view.remove(at: [0, 1]) }
    #expect(try view.step() == Splice(position: 1, removed: 2))
    #expect(try view.ids(offset: 0, limit: 9) == [1, 4, 6])
    #expect(try view.step() == Splice(position: 2, added: 1))
    #expect(try view.read(offset: 3, limit: 1).first?.expense?.name == "6")
    #expect(try view.step() == Splice(position: 3, updated: 1))
    #expect(try view.read(offset: 3, limit: 1).first?.expense?.name == "six")
    #expect(!isReadable(descriptor))
    #expect(try view.step() == nil)
    try view.remove(at: [2])
    #expect(try store.all().map(\.name) == ["1", "4", "six"])
  }

  @Test func betweenTwoStepsTheTotalsAreThoseBeforeAndWhatIsGoneHasNoPosition() throws {
    let store = try Store.memory()
    try store.add((1...4).map { try expense("\($0)", $0) })
    let view = try store.view(byAmount, queued: true)
    _ = try view.count()
    try store.remove([1, 3])
    #expect(try view.step() == Splice(position: 2, removed: 1))
    #expect(try view.totals([]).map(\.amount) == [10])
    #expect(try view.position(of: 4) == 2)
    for id in [3, 5, Int64.max] {
      #expect(try view.position(of: id) == nil)
    }
    #expect(try view.step() == Splice(position: 0, removed: 1))
    #expect(try view.totals([]).map(\.amount) == [6])
    #expect(try view.step() == nil)
  }

  @Test func whatAddsUpToTheSameChangesNoSection() throws {
    let store = try Store.memory()
    try store.add((1...3).map { try expense("\($0)", $0) })
    let view = try store.view(ExpenseQuery(section: .init(.type)))
    let heard = HeardViews()
    let subscription = try view.subscribe { heard.append($0) }
    try store.transaction { () throws(ExpenseError) in
      for (id, amount) in [(1, 2), (2, 1)] as [(Int64, Int64)] {
        try store.update(
          Expense(id: id, name: "", amount: amount, date: .first), fields: .amount)
      }
    }
    let change = try #require(heard.changes.first)
    #expect(change.items.map(\.id).sorted() == [1, 2] && change.sections.isEmpty)
    subscription.cancel()
  }

  @Test func stepFindsWhatOtherProcessesHaveCommitted() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file())
    let theirs = try Store.file(folder.file())
    let view = try mine.view(ExpenseQuery(), queued: true)
    let descriptor = try mine.descriptor()
    try theirs.add(try expense("A"))
    #expect(isReadable(descriptor))
    #expect(try view.count() == 0)
    #expect(try view.step() == Splice(position: 0, added: 1))
    #expect(try view.step() == nil)
    #expect(!isReadable(descriptor))
    view.close()
    expectError(.handle) { _ = try view.step() }
    expectError(.handle) { _ = try view.count() }
    expectError(.handle) { _ = try view.subscribe { _ in } }
  }

  @Test func aViewIsEitherSteppedOrHasSubscribers() throws {
    let store = try Store.memory()
    let view = try store.view(ExpenseQuery(), queued: true)
    let heard = HeardViews()
    let subscription = try view.subscribe { heard.append($0) }
    try store.add(try expense("A"))
    expectError(.argument) { _ = try view.step() }
    #expect(try view.count() == 0)
    // Whoever joins hears what the view was not told yet.
    let late = HeardViews()
    let second = try view.subscribe { late.append($0) }
    #expect(try store.dispatch() == 2)
    #expect(heard.changes == late.changes && late.changes.count == 1)
    try store.add(try expense("B"))
    subscription.cancel()
    second.cancel()
    #expect(try view.step() == Splice(position: 1, added: 1), "it was not told")
    try store.transaction { () throws(ExpenseError) in
      try store.remove([1])
      try store.add(Expense(name: "C", amount: 1, date: .first))
    }
    #expect(try view.step() == Splice(position: 0, removed: 1))
    expectError(.argument) { _ = try view.subscribe { _ in } }
    #expect(try view.step() == Splice(position: 1, added: 1))
    expectError(.argument) { _ = try store.view(ExpenseQuery()).step() }
  }

  @Test func aViewThatIsLetGoKeepsNothingWaiting() throws {
    let store = try Store.memory()
    let descriptor = try store.descriptor()
    var view: LiveView? = try store.view(ExpenseQuery(), queued: true)
    try store.add(try expense("A"))
    #expect(isReadable(descriptor))
    let heard = HeardViews()
    view = nil
    #expect(view == nil && !isReadable(descriptor))
    view = try store.view(ExpenseQuery(), queued: true)
    let subscription = try view?.subscribe { heard.append($0) }
    view = nil
    try store.add(try expense("B"))
    #expect(try store.dispatch() == 1 && heard.changes.count == 1, "its subscribers go on")
    subscription?.cancel()
    try store.add(try expense("C"))
    #expect(!isReadable(descriptor))
    #expect(store.delivery.state.views.isEmpty && store.delivery.state.waiting.isEmpty)
  }

  @Test func thousandsOfWaitingChangesAreTakenInAsFew() throws {
    let store = try Store.memory()
    let ids = try (0..<20).map { try store.add(try expense("\($0)", 1)) }
    let mirror = try ViewMirror(try store.view(byAmount, queued: true), "merged")
    for index in 0..<3000 {
      let id = ids[index % ids.count]
      let amount = index < 2900 ? Int64(index) : 1
      try store.update(Expense(id: id, name: "", amount: amount, date: .first), fields: .amount)
    }
    while try mirror.step() {}
    #expect(mirror.rows.count == 20)
  }

  @Test func whatMergedChangesTookBackIsNotTold() throws {
    let store = try Store.memory()
    try store.add([try expense("a", 1), try expense("b", 2)])
    let view = try store.view(byAmount)
    let core = view.core
    let first = try store.revision
    try store.update(Expense(id: 1, name: "", amount: 5, date: .first), fields: .amount)
    try store.update(Expense(id: 1, name: "z", amount: 1, date: .first), fields: [.amount, .name])
    let changes = try store.changes(after: first, upTo: first + 2)
    let both = try #require(Change.all(changes))
    #expect(both.fields == [.amount, .name])
    #expect(core.hear(both, store)?.items.map(\.fields) == [.name])
  }

  @Test func whatTheViewCouldNotFollowIsAReset() throws {
    let store = try Store.memory()
    try store.add([try expense("a", 1), try expense("b", 2)])
    let view = try store.view(byAmount)
    let first = try store.revision
    try store.remove([1])
    try store.remove([2])
    // A change before is missing: nothing of it may be lost.
    let last = try #require(store.changes(after: first + 1, upTo: first + 2).first)
    let reset = try #require(view.core.hear(last, store))
    #expect(reset.isReset && reset.oldCount == 2 && reset.newCount == 0 && reset.items.isEmpty)
    #expect(view.core.hear(last, store) == reset, "for all subscribers the same")
    var passage = Passage(
      from: try view.core.shown(store).state, to: try view.core.shown(store).state, reset)
    #expect(passage.step() == Splice(position: 0) && passage.isFinished)
  }

  @Test func moreThanCanBeFollowedIsAResetToo() throws {
    let store = try Store.memory()
    try store.add(try expense("a", 1))
    let view = try store.view(byAmount)
    let stepped = try store.view(byAmount, queued: true)
    let heard = HeardViews()
    let subscription = try view.subscribe { heard.append($0) }
    let row = try expense("b", 0)
    try store.add([Expense](repeating: row, count: 65_537))
    #expect(heard.changes.map(\.isReset) == [true])
    #expect(heard.changes.map(\.newCount) == [65_538])
    #expect(try stepped.count() == 1)
    #expect(try stepped.step() == Splice(position: 0, removed: 1, added: 65_538))
    #expect(try stepped.position(of: 1) == 65_537)
    #expect(try stepped.step() == nil)
    subscription.cancel()
  }

  @Test func valuesBeforeMergedChangesAreThoseBeforeTheFirst() throws {
    let store = try Store.memory()
    try store.add([try expense("a", 1), try expense("b", 2), try expense("c", 3)])
    let first = try store.revision
    try store.update(Expense(id: 1, name: "", amount: 5, date: .first), fields: .amount)
    try store.remove([2])
    try store.update(Expense(id: 1, name: "", amount: 6, date: .first), fields: .amount)
    let both = try #require(Change.all(try store.changes(after: first, upTo: first + 3)))
    try store.remove([1])
    #expect(try store.oldValues(of: [2, 1, 3], in: both).map(\.amount) == [2, 1, 3])
    #expect(try store.newValues(of: [1, 3], in: both).map(\.amount) == [6, 3])
  }

  // MARK: Positions

  @Test func positionsAreThoseOfTheView() throws {
    let store = try Store.memory()
    try store.add((1...4).map { try expense("\($0)", 10 - $0, type: $0 == 2 ? "B" : "A") })
    var query = ExpenseQuery(sort: [SortKey(.amount)], section: .init(.type))
    query.showsSectionRows = true
    let view = try store.view(query)
    #expect(try view.ids(offset: 0, limit: 9) == [0, 4, 3, 1, 0, 2])
    #expect(try view.position(of: 3) == 2)
    #expect(try view.position(of: 9) == nil)
    for positions in [[6], [-1], [1, 1], [0], [1, .max]] {
      expectError(.argument) { try view.remove(at: positions) }
    }
    #expect(try view.count() == 6)
    try view.update(at: 5, try expense("new"), fields: .name)
    #expect(try store.get([2]).first?.name == "new")
    expectError(.argument) { try view.update(at: 4, try expense("new"), fields: .name) }
    try view.remove(at: [5, 1])
    #expect(try view.ids(offset: 0, limit: 9) == [0, 3, 1])
    #expect(try store.undo()?.label == "removed 2 expenses")
    #expect(try view.ids(offset: 0, limit: 9) == [0, 4, 3, 1, 0, 2])
    try view.remove(at: [])
    #expect(try view.read(offset: 5, limit: .max).count == 1)
    #expect(try view.read(offset: 6, limit: 1).isEmpty && view.read(offset: -1, limit: 1).isEmpty)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }
}

/// What a subscriber of a view has heard.
final class HeardViews: Sendable {
  private let kept = Mutex<[ViewChange]>([])
  var changes: [ViewChange] { kept.withLock { $0 } }
  func append(_ change: ViewChange) { kept.withLock { $0.append(change) } }
}
