public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// The expenses of a query, in its order: rows with positions from 0.
///
/// It lives until iex_view_close or until its store is closed.
public typealias iex_view = OpaquePointer

/// Sections of a view with their totals, as they were when they were read.
///
/// They live until iex_sections_close or until their store is closed.
public typealias iex_sections = OpaquePointer

/// Opens a view of the expenses that a query asks for.
///
/// - Parameters:
///   - store: A store.
///   - query: Which expenses, in which order and sections; NULL: all, in order of adding. Its texts
///     and lists are copied.
///   - view: Receives the view; NULL on failure. Close it with iex_view_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT, IEX_ERROR_INVALID, IEX_ERROR_CURRENCY or IEX_ERROR_ENCODING for a
///   wrong query.
@_cdecl("iex_view_open")
public func iex_view_open(
  _ store: iex_store?, _ query: UnsafePointer<iex_query>?,
  _ view: UnsafeMutablePointer<iex_view?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, view, "view") {
    let lender = try resolveStore(store)
    return try unsafe openView(lender, query)
  }
}

/// Counts the rows of a view: its expenses and, with IEX_QUERY_SECTION_ROWS, its sections.
///
/// - Parameters:
///   - view: A view.
///   - count: Receives how many.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_view_count")
public func iex_view_count(
  _ view: iex_view?, _ count: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, count, "count") {
    try Int64(resolve(view, "view", as: ViewObject.self).view.count())
  }
}

/// Reads some of the rows of a view.
///
/// A section row is an expense with the id 0: its name is the section's title, its date the first day
/// of the section's period or 0, and everything else empty.
///
/// - Parameters:
///   - view: A view.
///   - offset: The position of the first one; beyond the end the page is empty.
///   - limit: At most how many.
///   - page: Receives the rows; NULL on failure. Close it with iex_page_close; it outlives the
///     view.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `offset` or `limit` is negative.
@_cdecl("iex_view_read")
public func iex_view_read(
  _ view: iex_view?, _ offset: Int64, _ limit: Int64, _ page: UnsafeMutablePointer<iex_page?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, page, "page") {
    let object = try resolve(view, "view", as: ViewObject.self)
    return try read(object, offset: offset, limit: limit)
  }
}

/// Reads the ids of some of the rows of a view, as they were shown last.
///
/// They are those of the view as it was last read or told, which are not always the newest: so they
/// tell what the user of a list has chosen in it.
///
/// - Parameters:
///   - view: A view.
///   - offset: The position of the first one; beyond the end there are none.
///   - limit: At most how many: `ids` has room for so many.
///   - ids: Receives the ids; 0 for a section row.
///   - count: Receives how many there are.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `offset` or `limit` is negative.
@_cdecl("iex_view_ids")
public func iex_view_ids(
  _ view: iex_view?, _ offset: Int64, _ limit: Int64, _ ids: UnsafeMutablePointer<Int64>?,
  _ count: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, count, "count") {
    let view = try resolve(view, "view", as: ViewObject.self).view
    return try unsafe copyIDs(of: view, offset: offset, limit: limit, into: ids)
  }
}

/// Finds the row of an expense.
///
/// - Parameters:
///   - view: A view.
///   - id: The expense's id.
///   - position: Receives its position; -1 when it is not in the view, and on failure.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_view_position")
public func iex_view_position(
  _ view: iex_view?, _ id: Int64, _ position: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let status = unsafe call(error, position, "position") {
    let found = try resolve(view, "view", as: ViewObject.self).view.position(of: id)
    return Int64(found ?? -1)
  }
  if status != IEX_OK { unsafe position?.pointee = -1 }
  return status
}

/// Gives the revision of the store that a view shows.
///
/// - Parameters:
///   - view: A view.
///   - revision: Receives it: the last change that the view has taken in.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_view_revision")
public func iex_view_revision(
  _ view: iex_view?, _ revision: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, revision, "revision") {
    try resolve(view, "view", as: ViewObject.self).view.revision
  }
}

/// Removes the expenses of some rows as one change: all of them or, when one is not there, none.
///
/// The positions are those of the view as it was last read or told, and so the expenses are those
/// that were shown there, whatever has changed in the store since. A call that reads the view, also
/// iex_view_count, may bring it to a later commit; iex_view_ids does not, and a view that was opened
/// with IEX_QUERY_QUEUED waits for its owner.
///
/// - Parameters:
///   - view: A view.
///   - positions: `count` positions, in any order.
///   - count: How many; with 0 nothing happens.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for a position that the view does not have, that stands there twice
///   or that is a section row's; IEX_ERROR_NOT_FOUND when an expense was removed meanwhile; the
///   same as iex_store_remove.
@_cdecl("iex_view_remove_at")
public func iex_view_remove_at(
  _ view: iex_view?, _ positions: UnsafePointer<Int64>?, _ count: Int,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(view) { view in
      let positions = try unsafe numbers(positions, count: count, "positions")
      if !positions.isEmpty { try view.remove(at: positions.map { Int($0) }) }
    }
  }
}

/// Changes fields of the expense of a row; which one it is, is as in iex_view_remove_at.
///
/// - Parameters:
///   - view: A view.
///   - position: The row's position.
///   - expense: The new values; its id is not read.
///   - fields: The fields to set: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |.
///   - error: Receives what went wrong, with the field at fault; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for a position that the view does not have, and the same as
///   iex_store_update.
@_cdecl("iex_view_update_at")
public func iex_view_update_at(
  _ view: iex_view?, _ position: Int64, _ expense: UnsafePointer<iex_expense>?,
  _ fields: UInt64, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(view) { view in
      let fields = ExpenseFields(rawValue: fields)
      let expense = try unsafe Expense(updating: expense, fields: fields)
      try view.update(at: Int(position), expense, fields: fields)
    }
  }
}

/// Closes a view and ends its subscriptions; what was read from it stays.
///
/// - Parameter view: A view. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_view_close")
public func iex_view_close(_ view: iex_view?) -> iex_status {
  closeHandle(view, kind: .view)
}
