internal import ExpenseModel

/// Brings the changes of a store to its subscribers: in order, by one thread at a time, with no
/// lock held while a callback runs.
final class Delivery: Sendable {
  /// How deep changes made by callbacks may follow from each other within one call.
  static let maximumDepth = 16

  private let monitor = Monitor()
  private let state: State

  /// Guarded by `monitor`.
  private final class State: @unchecked Sendable {
    var queue: [Entry] = []
    var subscriptions: [Subscription] = []
    var lastRevision: Int64
    /// The thread that is delivering; nil when none is.
    var deliverer: UInt?
    /// The subscription whose callback is running.
    var running: Subscription?
    /// The depth of the entry that is being delivered.
    var depth = 0

    init(lastRevision: Int64) { self.lastRevision = lastRevision }
  }

  private struct Entry {
    enum Content {
      case change(Change)
      /// The present state, for one new subscription.
      case initial(Subscription)
    }
    var content: Content
    /// 0 for a change of the host's own, n + 1 for one that a callback made while hearing of n.
    var depth: Int
  }

  init(lastRevision: Int64) {
    state = State(lastRevision: lastRevision)
  }

  var hasSubscribers: Bool { monitor.withLock { !state.subscriptions.isEmpty } }

  /// The last revision that was queued.
  var lastRevision: Int64 { monitor.withLock { state.lastRevision } }

  /// Queues changes, in order of revision. The caller holds the right to write.
  func enqueue(_ changes: [Change]) {
    let me = Platform.threadID
    monitor.withLock {
      let depth = state.deliverer == me ? state.depth + 1 : 0
      for change in changes {
        state.lastRevision = max(state.lastRevision, change.lastRevision)
        if !state.subscriptions.isEmpty {
          state.queue.append(Entry(content: .change(change), depth: depth))
        }
      }
    }
  }

  func subscribe(
    _ options: SubscriptionOptions, revision: Int64,
    _ callback: @escaping @Sendable (Change) -> Void
  ) -> Subscription {
    monitor.withLock {
      let state = Subscription.State(
        callback: callback, heardUpTo: max(revision, self.state.lastRevision))
      let subscription = Subscription(delivery: self, options: options, state: state)
      self.state.subscriptions.append(subscription)
      if options.initial {
        self.state.queue.append(Entry(content: .initial(subscription), depth: 0))
      }
      return subscription
    }
  }

  func cancel(_ subscription: Subscription) {
    let me = Platform.threadID
    // Held to the end of the call: the host's closure is let go outside the lock.
    let callback = monitor.withLock {
      state.subscriptions.removeAll { $0 === subscription }
      let callback = subscription.state.callback
      subscription.state.callback = nil
      // A callback that waited here for another one could wait for itself in the end.
      if state.deliverer != me, CallbackScope.depth == 0 {
        while state.running === subscription { monitor.wait() }
      }
      return callback
    }
    _ = callback
  }

  func cancelAll() {
    for subscription in monitor.withLock({ state.subscriptions }) { cancel(subscription) }
    monitor.withLock { state.queue.removeAll() }
  }

  /// Delivers what is queued, unless another thread is doing so or this is called from a callback.
  func run(_ store: Store) {
    let me = Platform.threadID
    let begins = monitor.withLock {
      if state.deliverer != nil || state.queue.isEmpty { return false }
      state.deliverer = me
      for index in state.queue.indices { state.queue[index].depth = 0 }
      return true
    }
    guard begins else { return }
    while let entry = nextEntry() { deliver(entry, store) }
  }

  /// The next entry to deliver; nil, and this thread delivers no more, at the end.
  private func nextEntry() -> Entry.Content? {
    monitor.withLock {
      guard let first = state.queue.first, first.depth <= Delivery.maximumDepth else {
        state.deliverer = nil
        return nil
      }
      state.queue.removeFirst()
      state.depth = first.depth
      return first.content
    }
  }

  private func deliver(_ content: Entry.Content, _ store: Store) {
    switch content {
    case .change(let change):
      for subscription in monitor.withLock({ state.subscriptions }) {
        call(subscription, change, store)
      }
    case .initial(let subscription):
      guard let change = try? store.initialChange() else { return }
      call(subscription, change, store)
    }
  }

  private func call(_ subscription: Subscription, _ change: Change, _ store: Store) {
    let isInitial = change.kind == .initial
    var callback = monitor.withLock { () -> (@Sendable (Change) -> Void)? in
      guard isInitial || change.lastRevision > subscription.state.heardUpTo else { return nil }
      subscription.state.heardUpTo = change.lastRevision
      if subscription.state.callback != nil { state.running = subscription }
      return subscription.state.callback
    }
    guard callback != nil else { return }
    if let selected = subscription.options.select(change, instance: isInitial ? 0 : store.instance)
    {
      CallbackScope.enter()
      callback?(selected)
      CallbackScope.leave()
    }
    // Before those who wait for the end of the callback go on.
    callback = nil
    monitor.withLock {
      state.running = nil
      monitor.wakeAll()
    }
  }
}
