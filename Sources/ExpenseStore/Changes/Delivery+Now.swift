internal import ExpenseModel
internal import Threads

/// Telling those who are told now.
extension Delivery {
  /// How deep changes made by callbacks may follow from each other within one call.
  static let maximumDepth = 16

  /// The calling thread will look at the queue soon, whatever comes, and waits for no other thread
  /// before that: who is telling may leave to it what it does not owe.
  func expectThread() {
    guard CallbackScope.depth == 0 else { return }
    let me = CallbackScope.threadID
    monitor.withLock { if state.deliverer != me { state.coming.append(me) } }
  }

  /// Whether something is queued that this thread is not telling already. It is expected no longer.
  func awaitsThread() -> Bool {
    let me = CallbackScope.threadID
    return monitor.withLock {
      if !state.coming.isEmpty { state.coming.removeAll { $0 == me } }
      return !state.queue.isEmpty && state.deliverer != me
    }
  }

  /// Tells what is queued, unless another thread is doing so or this is called from a callback.
  ///
  /// What was not there yet when it began, it leaves to a thread that is about to look at the queue:
  /// where others change without a pause, it would otherwise tell their changes without an end.
  ///
  /// - Returns: How many callbacks ran.
  @discardableResult
  func run(_ store: Store) -> Int {
    let me = CallbackScope.threadID
    let begins = monitor.withLock {
      if state.deliverer != nil || state.queue.isEmpty { return false }
      state.deliverer = me
      state.owed = state.queue.count
      for index in state.queue.indices {
        state.queue[index].depth = 0
        state.queue[index].isOwed = true
      }
      return true
    }
    guard begins else { return 0 }
    var count = 0
    while let entry = nextEntry() { count += tell(entry, store) }
    return count
  }

  /// What to tell next; nil, and this thread tells no more, at the end.
  private func nextEntry() -> Entry? {
    monitor.withLock {
      guard let first = state.queue.first, first.depth <= Delivery.maximumDepth,
        state.owed > 0 || state.coming.isEmpty
      else {
        state.deliverer = nil
        return nil
      }
      state.queue.removeFirst()
      state.depth = first.depth
      state.isOwed = first.isOwed
      if first.isOwed { state.owed -= 1 }
      return first
    }
  }

  private func tell(_ entry: Entry, _ store: Store) -> Int {
    if let change = entry.change {
      var count = 0
      while true {
        // Again, for who has subscribed to a view that still was to hear of this change.
        let subscriptions = monitor.withLock {
          state.subscriptions.filter {
            !$0.options.queued && $0.state.heardUpTo < change.lastRevision
          }
        }
        if subscriptions.isEmpty { return count }
        for subscription in subscriptions where call(subscription, change, store) { count += 1 }
      }
    }
    guard let newcomer = entry.newcomer else { return 0 }
    return call(newcomer, store.initialChange(), store, isFirst: true) ? 1 : 0
  }
}
