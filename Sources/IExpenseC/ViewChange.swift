public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// How one change of the store has changed a view, as a callback gets it.
///
/// It lives until the callback returns: then it is closed, and its texts are gone.
public typealias iex_view_change = OpaquePointer

/// What a host runs when a view has changed.
///
/// It may do what an iex_change_callback may, and close the view. While it runs the view is as the
/// change has left it, also when the store has gone on.
///
/// - Parameters:
///   - context: What was given with the callback.
///   - change: The difference; open until the callback returns.
public typealias iex_view_callback =
  @convention(c) (
    _ context: UnsafeMutableRawPointer?, _ change: iex_view_change?
  ) -> Void

/// Subscribes to the changes of a view.
///
/// The callback runs once for each change of the store that changes the view, after the commit: as one
/// of iex_store_subscribe does or, when the view was opened with IEX_QUERY_QUEUED, in
/// iex_store_dispatch. From now on the view stands at the change that was told last. Every
/// difference has to be applied: none is left out, and none is told twice.
///
/// - Parameters:
///   - view: A view.
///   - callback: What to run for each difference.
///   - context: Passed to the callback; may be NULL.
///   - free_context: What to run when the context is no longer needed; may be NULL. It runs exactly
///     once, also when this call fails.
///   - subscription: Receives the number to cancel it by; may be NULL. It ends with the view.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `callback` is NULL, and when the view was stepped and steps of
///   a change are left.
@_cdecl("iex_view_subscribe")
public func iex_view_subscribe(
  _ view: iex_view?, _ callback: iex_view_callback?, _ context: UnsafeMutableRawPointer?,
  _ free_context: iex_free_callback?, _ subscription: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let context = unsafe HostContext(context, free_context)
  return unsafe call(error, optional: subscription) {
    try unsafe subscribe(callback, context, to: view, subscription)
  }
}

/// Gives a difference as one readable line.
///
/// - Parameter change: A difference.
/// - Returns: A text that is valid until the callback returns; "" when `change` is not open.
@_cdecl("iex_view_change_describe")
public func iex_view_change_describe(_ change: iex_view_change?) -> UnsafePointer<CChar>? {
  unsafe peek(change, as: ViewChangeObject.self)?.text ?? emptyText
}

/// Gives a difference on the whole: how many rows there were and are.
///
/// - Parameter change: A difference.
/// - Returns: Valid until the callback returns; NULL when `change` is not open.
@_cdecl("iex_view_change_info")
public func iex_view_change_info(_ change: iex_view_change?) -> UnsafePointer<iex_difference>? {
  unsafe peek(change, as: ViewChangeObject.self)?.difference.rows
}

/// Gives the rows that were removed, inserted, moved and updated.
///
/// - Parameters:
///   - change: A difference.
///   - count: Receives how many there are; may be NULL.
/// - Returns: The first one, valid until the callback returns; NULL and a `count` of 0 when `change`
///   is not open.
@_cdecl("iex_view_change_items")
public func iex_view_change_items(
  _ change: iex_view_change?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_view_item>? {
  unsafe give(peek(change, as: ViewChangeObject.self)?.items, count: count)
}

/// Gives the sections that came, went, or have another count or other totals.
///
/// - Parameters:
///   - change: A difference.
///   - count: Receives how many there are; may be NULL.
/// - Returns: The first one, valid until the callback returns; NULL and a `count` of 0 when `change`
///   is not open.
@_cdecl("iex_view_change_sections")
public func iex_view_change_sections(
  _ change: iex_view_change?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_section_change>? {
  unsafe give(peek(change, as: ViewChangeObject.self)?.sections, count: count)
}

/// Gives the change of the store that a difference comes from, to read old and new values with.
///
/// - Parameter change: A difference.
/// - Returns: The change, open until the callback returns; NULL when `change` is not open.
@_cdecl("iex_view_change_change")
public func iex_view_change_change(_ change: iex_view_change?) -> iex_change? {
  unsafe peek(change, as: ViewChangeObject.self)?.storeChange(lentBy: Token(change))
}

/// Moves a queued view on by one splice, and says which.
///
/// For lists that want to be told of one place at a time: before the call the view is as the list
/// shows it, after it as the list has to show it. Between two steps of one change the view is half
/// way, with the values that were told; its sections, its totals and its revision are those of before
/// the change, until the last step of it. With nothing left to tell it looks for what other programs
/// have committed. The descriptor of iex_store_fd is readable while something is left.
///
/// - Parameters:
///   - view: A view that was opened with IEX_QUERY_QUEUED and that nobody has subscribed to.
///   - splice: Receives the splice; all zero when there is nothing to tell, and on failure.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when the view is not queued or has a subscription; IEX_ERROR_BUSY,
///   IEX_ERROR_IO.
@_cdecl("iex_view_step")
public func iex_view_step(
  _ view: iex_view?, _ splice: UnsafeMutablePointer<iex_splice>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, splice, "splice") {
    iex_splice(try resolve(view, "view", as: ViewObject.self).view.step())
  }
}
