internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// What stands behind the number of a subscription: the host's callback.
///
/// It gives the context back as soon as the callback is cancelled and not running: in `end`, or
/// when the callback that runs at that moment returns.
@safe
final class SubscriptionObject: HandleObject {
  static let kind = HandleKind.subscription

  private struct State {
    var isCancelled = false
    var running = 0
    var subscription: Subscription?
  }

  private let callback: iex_change_callback
  private let context: HostContext
  private let lender: Lender
  private let state = Locked(State())

  init(_ callback: @escaping iex_change_callback, context: HostContext, lender: Lender) {
    unsafe self.callback = unsafe callback
    self.context = context
    self.lender = lender
  }

  /// Begins to listen to the store.
  func start(_ options: SubscriptionOptions) throws(ExpenseError) {
    let subscription = try lender.store.subscribe(options) { [self] change in deliver(change) }
    // The first change, delivered inside subscribe, may have cancelled it.
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.subscription = subscription }
      return state.isCancelled
    }
    if isCancelled { subscription.cancel() }
  }

  /// Runs the host's callback with a handle that lives as long as the call.
  private func deliver(_ change: Change) {
    let mayRun = state.withLock { state in
      if !state.isCancelled { state.running += 1 }
      return !state.isCancelled
    }
    guard mayRun else { return }
    let object = ChangeObject(change, lender: lender)
    if let token = HandleTable.insert(object, kind: .change, lender: lender.token) {
      unsafe callback(context.pointer, token.handle)
      // Closed already when the callback closed the store.
      _ = HandleTable.remove(token, kind: .change)
    }
    let isOver = state.withLock { state in
      state.running -= 1
      return state.isCancelled && state.running == 0
    }
    if isOver { context.release() }
    // What the host got from the change's getters was valid until here.
    withExtendedLifetime(object) {}
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

/// Subscribes a host's callback to a store; the number of the subscription.
///
/// The number stands in `output` before the first callback, which may cancel it already.
func subscribe(
  _ callback: iex_change_callback?, _ context: HostContext, to store: OpaquePointer?,
  options: UnsafePointer<iex_subscription_options>?, _ output: UnsafeMutablePointer<UInt64>?
) throws(ExpenseError) -> UInt64 {
  let lender = try resolveStore(store)
  guard let callback = unsafe callback else { throw ExpenseError(.argument, "callback is NULL") }
  let options = try unsafe SubscriptionOptions(options)
  let object = unsafe SubscriptionObject(callback, context: context, lender: lender)
  let token = try lender.lend(object)
  unsafe output?.pointee = token.rawValue
  do throws(ExpenseError) {
    try object.start(options)
  } catch {
    unsafe output?.pointee = 0
    if HandleTable.remove(token, kind: .subscription) != nil { object.end() }
    throw error
  }
  return token.rawValue
}

extension SubscriptionOptions {
  /// Reads the caller's options; NULL is all defaults.
  fileprivate init(
    _ pointer: UnsafePointer<iex_subscription_options>?
  ) throws(ExpenseError) {
    let options = try unsafe iex_subscription_options.read(optional: pointer, "options")
    let known = IEX_SUBSCRIBE_INITIAL | IEX_SUBSCRIBE_SKIP_OWN
    try requireFlags(options.flags, among: known, "options.flags")
    let fields = ExpenseFields(rawValue: options.fields)
    guard !fields.hasUnknown else {
      throw ExpenseError(.argument, "options.fields has bits that stand for no field")
    }
    guard options.delivery == IEX_DELIVER_NOW || options.delivery == IEX_DELIVER_QUEUED else {
      throw ExpenseError(.argument, "options.delivery is no IEX_DELIVER_… number")
    }
    self.init(
      initial: options.flags & UInt32(IEX_SUBSCRIBE_INITIAL) != 0,
      skipOwn: options.flags & UInt32(IEX_SUBSCRIBE_SKIP_OWN) != 0,
      fields: fields, queued: options.delivery == IEX_DELIVER_QUEUED)
  }
}
