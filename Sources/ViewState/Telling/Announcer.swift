internal import Threads

/// Tells observers of changes: in order, one at a time, with no lock held while a callback runs.
///
/// What is changed is guarded by the announcer's lock, so that the order of the changes is that in
/// which they are told. One thread at a time tells; what another one changes meanwhile is left to it.
package final class Announcer: Sendable {
  private let monitor = Monitor()
  private let state = State()

  /// Which of the announcer's values has changed.
  package struct Key: Hashable, Sendable {
    private let number: UInt

    /// The only value of an object.
    package init(_ object: AnyObject) { number = UInt(bitPattern: ObjectIdentifier(object)) }

    /// One of several values that have numbers.
    package init(_ number: Int32) { self.number = UInt(UInt32(bitPattern: number)) }
  }

  /// One change of one value.
  package struct Event: Sendable {
    package let key: Key
    package let name: String
    package let change: ValueChange

    package init(key: Key, name: String, change: ValueChange) {
      self.key = key
      self.name = name
      self.change = change
    }
  }

  /// Guarded by `monitor`.
  private final class State: @unchecked Sendable {
    var observers: [Observer] = []
    var queue: [(number: UInt64, event: Event)] = []
    /// Counts the changes.
    var last: UInt64 = 0
    /// Whether a thread is telling.
    var isTelling = false
  }

  package init() {}

  /// Runs a body that changes a value, and queues what there is to tell of that, when anyone is to be
  /// told. ``tell()`` has to follow, when nothing is locked any more.
  package func change<Result>(_ body: () -> Result, events: (Result) -> [Event]) -> Result {
    monitor.withLock {
      let result = body()
      guard !state.observers.isEmpty else { return result }
      for event in events(result) where !event.change.isNone {
        state.last &+= 1
        state.queue.append((state.last, event))
      }
      return result
    }
  }

  /// Runs a body that reads.
  package func read<Result>(_ body: () -> Result) -> Result {
    monitor.withLock { body() }
  }

  /// Adds an observer of later changes, of one value or of all.
  package func observe(
    _ key: Key?, _ callback: @escaping @Sendable (Event) -> Void
  ) -> any Cancellable {
    monitor.withLock {
      let observer = Observer(self, key, after: state.last, callback)
      state.observers.append(observer)
      return observer
    }
  }

  /// Tells what waits, unless another thread is doing so; inside a callback, after that.
  package func tell() {
    guard monitor.withLock({ !state.queue.isEmpty }) else { return }
    CallbackScope.tell { [self] in tellQueue() }
  }

  private func tellQueue() {
    let begins = monitor.withLock {
      if state.isTelling { return false }
      state.isTelling = true
      return true
    }
    guard begins else { return }
    while let waiting = takeQueue() {
      for (number, event) in waiting {
        for observer in observers(of: event, number) { call(observer, event) }
      }
    }
  }

  /// What to tell next, all of it, so that a long queue is not moved for each change; nil, and this
  /// thread tells no more, at the end.
  private func takeQueue() -> [(number: UInt64, event: Event)]? {
    monitor.withLock {
      let waiting = state.queue
      state.queue = []
      if waiting.isEmpty { state.isTelling = false }
      return waiting.isEmpty ? nil : waiting
    }
  }

  /// Whom to tell of a change: those who were there before it.
  private func observers(of event: Event, _ number: UInt64) -> [Observer] {
    monitor.withLock {
      state.observers.filter { $0.begins < number && ($0.key ?? event.key) == event.key }
    }
  }

  private func call(_ observer: Observer, _ event: Event) {
    var callback = monitor.withLock {
      if observer.callback != nil { observer.runsOn = CallbackScope.threadID }
      return observer.callback
    }
    guard callback != nil else { return }
    CallbackScope.run { callback?(event) }
    // Before those who wait for the end of the callback go on.
    callback = nil
    monitor.withLock {
      observer.runsOn = nil
      monitor.wakeAll()
    }
  }

  fileprivate func cancel(_ observer: Observer) {
    let me = CallbackScope.threadID
    // Held to the end of the call: the host's closure is let go outside the lock.
    let callback = monitor.withLock {
      state.observers.removeAll { $0 === observer }
      let callback = observer.callback
      observer.callback = nil
      if CallbackScope.depth == 0 {
        while let thread = observer.runsOn, thread != me { monitor.wait() }
      }
      return callback
    }
    _ = callback
  }
}

/// One who hears of the changes of an announcer.
private final class Observer: Cancellable, @unchecked Sendable {
  private let announcer: Announcer
  let key: Announcer.Key?
  /// The last change before it began.
  let begins: UInt64
  /// Nil once cancelled. Guarded by the announcer's lock, as the next one.
  var callback: (@Sendable (Announcer.Event) -> Void)?
  /// The thread that is running the callback.
  var runsOn: UInt?

  init(
    _ announcer: Announcer, _ key: Announcer.Key?, after begins: UInt64,
    _ callback: @escaping @Sendable (Announcer.Event) -> Void
  ) {
    self.announcer = announcer
    self.key = key
    self.begins = begins
    self.callback = callback
  }

  func cancel() { announcer.cancel(self) }
}
