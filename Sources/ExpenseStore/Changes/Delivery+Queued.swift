internal import ExpenseModel
internal import Threads

/// Telling those who ask: queued subscribers, and the one who pulls.
extension Delivery {
  /// Beyond so many waiting changes, neighbours are merged.
  static let maximumWaiting = 1024

  /// Lets a change wait. The caller holds the lock.
  func wait(with change: Change) {
    state.waiting.append(change)
    if state.waiting.count > Delivery.maximumWaiting {
      let limits = Set(
        state.subscriptions.map(\.state.heardUpTo) + state.views.map(\.heardUpTo)
          + [state.pulledUpTo ?? 0])
      state.waiting = Change.merged(state.waiting) { limits.contains($0) }
    }
    announceWaiting()
  }

  /// Makes the descriptor readable and has the host woken. The caller holds the lock.
  func announceWaiting() {
    updateSignals()
    if state.wake != nil { state.mustWake = true }
  }

  /// Runs the host's wake function, if something has begun to wait and it was not run since.
  func wakeHost() {
    let wake = monitor.withLock { () -> (@Sendable () -> Void)? in
      guard state.mustWake, !state.hasWoken else { return nil }
      state.hasWoken = true
      return state.wake
    }
    guard let wake else { return }
    CallbackScope.runWake(wake)
  }

  /// Sets what the host runs when something begins to wait; nil for nothing.
  func setWake(_ wake: (@Sendable () -> Void)?) {
    let old = monitor.withLock {
      defer {
        state.wake = wake
        state.hasWoken = false
        state.mustWake = wake != nil && !state.waiting.isEmpty
      }
      return state.wake
    }
    _ = old
  }

  /// Sets what makes the descriptor readable.
  func setSignals(_ signals: Waker.Signals) {
    monitor.withLock {
      state.signals = signals
      updateSignals()
    }
  }

  /// Makes each of the two signals say whether something waits for its side. The caller holds the
  /// lock.
  func updateSignals() {
    guard let signals = state.signals else { return }
    let last = state.waiting.last?.lastRevision ?? .min
    let queuedWait = state.subscriptions.contains {
      $0.options.queued && ($0.state.needsInitial || $0.state.heardUpTo < last)
    }
    if queuedWait { signals.queued.set() } else { signals.queued.clear() }
    if state.pulledUpTo.map({ $0 < last }) ?? false {
      signals.pull.set()
    } else {
      signals.pull.clear()
    }
    let stepsWait = state.views.contains {
      $0.subscribers == 0 && ($0.hasSteps || $0.heardUpTo < last)
    }
    if stepsWait { signals.steps.set() } else { signals.steps.clear() }
  }

  /// Tells queued subscribers what waits for them, and what their callbacks make of it, up to 16
  /// rounds; 0 inside a callback, and while another thread is still doing so at the deadline.
  ///
  /// - Returns: How many callbacks ran.
  func runQueued(_ store: Store, until deadline: Deadline) -> Int {
    guard CallbackScope.depth == 0 else { return 0 }
    let begins = monitor.withLock {
      while state.isDispatching {
        if !monitor.wait(until: deadline), state.isDispatching { return false }
      }
      state.isDispatching = true
      return true
    }
    guard begins else { return 0 }
    var count = 0
    for _ in 0..<Delivery.maximumDepth {
      let limit = lastRevision
      let before = count
      while let (subscription, change) = nextQueued(upTo: limit, store) {
        if call(subscription, change, store) { count += 1 }
      }
      if count == before { break }
    }
    monitor.withLock {
      state.isDispatching = false
      dropHeard()
      monitor.wakeAll()
    }
    return count
  }

  /// The earliest change that a queued subscriber has not heard, and who it is: it counts as heard
  /// from here on, so that it is not merged with later ones any more.
  private func nextQueued(upTo limit: Int64, _ store: Store) -> (Subscription, Change)? {
    let new = monitor.withLock { () -> Subscription? in
      let new = state.subscriptions.first(where: \.state.needsInitial)
      new?.state.needsInitial = false
      return new
    }
    if let new { return (new, initialChange(new, store)) }
    return monitor.withLock {
      dropHeard()
      for change in state.waiting where change.lastRevision <= limit {
        for subscription in state.subscriptions
        where subscription.options.queued && subscription.state.heardUpTo < change.lastRevision {
          subscription.state.heardUpTo = change.lastRevision
          return (subscription, change)
        }
      }
      return nil
    }
  }

  /// The present state for a new subscriber, who hears the changes from there on.
  private func initialChange(_ subscription: Subscription, _ store: Store) -> Change {
    while true {
      let change = store.initialChange()
      let revision = change.lastRevision
      let fits = monitor.withLock {
        // Merged meanwhile, across this revision: then the state after that.
        if state.waiting.contains(where: {
          $0.firstRevision <= revision && $0.lastRevision > revision
        }) {
          return false
        }
        subscription.state.heardUpTo = max(subscription.state.heardUpTo, revision)
        return true
      }
      if fits { return change }
    }
  }

  /// Lets go of what everyone has heard; the descriptor rests when nothing waits. The caller holds
  /// the lock.
  func dropHeard() {
    let queued = state.subscriptions.filter(\.options.queued).map(\.state.heardUpTo)
    let views = state.views.map(\.heardUpTo)
    let heard = min(queued.min() ?? .max, views.min() ?? .max, state.pulledUpTo ?? .max)
    let count = state.waiting.prefix { $0.lastRevision <= heard }.count
    if count > 0 { state.waiting.removeFirst(count) }
    if state.waiting.isEmpty, !state.subscriptions.contains(where: \.state.needsInitial) {
      state.mustWake = false
      state.hasWoken = false
    }
    updateSignals()
  }

  /// The next change for the one who pulls; the first call begins the pulling, from now on.
  func pull(beginningAt revision: Int64) -> Change? {
    monitor.withLock {
      guard let pulled = state.pulledUpTo else {
        state.pulledUpTo = max(revision, state.lastRevision)
        return nil
      }
      guard let next = state.waiting.first(where: { $0.lastRevision > pulled }) else { return nil }
      state.pulledUpTo = next.lastRevision
      dropHeard()
      return next
    }
  }
}
