internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Subscribes a host's callback to a store; the number of the subscription.
func subscribe(
  _ callback: iex_change_callback?, _ context: HostContext, to store: OpaquePointer?,
  options: UnsafePointer<iex_subscription_options>?, _ output: UnsafeMutablePointer<UInt64>?
) throws(ExpenseError) -> UInt64 {
  let lender = try resolveStore(store)
  guard let callback = unsafe callback else { throw ExpenseError(.argument, "callback is NULL") }
  let function = unsafe HostFunction(callback)
  let options = try unsafe SubscriptionOptions(options)
  return try unsafe register(context, with: lender.token, output) {
    (object) throws(ExpenseError) in
    try lender.store.subscribe(options) { change in
      unsafe object.run { context in
        unsafe withHandle(of: ChangeObject(change, lender: lender), lender: lender) { handle in
          unsafe function.pointer(context, handle)
        }
      }
    }
  }
}

/// Subscribes a host's callback to a view, with which the subscription ends.
func subscribe(
  _ callback: iex_view_callback?, _ context: HostContext, to view: OpaquePointer?,
  _ output: UnsafeMutablePointer<UInt64>?
) throws(ExpenseError) -> UInt64 {
  let object = try resolve(view, "view", as: ViewObject.self)
  guard let callback = unsafe callback else { throw ExpenseError(.argument, "callback is NULL") }
  let function = unsafe HostFunction(callback)
  let (live, lender) = (object.view, object.lender)
  return try unsafe register(context, with: Token(view), output) {
    (object) throws(ExpenseError) in
    try live.subscribe { change in
      unsafe object.run { context in
        unsafe withHandle(of: ViewChangeObject(change, lender: lender), lender: lender) { handle in
          unsafe function.pointer(context, handle)
        }
      }
    }
  }
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
