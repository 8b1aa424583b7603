internal import CIExpense
internal import ExpenseModel
internal import ViewState

/// What stands behind the number of a subscription: the context of a host's callback.
///
/// It gives the context back as soon as the callback is cancelled and not running: in `end`, or
/// when the callback that runs at that moment returns.
@safe
final class SubscriptionObject: HandleObject {
  static let kind = HandleKind.subscription

  private struct State {
    var isCancelled = false
    var running = 0
    var subscription: (any Cancellable)?
  }

  private let context: HostContext
  private let state = Locked(State())

  init(_ context: HostContext) {
    self.context = context
  }

  /// Begins to listen: `subscribe` registers a closure that calls ``run(_:)``.
  func start(
    _ subscribe: (SubscriptionObject) throws(ExpenseError) -> any Cancellable
  ) throws(ExpenseError) {
    let subscription = try subscribe(self)
    // The first change, delivered inside subscribe, may have cancelled it.
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.subscription = subscription }
      return state.isCancelled
    }
    if isCancelled { subscription.cancel() }
  }

  /// Runs the host's callback with its context, unless it was cancelled.
  func run(_ callback: (UnsafeMutableRawPointer?) -> Void) {
    let mayRun = state.withLock { state in
      if !state.isCancelled { state.running += 1 }
      return !state.isCancelled
    }
    guard mayRun else { return }
    unsafe callback(context.pointer)
    let isOver = state.withLock { state in
      state.running -= 1
      return state.isCancelled && state.running == 0
    }
    if isOver { context.release() }
  }

  func end() {
    let (subscription, isIdle) = state.withLock { state in
      state.isCancelled = true
      defer { state.subscription = nil }
      return (state.subscription, state.running == 0)
    }
    if isIdle { context.release() }
    // Waits for a callback that runs on another thread, except inside a callback.
    subscription?.cancel()
  }
}

/// Registers a host's callback with what lends its subscription; the number of the subscription.
///
/// The number stands in `output` before the first callback, which may cancel it already.
func register(
  _ context: HostContext, with lender: Token, _ output: UnsafeMutablePointer<UInt64>?,
  _ subscribe: (SubscriptionObject) throws(ExpenseError) -> any Cancellable
) throws(ExpenseError) -> UInt64 {
  let object = SubscriptionObject(context)
  let token = try lender.lend(object)
  unsafe output?.pointee = token.rawValue
  do throws(ExpenseError) {
    try object.start(subscribe)
  } catch {
    unsafe output?.pointee = 0
    HandleTable.remove(token, kind: .subscription)?.end()
    throw error
  }
  return token.rawValue
}

/// Runs `body` with a handle that is open for the length of the call.
///
/// What the host got from the object's getters stays valid until then, also when the callback
/// closed the store.
func withHandle<Object: HandleObject>(
  of object: Object, lender: Lender, _ body: (OpaquePointer?) -> Void
) {
  guard let token = HandleTable.insert(object, kind: Object.kind, lender: lender.token) else {
    return
  }
  unsafe body(token.handle)
  // Closed already when the callback closed the store.
  _ = HandleTable.remove(token, kind: Object.kind)
  withExtendedLifetime(object) {}
}
