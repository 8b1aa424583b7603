import ExpenseModel
import Foundation
import Glibc
import Synchronization
import Testing
import Threads

@testable import ExpenseStore

@Suite struct QueuedDeliveryTests {
  private let queued = SubscriptionOptions(queued: true)

  @Test func nothingIsToldBeforeDispatch() throws {
    let store = try Store.memory()
    let heard = Heard()
    let subscription = try store.subscribe(queued) { heard.append($0) }
    try store.add(try expense("A"))
    try store.add(try expense("B"))
    #expect(heard.changes.isEmpty)
    #expect(try store.dispatch() == 2)
    #expect(heard.changes.map(\.firstRevision) == [2, 3])
    #expect(try store.dispatch() == 0)
    subscription.cancel()
  }

  @Test func theDescriptorIsReadableWhileSomethingWaits() throws {
    let store = try Store.memory()
    let descriptor = try store.descriptor()
    let heard = Heard()
    let subscription = try store.subscribe(queued) { heard.append($0) }
    #expect(!isReadable(descriptor))
    try store.add(try expense("A"))
    #expect(isReadable(descriptor))
    try store.dispatch()
    #expect(!isReadable(descriptor))
    try store.add(try expense("B"))
    subscription.cancel()
    #expect(!isReadable(descriptor), "nobody waits any more")
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }

  @Test func otherProcessesCommitsArriveAtDispatch() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file(), origin: "mine")
    let theirs = try Store.file(folder.file(), origin: "theirs")
    let heard = Heard()
    let now = Heard()
    let one = try mine.subscribe(queued) { heard.append($0) }
    let two = try mine.subscribe { now.append($0) }
    let descriptor = try mine.descriptor()
    try theirs.add(try expense("A"))
    try theirs.add(try expense("B"))
    #expect(isReadable(descriptor))
    #expect(try mine.dispatch(timeout: 1000) == 4)
    #expect(heard.changes.map(\.origin) == ["theirs", "theirs"])
    #expect(now.changes == heard.changes)
    try mine.add(try expense("C"))
    #expect(try mine.dispatch() == 1)
    #expect(heard.changes.map(\.firstRevision) == [2, 3, 4])
    one.cancel()
    two.cancel()
  }

  @Test func dispatchWaitsForAnotherThread() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file())
    let theirs = try Store.file(folder.file())
    let heard = Heard()
    let subscription = try mine.subscribe(queued) { heard.append($0) }
    Thread.detachNewThread {
      usleep(30_000)
      _ = try? theirs.add(Expense(name: "later", amount: 1, date: .first))
    }
    #expect(try mine.dispatch(timeout: 10_000) == 1)
    let start = Deadline.now
    #expect(try mine.dispatch(timeout: 50) == 0)
    #expect(Deadline.now - start >= 49_000_000)
    subscription.cancel()
  }

  /// One thread at a time tells, and who comes meanwhile does not wait beyond its time.
  @Test func dispatchBesideAnotherThreadsEndsAtItsTime() throws {
    let store = try Store.memory()
    let isInside = Atomic(false)
    let mayLeave = Atomic(false)
    let subscription = try store.subscribe(queued) { _ in
      isInside.store(true, ordering: .relaxed)
      while !mayLeave.load(ordering: .relaxed) { usleep(200) }
    }
    try store.add(try expense("A"))
    let counts = together(2) { index -> Int? in
      if index == 0 { return try? store.dispatch() }
      while !isInside.load(ordering: .relaxed) { usleep(200) }
      let count = try? store.dispatch(timeout: 10)
      mayLeave.store(true, ordering: .relaxed)
      return count
    }
    #expect(counts == [1, 0])
    subscription.cancel()
  }

  @Test func closingWakesWhoeverWaits() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    Thread.detachNewThread {
      usleep(30_000)
      store.close()
    }
    expectError(.handle) { _ = try store.dispatch(timeout: -1) }
  }

  @Test func pullingGivesEachChangeOnce() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file())
    let theirs = try Store.file(folder.file())
    try mine.add(try expense("before"))
    #expect(try mine.nextChange() == nil, "the first call begins the pulling")
    try mine.add(try expense("A"))
    try theirs.add(try expense("B"))
    #expect(try mine.nextChange()?.firstRevision == 3)
    #expect(try mine.nextChange(timeout: 1000)?.firstRevision == 4)
    #expect(try mine.nextChange() == nil)
  }

  @Test func manyWaitingChangesAreMergedAndNoneIsLost() throws {
    let store = try Store.memory()
    let heard = Heard()
    let subscription = try store.subscribe(queued) { heard.append($0) }
    var ids: [Int64] = []
    for index in 0..<3000 {
      if index % 3 == 2 {
        try store.remove([ids.removeFirst()])
      } else {
        ids.append(try store.add(Expense(name: "x", amount: 1, date: .first)))
      }
    }
    try store.dispatch()
    #expect(heard.changes.count <= Delivery.maximumWaiting)
    var there: Set<Int64> = []
    var expected: Int64 = 2
    for change in heard.changes {
      #expect(change.firstRevision == expected)
      expected = change.lastRevision + 1
      for item in change.items {
        for id in item.ids {
          if item.kind == .added { #expect(there.insert(id).inserted) }
          if item.kind == .removed { #expect(there.remove(id) != nil) }
        }
      }
    }
    #expect(expected == 3002)
    #expect(there == Set(ids))
    subscription.cancel()
  }

  @Test func beyondManyRowsAMergedChangeIsAReset() throws {
    let one = Change(
      kind: .edit, firstRevision: 1, lastRevision: 1, time: 0, instance: 1, origin: "a", label: "",
      items: [Change.Item(kind: .added, firstID: 1, count: 65_536)])
    var two = one
    (two.firstRevision, two.lastRevision) = (2, 2)
    two.items = [Change.Item(kind: .added, firstID: 65_537, count: 1)]
    let both = one.followed(by: two)
    #expect(both.kind == .reset && both.items.isEmpty)
    #expect(both.firstRevision == 1 && both.lastRevision == 2)
  }

  @Test func originsThatAlternateAreBoundedToo() {
    let changes = (1...2000).map { number in
      Change(
        kind: .edit, firstRevision: number, lastRevision: number, time: 0, instance: number % 2,
        origin: "\(number % 2)", label: "",
        items: [Change.Item(kind: .added, firstID: number, count: 1)])
    }
    let merged = Change.merged(changes) { $0 == 700 }
    #expect(merged.count < 1100)
    #expect(merged.map(\.lastRevision).contains(700), "someone has heard up to there")
    #expect(merged.first?.kind == .reset)
    var expected: Int64 = 1
    for change in merged {
      #expect(change.firstRevision == expected)
      expected = change.lastRevision + 1
    }
    #expect(expected == 2001)
  }

  @Test func theWakeFunctionRunsOnceUntilDrainedAndMayCallNothing() throws {
    let store = try Store.memory()
    let wakes = Mutex(0)
    let inside = Mutex<ExpenseError.Code?>(nil)
    let subscription = try store.subscribe(queued) { _ in }
    try store.setWake {
      wakes.withLock { $0 += 1 }
      do throws(ExpenseError) {
        _ = try store.revision
      } catch {
        inside.withLock { $0 = error.code }
      }
    }
    try store.add(try expense("A"))
    try store.add(try expense("B"))
    #expect(wakes.withLock { $0 } == 1)
    #expect(inside.withLock { $0 } == .busy)
    try store.dispatch()
    try store.add(try expense("C"))
    #expect(wakes.withLock { $0 } == 2)
    try store.setWake(nil)
    subscription.cancel()
  }

  @Test func queuedCallbacksMayWriteCancelAndClose() throws {
    let store = try Store.memory()
    let heard = Heard()
    let one = try store.subscribe(queued) { change in
      heard.append(change)
      if heard.changes.count < 5 { _ = try? store.add(Expense(name: "x", amount: 1, date: .first)) }
    }
    try store.add(try expense("A"))
    #expect(try store.dispatch() == 5)
    one.cancel()
    let two = try store.subscribe(queued) { _ in store.close() }
    try store.add(try expense("B"))
    _ = try? store.dispatch()
    expectError(.handle) { _ = try store.dispatch() }
    two.cancel()
  }

  @Test func theInitialStateIsToldAtDispatch() throws {
    let store = try Store.memory()
    try store.add(try expense("A"))
    let heard = Heard()
    let subscription = try store.subscribe(SubscriptionOptions(initial: true, queued: true)) {
      heard.append($0)
    }
    try store.add(try expense("B"))
    try store.dispatch()
    #expect(heard.changes.first?.kind == .initial)
    #expect(heard.changes.first?.added == 2)
    #expect(heard.changes.count == 1, "what the state holds already is not told again")
    subscription.cancel()
  }

  @Test func anEditBehindTheLibrarysBackIsFoundAndMended() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.add(try expense("A", 100))
    let heard = Heard()
    let subscription = try store.subscribe(queued) { heard.append($0) }
    try store.dispatch()
    let other = try Connection(file: folder.file())
    try other.execute("UPDATE expense SET amount = 250")
    other.close()
    try store.dispatch(timeout: 3000)
    #expect(heard.changes.map(\.kind) == [.reset])
    #expect(try store.totals([]).map(\.amount) == [250])
    try store.check()
    subscription.cancel()
  }

  @Test func aReplacedFileIsResetAndRefusesToBeWritten() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.add(try expense("A"))
    let heard = Heard()
    let subscription = try store.subscribe(queued) { heard.append($0) }
    try store.dispatch()
    try FileManager.default.moveItem(atPath: folder.file(), toPath: folder.file("moved.db"))
    try store.dispatch(timeout: 3000)
    #expect(heard.changes.map(\.kind) == [.reset])
    expectError(.missing) { try store.add(try expense("B")) }
    subscription.cancel()
  }

  @Test(arguments: [true, false])
  func theOneWhoTakesNothingDoesNotKeepTheOtherAwake(pulls: Bool) throws {
    let store = try Store.memory()
    let subscription = try store.subscribe(queued) { _ in }
    _ = try store.nextChange()
    try store.add(try expense("A"))
    if pulls {
      #expect(try store.nextChange() != nil)
    } else {
      #expect(try store.dispatch() == 1)
    }
    let before = processorTime()
    if pulls {
      #expect(try store.nextChange(timeout: 400) == nil)
    } else {
      #expect(try store.dispatch(timeout: 400) == 0)
    }
    #expect(processorTime() - before < 0.2)
    subscription.cancel()
  }

  /// Seconds of processor time of this thread.
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
