public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// One change of a store, as a callback gets it.
///
/// It lives until the callback returns: then it is closed, and its texts are gone.
public typealias iex_change = OpaquePointer

/// What a host runs for each change.
///
/// It may read, write, subscribe, cancel and close the store; what it writes arrives as a later
/// change, after it has returned. After 16 rounds of such changes the rest is told with the next call
/// that changes the store. No lock is held while it runs; but where another thread or program is
/// writing, its own writes are IEX_ERROR_BUSY at once, whatever the busy timeout.
///
/// - Parameters:
///   - context: What was given with the callback.
///   - change: The change; open until the callback returns.
public typealias iex_change_callback =
  @convention(c) (
    _ context: UnsafeMutableRawPointer?, _ change: iex_change?
  ) -> Void

/// What a host runs when a callback's context is no longer needed.
///
/// It runs exactly once for each registration that it was given with, also for one that fails, and
/// after it the callback never runs.
///
/// - Parameter context: What was given with the callback.
public typealias iex_free_callback = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Void

/// Subscribes to every change of a store.
///
/// The callback runs after the commit and before the call that made the change returns, on the
/// thread of that call; when another thread is delivering just then, that one delivers it. Changes
/// come in the order of their revisions, one at a time.
///
/// - Parameters:
///   - store: A store.
///   - callback: What to run for each change.
///   - context: Passed to the callback; may be NULL.
///   - free_context: What to run when the context is no longer needed; may be NULL. It runs exactly
///     once, also when this call fails.
///   - subscription: Receives the number to cancel it by; may be NULL. It ends with the store.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `callback` is NULL.
@_cdecl("iex_store_subscribe")
public func iex_store_subscribe(
  _ store: iex_store?, _ callback: iex_change_callback?, _ context: UnsafeMutableRawPointer?,
  _ free_context: iex_free_callback?, _ subscription: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let context = unsafe HostContext(context, free_context)
  return unsafe call(error, optional: subscription) {
    try unsafe subscribe(callback, context, to: store, options: nil, subscription)
  }
}

/// Subscribes to changes that options choose; the rest is as in iex_store_subscribe.
///
/// - Parameters:
///   - store: A store.
///   - options: Which changes; NULL: all.
///   - callback: What to run for each change.
///   - context: Passed to the callback; may be NULL.
///   - free_context: What to run when the context is no longer needed; may be NULL. It runs exactly
///     once, also when this call fails.
///   - subscription: Receives the number to cancel it by, before the callback first runs; may be
///     NULL. It ends with the store.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `callback` is NULL, and for unknown flags or fields.
@_cdecl("iex_store_subscribe_with")
public func iex_store_subscribe_with(
  _ store: iex_store?, _ options: UnsafePointer<iex_subscription_options>?,
  _ callback: iex_change_callback?, _ context: UnsafeMutableRawPointer?,
  _ free_context: iex_free_callback?, _ subscription: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let context = unsafe HostContext(context, free_context)
  return unsafe call(error, optional: subscription) {
    try unsafe subscribe(callback, context, to: store, options: options, subscription)
  }
}

/// Ends a subscription.
///
/// When it has returned, the callback is not running and never will again, and the context is free.
/// Called inside any callback it does not wait: then this holds from the return of the callback
/// that is running.
///
/// - Parameter subscription: Its number. One that has ended, or any other, is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_subscription_cancel")
public func iex_subscription_cancel(_ subscription: UInt64) -> iex_status {
  closeHandle(Token(rawValue: subscription), kind: .subscription)
}

/// Gives a change as one readable line.
///
/// - Parameter change: A change.
/// - Returns: A text that is valid until the callback returns; "" when `change` is no open change.
@_cdecl("iex_change_describe")
public func iex_change_describe(_ change: iex_change?) -> UnsafePointer<CChar>? {
  unsafe peek(change, as: ChangeObject.self)?.text ?? emptyText
}

/// Gives what a change says of itself: its revisions, its origin, its label, its counts.
///
/// - Parameter change: A change.
/// - Returns: Valid until the callback returns; NULL when `change` is no open change.
@_cdecl("iex_change_info")
public func iex_change_info(_ change: iex_change?) -> UnsafePointer<iex_revision>? {
  unsafe peek(change, as: ChangeObject.self)?.revision.rows
}

/// Gives which expenses a change touched, and how.
///
/// - Parameters:
///   - change: A change.
///   - count: Receives how many items there are; may be NULL.
/// - Returns: The first item, valid until the callback returns; NULL and a `count` of 0 when
///   `change` is no open change.
@_cdecl("iex_change_items")
public func iex_change_items(
  _ change: iex_change?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_change_item>? {
  unsafe give(peek(change, as: ChangeObject.self)?.items, count: count)
}

/// Reads expenses as they were before a change.
///
/// - Parameters:
///   - change: A change.
///   - ids: `count` ids of expenses.
///   - count: How many.
///   - page: Receives the expenses, in the order of `ids`; NULL on failure. Close it with
///     iex_page_close; it outlives the change.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when one did not exist before the change.
@_cdecl("iex_change_read_old")
public func iex_change_read_old(
  _ change: iex_change?, _ ids: UnsafePointer<Int64>?, _ count: Int,
  _ page: UnsafeMutablePointer<iex_page?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, page, "page") {
    let object = try resolve(change, "change", as: ChangeObject.self)
    return try object.readOld(unsafe numbers(ids, count: count, "ids"))
  }
}

/// Reads expenses as they are after a change.
///
/// - Parameters:
///   - change: A change.
///   - ids: `count` ids of expenses.
///   - count: How many.
///   - page: Receives the expenses, in the order of `ids`; NULL on failure. Close it with
///     iex_page_close; it outlives the change.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when one does not exist after the change.
@_cdecl("iex_change_read_new")
public func iex_change_read_new(
  _ change: iex_change?, _ ids: UnsafePointer<Int64>?, _ count: Int,
  _ page: UnsafeMutablePointer<iex_page?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, page, "page") {
    let object = try resolve(change, "change", as: ChangeObject.self)
    return try object.readNew(unsafe numbers(ids, count: count, "ids"))
  }
}
