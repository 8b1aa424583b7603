internal import ExpenseModel
internal import Threads

/// Telling those who are told now.
extension Delivery {
  /// How deep changes made by callbacks may follow from each other within one call.
  static let maximumDepth = 16

  /// Whether something is queued that this thread is not telling already.
  var awaitsThread: Bool {
    let me = CallbackScope.threadID
    return monitor.withLock { !state.queue.isEmpty && state.deliverer != me }
  }

  /// Tells what is queued, unless another thread is doing so or this is called from a callback.
  ///
  /// - Returns: How many callbacks ran.
  @discardableResult
  func run(_ store: Store) -> Int {
    let me = CallbackScope.threadID
    let begins = monitor.withLock {
      if state.deliverer != nil || state.queue.isEmpty { return false }
      state.deliverer = me
      for index in state.queue.indices { state.queue[index].depth = 0 }
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
      guard let first = state.queue.first, first.depth <= Delivery.maximumDepth else {
        state.deliverer = nil
        return nil
      }
      state.queue.removeFirst()
      state.depth = first.depth
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
