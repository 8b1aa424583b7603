internal import ExpenseModel
internal import Threads

/// Telling the subscribers of views, and those who step through a queued one.
///
/// A view hears each change once. So whoever joins must begin exactly where it stands: a change that
/// was queued before but not told yet is for the newcomer too.
extension Delivery {
  func hasSubscribers(_ audience: Audience) -> Bool {
    monitor.withLock { audience.subscribers > 0 }
  }

  /// Whether a view stands at the change that it has told last: also to the end of a callback whose
  /// subscription was cancelled while it was running.
  func holdsStill(_ audience: Audience) -> Bool {
    monitor.withLock { audience.subscribers + audience.lateCallbacks > 0 }
  }

  /// A callback has returned. The caller holds the lock.
  func hasReturned(_ subscription: Subscription) {
    subscription.state.runsOn = nil
    guard subscription.state.isLate else { return }
    subscription.state.isLate = false
    subscription.audience?.lateCallbacks -= 1
  }

  /// Lets changes wait for a queued view, from a revision on.
  ///
  /// - Returns: False when later changes were queued already: then the view must be read anew.
  func follow(_ audience: Audience, after revision: Int64) -> Bool {
    monitor.withLock {
      guard state.lastRevision <= revision else { return false }
      audience.heardUpTo = revision
      state.views.append(audience)
      return true
    }
  }

  /// Adds a subscriber to a view that stands at a revision.
  ///
  /// - Returns: Nil for the first one when later changes were queued already, which nobody keeps for
  ///   it: then the view must catch up and try again.
  func join(
    _ audience: Audience, queued: Bool, at revision: Int64, _ listener: @escaping Listener
  ) -> Subscription? {
    monitor.withLock {
      if !queued, audience.subscribers == 0 {
        guard state.lastRevision <= revision else { return nil }
        audience.heardUpTo = revision
      }
      let subscription = Subscription(
        delivery: self, options: SubscriptionOptions(queued: queued), audience: audience,
        state: Subscription.State(listener: listener, heardUpTo: audience.heardUpTo))
      state.subscriptions.append(subscription)
      audience.subscribers += 1
      updateSignals()
      return subscription
    }
  }

  /// Counts a subscriber out of its view. The caller holds the lock.
  func leave(_ subscription: Subscription) {
    guard let audience = subscription.audience else { return }
    audience.subscribers -= 1
    if subscription.state.runsOn != nil {
      subscription.state.isLate = true
      audience.lateCallbacks += 1
    }
    if audience.isAbandoned, audience.subscribers == 0 {
      state.views.removeAll { $0 === audience }
    }
  }

  /// Cancels all subscribers of a view, for which nothing waits any more.
  func leave(_ audience: Audience) {
    let subscriptions = monitor.withLock {
      state.views.removeAll { $0 === audience }
      dropHeard()
      return state.subscriptions.filter { $0.audience === audience }
    }
    for subscription in subscriptions { cancel(subscription) }
  }

  /// Nobody can step through the view any more.
  func abandon(_ audience: Audience) {
    monitor.withLock {
      audience.isAbandoned = true
      guard audience.subscribers == 0, state.views.contains(where: { $0 === audience }) else {
        return
      }
      state.views.removeAll { $0 === audience }
      dropHeard()
    }
  }

  /// The first change that a queued view has not taken in.
  func nextChange(for audience: Audience) -> Change? {
    monitor.withLock { state.waiting.first { $0.lastRevision > audience.heardUpTo } }
  }

  /// The view has taken in a change.
  func noteHeard(_ audience: Audience, upTo revision: Int64) {
    monitor.withLock {
      audience.heardUpTo = max(audience.heardUpTo, revision)
      if !state.views.isEmpty { dropHeard() }
    }
  }

  /// Whether steps of a change are left.
  func note(_ audience: Audience, hasSteps: Bool) {
    monitor.withLock {
      guard audience.hasSteps != hasSteps else { return }
      audience.hasSteps = hasSteps
      updateSignals()
    }
  }
}
