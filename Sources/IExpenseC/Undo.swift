public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Past changes of a store or of one expense, as they were when they were read.
///
/// They live until iex_history_close or until their store is closed.
public typealias iex_history = OpaquePointer

/// Undoes the latest change that was not undone, as a new change.
///
/// - Parameters:
///   - store: A store.
///   - flags: Whose changes: IEX_UNDO_MINE or IEX_UNDO_ANY, and IEX_UNDO_SKIP.
///   - step: Receives what was undone; its revision is 0 when there was nothing to undo. May be
///     NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_CONFLICT when later changes touched the same: the message names the
///   expenses; IEX_ERROR_TRANSACTION inside a transaction; IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, …
@_cdecl("iex_store_undo")
public func iex_store_undo(
  _ store: iex_store?, _ flags: UInt32, _ step: UnsafeMutablePointer<iex_step>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: step) {
    try changing(store) { store in
      try store.undo(UndoScope(flags)).map { iex_step($0) } ?? iex_step()
    }
  }
}

/// Does again what was last undone, as a new change.
///
/// - Parameters:
///   - store: A store.
///   - flags: Whose changes: IEX_UNDO_MINE or IEX_UNDO_ANY, and IEX_UNDO_SKIP.
///   - step: Receives what was done again; its revision is 0 when there was nothing. May be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: The same as iex_store_undo.
@_cdecl("iex_store_redo")
public func iex_store_redo(
  _ store: iex_store?, _ flags: UInt32, _ step: UnsafeMutablePointer<iex_step>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: step) {
    try changing(store) { store in
      try store.redo(UndoScope(flags)).map { iex_step($0) } ?? iex_step()
    }
  }
}

/// Undoes one past change, as a new change.
///
/// - Parameters:
///   - store: A store.
///   - revision: The revision of that change.
///   - step: Receives what was undone; may be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when there is no such revision, or it was undone;
///   IEX_ERROR_CONFLICT when later changes touched the same: the message names the expenses;
///   IEX_ERROR_TRANSACTION inside a transaction; IEX_ERROR_BUSY, …
@_cdecl("iex_store_undo_revision")
public func iex_store_undo_revision(
  _ store: iex_store?, _ revision: Int64, _ step: UnsafeMutablePointer<iex_step>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: step) {
    try changing(store) { store in
      try iex_step(store.undo(revision: revision))
    }
  }
}

/// Reads past changes, the latest first.
///
/// - Parameters:
///   - store: A store.
///   - id: The expense whose changes to read, also one that was removed; 0: those of the store.
///   - before: Only changes before this revision; 0: from the latest.
///   - limit: At most how many.
///   - history: Receives the changes; NULL on failure. Close it with iex_history_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `before` or `limit` is negative; IEX_ERROR_NOT_FOUND when
///   there never was such an expense.
@_cdecl("iex_store_history")
public func iex_store_history(
  _ store: iex_store?, _ id: Int64, _ before: Int64, _ limit: Int64,
  _ history: UnsafeMutablePointer<iex_history?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, history, "history") {
    let lender = try resolveStore(store)
    return try lender.lend(readHistory(lender.store, id, before: before, limit: limit))
  }
}

/// Gives the changes of a history.
///
/// - Parameters:
///   - history: A history.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until the history or its store is
///   closed; NULL and a `count` of 0 when `history` is no open history.
@_cdecl("iex_history_rows")
public func iex_history_rows(
  _ history: iex_history?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_revision>? {
  unsafe give(peek(history, as: HistoryObject.self)?.rows, count: count)
}

/// Gives the expense as it was after each change of its history; after a removal, as it was before.
///
/// - Parameters:
///   - history: The history of one expense.
///   - count: Receives how many: as many as iex_history_rows gives; may be NULL.
/// - Returns: The first one, valid until the history or its store is closed; NULL and a `count` of
///   0 for the history of a store, and when `history` is no open history.
@_cdecl("iex_history_expenses")
public func iex_history_expenses(
  _ history: iex_history?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_expense>? {
  unsafe give(peek(history, as: HistoryObject.self)?.expenses, count: count)
}

/// Closes a history and frees its texts.
///
/// - Parameter history: A history. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_history_close")
public func iex_history_close(_ history: iex_history?) -> iex_status {
  closeHandle(history, kind: .history)
}
