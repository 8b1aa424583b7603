internal import ExpenseModel
internal import Threads

/// Brings the changes of a store to its subscribers: in order, with no lock held while a callback
/// runs.
///
/// Subscribers who are told now share one queue, which one thread at a time works off
/// (`Delivery+Now`). Queued ones share one list of what waits for them (`Delivery+Queued`).
final class Delivery: Sendable {
  let monitor = Monitor()
  let state: State

  /// Guarded by `monitor`.
  final class State: @unchecked Sendable {
    var lastRevision: Int64
    var subscriptions: [Subscription] = []
    var hasListeners = false

    /// What those who are told now have not heard yet.
    var queue: [Entry] = []
    /// The thread that is telling them; nil when none is.
    var deliverer: UInt?
    /// The depth of the entry that is being told, and whether its teller owes it.
    var depth = 0
    var isOwed = false
    /// How many entries of the queue the thread that is telling owes.
    var owed = 0
    /// Threads that are about to look at the queue, whatever comes.
    var coming: [UInt] = []

    /// What queued subscribers, or the one who pulls, have not heard yet, in order of revision.
    var waiting: [Change] = []
    /// Whether a thread is telling queued subscribers.
    var isDispatching = false
    /// What was pulled last; nil when nobody pulls.
    var pulledUpTo: Int64?
    /// Queued views, each of which is stepped while it has no subscribers.
    var views: [Audience] = []
    /// Makes the descriptor readable; nil before someone asked for it.
    var signals: Waker.Signals?
    /// What the host runs when something begins to wait.
    var wake: (@Sendable () -> Void)?
    var mustWake = false
    /// It was run, and what waits was not drained since.
    var hasWoken = false

    init(lastRevision: Int64) { self.lastRevision = lastRevision }
  }

  struct Entry {
    /// Nil: the present state, for one new subscription.
    var change: Change?
    var newcomer: Subscription?
    /// 0 for a change of the host's own, n + 1 for one that a callback made while hearing of n.
    var depth: Int
    /// Whether the thread that is telling may not leave it to another: it was there when that one
    /// began, or one of its callbacks has made it while hearing of such a one.
    var isOwed: Bool
  }

  init(lastRevision: Int64) {
    state = State(lastRevision: lastRevision)
  }

  /// Whether anyone has ever asked to hear of changes.
  var hasListeners: Bool { monitor.withLock { state.hasListeners } }

  /// From now on no revision is passed over: called before a new listener looks where it begins.
  func expectListener() {
    monitor.withLock { state.hasListeners = true }
  }

  /// The last revision that was queued.
  var lastRevision: Int64 { monitor.withLock { state.lastRevision } }

  /// Queues changes, in order of revision and without a gap; those that were queued already are
  /// left out.
  func enqueue(_ changes: [Change]) {
    let me = CallbackScope.threadID
    monitor.withLock {
      let isMine = state.deliverer == me
      let depth = isMine ? state.depth + 1 : 0
      let isOwed = isMine && state.isOwed
      let hasNow = state.subscriptions.contains { !$0.options.queued }
      let hasQueued =
        state.subscriptions.contains { $0.options.queued } || state.pulledUpTo != nil
        || !state.views.isEmpty
      for change in changes where change.lastRevision > state.lastRevision {
        state.lastRevision = change.lastRevision
        if hasNow {
          state.queue.append(Entry(change: change, depth: depth, isOwed: isOwed))
          if isOwed { state.owed += 1 }
        }
        if hasQueued { wait(with: change) }
      }
    }
  }

  func subscribe(
    _ options: SubscriptionOptions, revision: Int64,
    instance: Int64, _ callback: @escaping @Sendable (Change) -> Void
  ) -> Subscription {
    let listener: Listener = { change, _ in
      let isInitial = change.kind == .initial
      guard let selected = options.select(change, instance: isInitial ? 0 : instance) else {
        return nil
      }
      return { callback(selected) }
    }
    return monitor.withLock {
      let state = Subscription.State(
        listener: listener, heardUpTo: max(revision, self.state.lastRevision))
      let subscription = Subscription(delivery: self, options: options, state: state)
      self.state.subscriptions.append(subscription)
      guard options.initial else { return subscription }
      if options.queued {
        state.needsInitial = true
        announceWaiting()
      } else {
        let isOwed = self.state.deliverer == CallbackScope.threadID && self.state.isOwed
        self.state.queue.append(Entry(newcomer: subscription, depth: 0, isOwed: isOwed))
        if isOwed { self.state.owed += 1 }
      }
      return subscription
    }
  }

  func cancel(_ subscription: Subscription) {
    let me = CallbackScope.threadID
    // Held to the end of the call: the host's closure is let go outside the lock.
    let listener = monitor.withLock {
      if let index = state.subscriptions.firstIndex(where: { $0 === subscription }) {
        state.subscriptions.remove(at: index)
        leave(subscription)
      }
      dropHeard()
      let listener = subscription.state.listener
      subscription.state.listener = nil
      // A callback that waited here for another one could wait for itself in the end.
      if CallbackScope.depth == 0 {
        while let thread = subscription.state.runsOn, thread != me { monitor.wait() }
      }
      return listener
    }
    _ = listener
  }

  func cancelAll() {
    for subscription in monitor.withLock({ state.subscriptions }) { cancel(subscription) }
    let wake = monitor.withLock {
      state.queue.removeAll()
      state.waiting.removeAll()
      state.views.removeAll()
      state.signals = nil
      defer { state.wake = nil }
      return state.wake
    }
    _ = wake
  }

  /// Runs a subscription's callback for a change; false when the change is not for it.
  func call(
    _ subscription: Subscription, _ change: Change, _ store: Store, isFirst: Bool = false
  ) -> Bool {
    var listener = monitor.withLock { () -> Listener? in
      // A queued change was marked as heard when it was chosen.
      if !subscription.options.queued {
        guard isFirst || change.lastRevision > subscription.state.heardUpTo else { return nil }
        subscription.state.heardUpTo = change.lastRevision
      }
      if subscription.state.listener != nil { subscription.state.runsOn = CallbackScope.threadID }
      return subscription.state.listener
    }
    guard listener != nil else { return false }
    var callback = listener?(change, store)
    let isTold = callback != nil
    if let callback { CallbackScope.run(callback) }
    // Before those who wait for the end of the callback go on.
    callback = nil
    listener = nil
    monitor.withLock {
      hasReturned(subscription)
      monitor.wakeAll()
    }
    // As long as this store's round lasts, so that what comes back to it counts as a further round.
    CallbackScope.tellWaiting(within: true)
    return isTold
  }
}
