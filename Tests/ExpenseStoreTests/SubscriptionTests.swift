import ExpenseModel
import Foundation
import Synchronization
import Testing
import Threads

@testable import ExpenseStore

@Suite struct SubscriptionTests {
  @Test func theInitialChangeIsThePresentState() throws {
    let store = try Store.memory()
    let ids = try (0..<5).map { try store.add(try expense("\($0)")) }
    try store.remove([ids[2]])
    let heard = Heard()
    let subscription = try store.subscribe(SubscriptionOptions(initial: true)) { heard.append($0) }
    try store.add(try expense("later"))
    #expect(heard.changes.map(\.kind) == [.initial, .edit])
    #expect(
      heard.changes[0].items == [
        Change.Item(kind: .added, firstID: 1, count: 2),
        Change.Item(kind: .added, firstID: 4, count: 2),
      ])
    #expect(heard.changes[0].lastRevision + 1 == heard.changes[1].firstRevision)
    subscription.cancel()
  }

  @Test func ownChangesAndOtherFieldsAreLeftOutWhenAsked() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file())
    let theirs = try Store.file(folder.file())
    let foreign = Heard()
    let amounts = Heard()
    let one = try mine.subscribe(SubscriptionOptions(skipOwn: true)) { foreign.append($0) }
    let two = try mine.subscribe(SubscriptionOptions(fields: [.amount])) { amounts.append($0) }
    let id = try mine.add(try expense("Mine"))
    #expect(foreign.changes.isEmpty)
    #expect(amounts.changes.count == 1, "an added expense concerns every field")
    var values = try expense("Renamed", 7)
    values.id = id
    try mine.update(values, fields: [.name])
    #expect(amounts.changes.count == 1)
    try mine.update(values, fields: [.amount])
    #expect(amounts.changes.count == 2)
    // The other open store has the same origin: "own" means the same object.
    try theirs.add(try expense("Theirs"))
    try mine.add(try expense("Mine again"))
    #expect(foreign.changes.map(\.instance) == [theirs.instance])
    one.cancel()
    two.cancel()
  }

  @Test func foreignCommitsArriveBeforeOnesOwnAndNoRevisionIsMissing() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file(), origin: "mine")
    let theirs = try Store.file(folder.file(), origin: "theirs")
    let heard = Heard()
    let subscription = try mine.subscribe { heard.append($0) }
    try theirs.add(try expense("1"))
    try theirs.add(try expense("2"))
    try mine.add(try expense("3"))
    #expect(heard.changes.map(\.origin) == ["theirs", "theirs", "mine"])
    let first = try #require(heard.changes.first?.firstRevision)
    #expect(heard.changes.map(\.firstRevision) == [first, first + 1, first + 2])
    subscription.cancel()
  }

  @Test func aCallbackMayWriteAndWhatItWritesArrivesLater() throws {
    let store = try Store.memory()
    let heard = Heard()
    let isInside = Mutex(false)
    let subscription = try store.subscribe { change in
      #expect(!isInside.withLock { $0 }, "never a nested call")
      isInside.withLock { $0 = true }
      heard.append(change)
      if heard.changes.count < 4 { _ = try? store.add(Expense(name: "x", amount: 1, date: .first)) }
      isInside.withLock { $0 = false }
    }
    try store.add(try expense("first"))
    #expect(heard.changes.count == 4)
    let revisions = heard.changes.map(\.firstRevision)
    #expect(revisions == revisions.sorted())
    subscription.cancel()
  }

  @Test func whatACallbackWritesToAnotherStoreIsToldAfterItToo() throws {
    let (store, other) = (try Store.memory(), try Store.memory())
    let log = Guarded<[String]>([])
    _ = try store.subscribe { _ in
      log.withLock { $0.append("begin") }
      _ = try? other.add(try expense("echo"))
      log.withLock { $0.append("end") }
    }
    _ = try other.subscribe { _ in log.withLock { $0.append("other") } }
    try store.add(try expense("Lunch"))
    try store.add(try expense("Dinner"))
    #expect(log.withLock { $0 } == ["begin", "end", "other", "begin", "end", "other"])
  }

  @Test func twoStoresThatAnswerEachOtherComeToAnEnd() throws {
    let (store, other) = (try Store.memory(), try Store.memory())
    _ = try store.subscribe { _ in _ = try? other.add(try expense("ping")) }
    _ = try other.subscribe { _ in _ = try? store.add(try expense("pong")) }
    try store.add(try expense("Lunch"))
    #expect((10...20).contains(try store.all().count))
  }

  @Test func anEndlessChainOfCallbacksIsBroken() throws {
    let store = try Store.memory()
    let heard = Heard()
    let subscription = try store.subscribe { change in
      heard.append(change)
      _ = try? store.add(Expense(name: "x", amount: 1, date: .first))
    }
    try store.add(try expense("first"))
    #expect(heard.changes.count == Delivery.maximumDepth + 1)
    try store.add(try expense("second"))
    let revisions = heard.changes.map(\.firstRevision)
    #expect(revisions == Array(revisions[0]..<(revisions[0] + Int64(revisions.count))))
    subscription.cancel()
  }

  @Test func cancelFromInsideAndCloseFromInside() throws {
    let store = try Store.memory()
    let heard = Heard()
    let box = Mutex<Subscription?>(nil)
    let subscription = try store.subscribe { change in
      heard.append(change)
      box.withLock { $0 }?.cancel()
    }
    box.withLock { $0 = subscription }
    try store.add(try expense("1"))
    try store.add(try expense("2"))
    #expect(heard.changes.count == 1)

    let closing = try store.subscribe { _ in store.close() }
    try store.add(try expense("3"))
    expectError(.handle) { try store.add(try expense("4")) }
    closing.cancel()
  }

  @Test func theClosureIsLetGoOnceCancelled() throws {
    final class Token: Sendable {}
    let store = try Store.memory()
    weak var watched: Token?
    let subscription: Subscription
    do {
      let token = Token()
      watched = token
      subscription = try store.subscribe { _ in _ = token }
    }
    #expect(watched != nil)
    subscription.cancel()
    #expect(watched == nil)
  }

  @Test func cancelWaitsForTheRunningCallback() async throws {
    let store = try Store.memory()
    let isRunning = Atomic(false)
    let hasEnded = Atomic(false)
    let subscription = try store.subscribe { _ in
      isRunning.store(true, ordering: .sequentiallyConsistent)
      usleep(50_000)
      hasEnded.store(true, ordering: .sequentiallyConsistent)
    }
    async let adding = onThread { try store.add(Expense(name: "x", amount: 1, date: .first)) }
    while !isRunning.load(ordering: .sequentiallyConsistent) { usleep(100) }
    subscription.cancel()
    let ended = hasEnded.load(ordering: .sequentiallyConsistent)
    #expect(ended)
    _ = try await adding
  }

  @Test func threadsThatWriteAtOnceAreHeardInOrder() async throws {
    let store = try Store.memory()
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          try await onThread {
            for index in 0..<200 {
              try store.add(
                Expense(name: "\(thread)-\(index)", amount: 1, date: .first))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    // The last change may still be with the thread that delivers.
    while heard.changes.count < 800 { usleep(1000) }
    let revisions = heard.changes.map(\.firstRevision)
    #expect(revisions == Array(2...801))
    subscription.cancel()
    try store.check()
  }

  @Test func describeIsOneReadableLine() throws {
    let store = try Store.memory(origin: "app")
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    let id = try store.add(try expense("Lunch", 1250))
    var values = try expense("Lunch", 1350)
    values.id = id
    try store.update(values, fields: [.amount])
    try store.remove([id])
    _ = try store.undo()
    #expect(
      heard.changes.map(store.describe) == [
        "#2 app: added 1 expense (Lunch 12.50 EUR)",
        "#3 app: updated 1 expense (Lunch 13.50 EUR [amount])",
        "#4 app: removed 1 expense (Lunch 13.50 EUR)",
        "#5 app: undid \"removed 1 expense\": added 1 expense (Lunch 13.50 EUR)",
      ])
    #expect(try store.oldValues(of: [id], in: heard.changes[1])[0].amount == 1250)
    #expect(try store.newValues(of: [id], in: heard.changes[0])[0].amount == 1250)
    #expect(try store.newValues(of: [id], in: heard.changes[1])[0].amount == 1350)
    expectError(.notFound) { _ = try store.oldValues(of: [id], in: heard.changes[0]) }
    expectError(.notFound) { _ = try store.newValues(of: [id], in: heard.changes[2]) }
    subscription.cancel()
  }
}
