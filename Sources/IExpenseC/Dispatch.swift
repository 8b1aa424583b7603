public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// What a host runs when changes begin to wait for it.
///
/// It must only wake the host, such as by writing to a pipe: every function that it calls of this
/// library answers IEX_ERROR_BUSY.
///
/// - Parameter context: What was given with the function.
public typealias iex_wake_callback = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Void

/// Tells the subscribers what this and other programs have changed, on the calling thread.
///
/// Runs the callbacks of queued subscriptions, and those that are told now for what other programs
/// have committed. When there is nothing to tell it waits: until there is, until the time has
/// passed, or until the process gets a signal. Inside a callback it does nothing.
///
/// - Parameters:
///   - store: A store.
///   - timeout_ms: How long to wait, in milliseconds; 0: not at all, -1: without end.
///   - told: Receives how many callbacks ran; may be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_HANDLE when the store was closed meanwhile; IEX_ERROR_BUSY, IEX_ERROR_IO.
@_cdecl("iex_store_dispatch")
public func iex_store_dispatch(
  _ store: iex_store?, _ timeout_ms: Int32, _ told: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: told) {
    Int64(try resolveStore(store).store.dispatch(timeout: try timeout(timeout_ms)))
  }
}

/// Gives one descriptor that is readable when iex_store_dispatch has something to do.
///
/// For poll, epoll and every event loop; do not read from it and do not close it: it belongs to the
/// store. Besides what is to be told, a timer makes it readable once a second, in case the wake of
/// another program was lost.
///
/// - Parameters:
///   - store: A store.
///   - descriptor: Receives it; -1 on failure.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_IO when the process has no more descriptors.
@_cdecl("iex_store_fd")
public func iex_store_fd(
  _ store: iex_store?, _ descriptor: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let status = unsafe call(error, descriptor, "descriptor") {
    try resolveStore(store).store.descriptor()
  }
  if status != IEX_OK { unsafe descriptor?.pointee = -1 }
  return status
}

/// Takes the next change of this or another program that was not taken yet.
///
/// The form for those who want no callback. The first call begins it and takes nothing: it is for
/// changes after that call. From then on changes wait for it, and the descriptor of iex_store_fd is
/// readable until it has taken all of them.
///
/// - Parameters:
///   - store: A store.
///   - timeout_ms: How long to wait, in milliseconds; 0: not at all, -1: without end.
///   - change: Receives the change; NULL when there is none, and on failure. Close it with
///     iex_change_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_HANDLE when the store was closed meanwhile; IEX_ERROR_BUSY, IEX_ERROR_IO.
@_cdecl("iex_store_next_change")
public func iex_store_next_change(
  _ store: iex_store?, _ timeout_ms: Int32, _ change: UnsafeMutablePointer<iex_change?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe change?.pointee = nil
  return unsafe call(error) {
    guard let change = unsafe change else { throw ExpenseError(.argument, "change is NULL") }
    let lender = try resolveStore(store)
    if let next = try lender.store.nextChange(timeout: try timeout(timeout_ms)) {
      unsafe change.pointee = try lender.lend(ChangeObject(next, lender: lender)).handle
    }
  }
}

/// Closes a change that iex_store_next_change gave. One in a callback closes by itself.
///
/// - Parameter change: A change. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_change_close")
public func iex_change_close(_ change: iex_change?) -> iex_status {
  closeHandle(change, kind: .change)
}

/// Sets what to run when changes begin to wait, for hosts that cannot poll a descriptor.
///
/// It runs on the thread that made the change, at most once until iex_store_dispatch or
/// iex_store_next_change has taken everything. What other programs change does not run it.
///
/// - Parameters:
///   - store: A store.
///   - wake: What to run; NULL: nothing any more.
///   - context: Passed to it; may be NULL.
///   - free_context: What to run when the context is no longer needed; may be NULL. It runs exactly
///     once, also when this call fails.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_store_set_wake")
public func iex_store_set_wake(
  _ store: iex_store?, _ wake: iex_wake_callback?, _ context: UnsafeMutableRawPointer?,
  _ free_context: iex_free_callback?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let context = unsafe HostContext(context, free_context)
  return unsafe call(error) {
    let store = try resolveStore(store).store
    guard let wake = unsafe wake else { return try store.setWake(nil) }
    let function = unsafe HostFunction(wake)
    try store.setWake { unsafe function.pointer(context.pointer) }
  }
}

/// A time to wait as C gives it.
private func timeout(_ milliseconds: Int32) throws(ExpenseError) -> Int32 {
  guard milliseconds >= -1 else {
    throw ExpenseError(.argument, "timeout_ms is \(milliseconds): 0, more, or -1 for no end")
  }
  return milliseconds
}
