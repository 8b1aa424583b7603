import ExpenseModel
import Foundation
import Testing
import Threads
import ViewState

/// In which order callbacks run, on which thread, and when they end.
struct TellingTests {
  @Test
  func whatACallbackSetsIsToldAfterIt() throws {
    let a = State(Int64(0))
    let b = State(Int64(0))
    let (first, second) = (a.binding, b.binding)
    let heard = Heard<String>()
    _ = try first.subscribe { value in
      let value = (try? value.get()) ?? -1
      heard.add("a \(value)")
      try? second.set(value * 10)
      if value < 3 { try? first.set(value + 1) }
      heard.add("end \(value)")
    }
    _ = try first.subscribe { heard.add("also \((try? $0.get()) ?? -1)") }
    _ = try second.subscribe { heard.add("b \((try? $0.get()) ?? -1)") }
    try first.set(1)
    #expect(
      heard.all == [
        "a 1", "end 1", "also 1", "a 2", "end 2", "also 2", "a 3", "end 3", "also 3", "b 10",
        "b 20",
        "b 30",
      ])
  }

  @Test
  func aLongChainOfSetsDoesNotGrowTheStack() throws {
    let a = State(Int64(0))
    let b = State(Int64(0))
    let (first, second) = (a.binding, b.binding)
    _ = try first.subscribe { try? second.set((try? $0.get()) ?? 0) }
    _ = try second.subscribe { value in
      let value = (try? value.get()) ?? 0
      if value < 100_000 { try? first.set(value + 1) }
    }
    try first.set(1)
    #expect(b.value == 100_000)
  }

  @Test
  func aSubscriberHearsOnlyWhatComesAfterIt() throws {
    let state = State(Int64(0))
    let binding = state.binding
    let heard = Heard<Int64>()
    _ = try binding.subscribe { value in
      guard (try? value.get()) == 1 else { return }
      try? binding.set(2)
      _ = try? binding.subscribe { heard.add((try? $0.get()) ?? -1) }
      try? binding.set(3)
    }
    try binding.set(1)
    #expect(heard.all == [3])
  }

  @Test
  func aCallbackMayCancelItselfAndOthers() throws {
    let state = State(Int64(0))
    let binding = state.binding
    let heard = Heard<String>()
    let both = Guarded<[any Cancellable]>([])
    for name in ["one", "two"] {
      let subscription = try binding.subscribe { _ in
        heard.add(name)
        for subscription in both.withLock({ $0 }) { subscription.cancel() }
      }
      both.withLock { $0.append(subscription) }
    }
    try binding.set(1)
    try binding.set(2)
    #expect(heard.all == ["one"])
  }

  @Test
  func cancelWaitsForTheCallbackOfAnotherThread() throws {
    let state = State(Int64(0))
    let binding = state.binding
    let entered = DispatchSemaphore(value: 0)
    let isOver = Guarded(false)
    let subscription = try binding.subscribe { _ in
      entered.signal()
      Thread.sleep(forTimeInterval: 0.05)
      isOver.withLock { $0 = true }
    }
    let thread = Thread { try? binding.set(1) }
    thread.start()
    entered.wait()
    subscription.cancel()
    #expect(isOver.withLock { $0 })
  }

  @Test
  func aCancelledSubscriptionLetsGoOfItsClosure() throws {
    final class Held: Sendable {}
    let state = State(Int64(0))
    weak var held: Held?
    let subscription: any Cancellable
    do {
      let object = Held()
      held = object
      subscription = try state.binding.subscribe { [object] _ in _ = object }
    }
    #expect(held != nil)
    subscription.cancel()
    #expect(held == nil)
  }

  @Test
  func eachThreadsChangesAreToldInTheirOrder() throws {
    let object = ObservableObject(typeName: "Counters")
    let bindings = try (0..<4).map { try object.publish("\($0)", Int64(0)) }
    let heard = Guarded<[String: [Int64]]>([:])
    let running = Guarded(0)
    for (index, binding) in bindings.enumerated() {
      _ = try binding.subscribe { value in
        running.withLock {
          #expect($0 == 0)
          $0 += 1
        }
        heard.withLock { $0["\(index)", default: []].append((try? value.get()) ?? -1) }
        running.withLock { $0 -= 1 }
      }
    }
    let group = DispatchGroup()
    for binding in bindings {
      group.enter()
      Thread.detachNewThread {
        for value in 1...500 { try? binding.set(Int64(value)) }
        group.leave()
      }
    }
    group.wait()
    // Who has set the last value may have left it to another thread to tell: that one has ended too.
    for index in 0..<4 { #expect(heard.withLock { $0["\(index)"] } == Array(1...500)) }
  }
}
