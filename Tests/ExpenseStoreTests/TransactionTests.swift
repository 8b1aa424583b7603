import ExpenseModel
import Foundation
import Synchronization
import Testing
import Threads

@testable import ExpenseStore

@Suite struct TransactionTests {
  @Test func aTransactionIsOneChange() throws {
    let store = try Store.memory()
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    try store.transaction("Trip") { () throws(ExpenseError) in
      try store.add(Expense(name: "Train", amount: 1, date: .first))
      try store.add(Expense(name: "Hotel", amount: 2, date: .first))
    }
    #expect(heard.changes.count == 1)
    #expect(heard.changes.first?.label == "Trip")
    #expect(heard.changes.first?.items == [Change.Item(kind: .added, firstID: 1, count: 2)])
    subscription.cancel()
  }

  @Test func aLogThatWasEmptiedIsBegunAnew() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    for name in ["A", "B"] {
      try store.add(try expense(name))
      let writer = try store.enterWriter()
      try writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      store.gate.leave(inTransaction: false)
      let log = try FileManager.default.attributesOfItem(atPath: folder.file() + "-wal")
      #expect(log[.size] as? Int == 0)
    }
    try store.add(try expense("C"))
    #expect(try store.all().map(\.name) == ["A", "B", "C"])
    try store.check()
    store.close()
  }

  /// It would wait for itself.
  @Test func aCallThatWritesInsideOneIsBusy() throws {
    let store = try Store.memory()
    try store.add(try expense("A"))
    expectError(.busy) {
      _ = try store.rewrite([1], label: { _ in "" }) { (expense) throws(ExpenseError) in
        try store.add(expense)
        return nil
      }
    }
    try store.add(try expense("B"))
    #expect(try store.all().map(\.name) == ["A", "B"])
    try store.check()
  }

  @Test func rollbackLeavesNothing() throws {
    let store = try Store.memory()
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    try store.begin()
    try store.add(try expense("A", type: "New type", category: "New:Category"))
    #expect(try store.all().count == 1, "its own thread sees what it wrote")
    #expect(try store.totals([]).count == 1)
    try store.rollback()
    #expect(try store.all().isEmpty)
    #expect(try store.totals([]).isEmpty)
    #expect(heard.changes.isEmpty)
    // What was new in it is new again.
    try store.add(try expense("B", type: "New type", category: "New:Category"))
    #expect(try store.all().first?.category == "New:Category")
    try store.check()
    subscription.cancel()
  }

  @Test func theFirstFailureInsideFailsTheCommit() throws {
    let store = try Store.memory()
    try store.begin("Trip")
    try store.add(try expense("A"))
    expectError(.invalid) { try store.add(try expense("  ")) }
    expectError(.invalid) { try store.add(try expense("B")) }
    expectError(.invalid) { try store.commit() }
    #expect(try store.all().isEmpty)
    try store.add(try expense("C"))
    #expect(try store.all().count == 1)
  }

  @Test func wrongOrdersAreRefused() throws {
    let store = try Store.memory()
    expectError(.transaction) { try store.commit() }
    expectError(.transaction) { try store.rollback() }
    try store.begin()
    expectError(.transaction) { try store.begin() }
    expectError(.transaction) { _ = try store.undo() }
    try store.commit()
    #expect(try store.revision == 1, "an empty transaction is no change")
  }

  @Test func changesWithinATransactionCancelOut() throws {
    let store = try Store.memory()
    let kept = try store.add(try expense("Kept", 1))
    let gone = try store.add(try expense("Gone", 2))
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    try store.begin()
    let brief = try store.add(try expense("Brief"))
    try store.remove([brief])
    let new = try store.add(try expense("New"))
    var values = try expense("Newer")
    values.id = new
    try store.update(values, fields: [.name])
    values.id = kept
    values.name = "Changed"
    try store.update(values, fields: [.name])
    values.name = "Kept"
    try store.update(values, fields: [.name])
    values.id = gone
    values.amount = 9
    try store.update(values, fields: [.amount])
    try store.remove([gone])
    try store.commit()
    #expect(
      heard.changes.map(\.items) == [
        [
          Change.Item(kind: .added, firstID: new, count: 1),
          Change.Item(kind: .removed, firstID: gone, count: 1),
        ]
      ])
    #expect(try store.oldValues(of: [gone], in: heard.changes[0]).first?.amount == 2)
    try store.check()
    subscription.cancel()
  }

  @Test func otherThreadsWaitAndSeeTheLastCommit() throws {
    let store = try Store.memory()
    store.setBusyTimeout(50)
    try store.begin()
    try store.add(try expense("Mine"))
    let seen = try elsewhere { try store.all().count }
    #expect(seen == 0)
    let status = try elsewhere { () -> ExpenseError.Code? in
      do { try store.add(try expense("Theirs")) } catch { return (error as? ExpenseError)?.code }
      return nil
    }
    #expect(status == .busy)
    try store.commit()
    let after = try elsewhere { try store.all().count }
    #expect(after == 1)
  }
}

extension TransactionTests {
  @Test(arguments: [false, true])
  func checkAndBackupSeeTheLastCommit(_ inMemory: Bool) throws {
    let folder = TemporaryFolder()
    let store = inMemory ? try Store.memory() : try Store.file(folder.file())
    try store.add(try expense("A"))
    try store.begin()
    try store.add(try expense("B"))
    try store.check()
    try store.backup(to: folder.file("copy.db"))
    try store.commit()
    try store.check()
    let copy = try Store.file(folder.file("copy.db"))
    try copy.check()
    #expect(try copy.all().map(\.name) == ["A"])
  }

  @Test func whoeverWaitsIsServedBeforeWhoeverWritesAgain() throws {
    let gate = WriterGate()
    let order = Mutex<[String]>([])
    let deadline = Deadline(after: 10_000)
    try gate.enter(deadline, path: "")
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? gate.enter(deadline, path: "")
      order.withLock { $0.append("waiting") }
      gate.leave(inTransaction: false)
      done.signal()
    }
    usleep(50_000)
    gate.leave(inTransaction: false)
    try gate.enter(deadline, path: "")
    order.withLock { $0.append("again") }
    gate.leave(inTransaction: false)
    done.wait()
    #expect(order.withLock { $0 } == ["waiting", "again"])
    // One that must not wait takes a free gate, and is told busy at once by one that is taken.
    try gate.enter(Deadline(after: 0), path: "")
    let refused = try elsewhere { () -> Bool in
      do { try gate.enter(Deadline(after: 0), path: "") } catch { return true }
      return false
    }
    #expect(refused)
    gate.leave(inTransaction: false)
  }
}

/// Runs a body on another thread and waits for it, so that the calling thread stays the same.
func elsewhere<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) throws -> Result {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Swift.Result<Result, any Error>?>(nil)
  Thread.detachNewThread {
    let answer = Swift.Result { try body() }
    result.withLock { $0 = answer }
    done.signal()
  }
  done.wait()
  let answer = result.withLock { $0 }
  return try #require(answer).get()
}

/// Runs a body on a thread of its own.
func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      do { continuation.resume(returning: try body()) } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
