public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Begins a transaction: what follows on this thread is one change, whole or not at all.
///
/// It belongs to the calling thread, which sees its own writes in expenses that it gets by id and in
/// totals of the store. Views, other threads and other programs see the last commit; others wait
/// when they want to write. When a call that changes the store fails inside, the commit rolls
/// everything back and answers what that call did: it is enough to check the commit. A second begin
/// is such a call, so that the commit which belongs to it stores nothing.
///
/// - Parameters:
///   - store: A store.
///   - label: The title of the change, such as "Trip to Rome", at most 255 bytes; NULL or "": made
///     from what it does.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_TRANSACTION when this thread has one already; IEX_ERROR_BUSY,
///   IEX_ERROR_READ_ONLY, …
@_cdecl("iex_store_begin")
public func iex_store_begin(
  _ store: iex_store?, _ label: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in try store.begin(unsafe optionalText(label, "label")) }
  }
}

/// Commits the transaction of this thread and tells the subscribers.
///
/// - Parameters:
///   - store: A store.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: The first failure inside, after which everything is rolled back;
///   IEX_ERROR_TRANSACTION when this thread has no transaction; IEX_ERROR_FULL, IEX_ERROR_IO.
@_cdecl("iex_store_commit")
public func iex_store_commit(
  _ store: iex_store?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) { try resolveStore(store).store.commit() }
}

/// Undoes everything since the begin of this thread's transaction, as if it had not been.
///
/// - Parameters:
///   - store: A store.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_TRANSACTION when this thread has no transaction.
@_cdecl("iex_store_rollback")
public func iex_store_rollback(
  _ store: iex_store?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) { try resolveStore(store).store.rollback() }
}
