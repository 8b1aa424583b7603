public import ExpenseModel
internal import Threads

/// Which changes a subscription is for.
public struct SubscriptionOptions: Hashable, Sendable {
  /// First deliver the present state as one change of kind `initial`.
  public var initial = false
  /// Leave out the changes that were made through the same `Store` object.
  public var skipOwn = false
  /// Leave out updates that changed none of these fields; empty is all fields.
  public var fields: ExpenseFields = []
  /// Tell when `Store.dispatch` is called, on its thread, instead of at once.
  public var queued = false

  public init(
    initial: Bool = false, skipOwn: Bool = false, fields: ExpenseFields = [], queued: Bool = false
  ) {
    self.initial = initial
    self.skipOwn = skipOwn
    self.fields = fields
    self.queued = queued
  }

  /// The part of a change that the subscription is for; nil for none of it.
  func select(_ change: Change, instance: Int64) -> Change? {
    if skipOwn, change.instance == instance { return nil }
    if fields.isEmpty || change.items.isEmpty { return change }
    var selected = change
    selected.items.removeAll { $0.kind == .updated && $0.fields.isDisjoint(with: fields) }
    return selected.items.isEmpty ? nil : selected
  }
}

/// Looks at a change and gives what to run of the host's; nil when it is not for the subscription.
typealias Listener = @Sendable (Change, Store) -> (() -> Void)?

/// A callback that hears of each change of a store or a view, in order, until it is cancelled.
public final class Subscription: Sendable {
  private let delivery: Delivery
  let options: SubscriptionOptions
  /// The view that it is for; nil when it is for the store.
  let audience: Audience?
  /// Guarded by the delivery's lock.
  let state: State

  final class State: @unchecked Sendable {
    /// Nil once cancelled: then nothing holds the host's closure any more.
    var listener: Listener?
    /// Changes up to this revision are not for this subscription.
    var heardUpTo: Int64
    /// Queued: the present state is still to be told.
    var needsInitial = false
    /// The thread that is running the callback.
    var runsOn: UInt?
    /// It was cancelled while its callback was running, which its view waits for.
    var isLate = false

    init(listener: @escaping Listener, heardUpTo: Int64) {
      self.listener = listener
      self.heardUpTo = heardUpTo
    }
  }

  init(
    delivery: Delivery, options: SubscriptionOptions, audience: Audience? = nil, state: State
  ) {
    self.delivery = delivery
    self.options = options
    self.audience = audience
    self.state = state
  }

  /// Ends the subscription: when this returns the callback is not running and never will again.
  ///
  /// Inside any callback it does not wait: then the promise holds once the running callback has
  /// returned, and the closure is let go at that moment. Calling it twice does nothing.
  public func cancel() {
    delivery.cancel(self)
  }
}
