public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// The expenses of a query, in its order.
///
/// It lives until iex_view_close or until its store is closed.
public typealias iex_view = OpaquePointer

/// Totals, as they were when they were read.
///
/// They live until iex_totals_close or until their store is closed.
public typealias iex_totals = OpaquePointer

/// Opens a view of the expenses that a query asks for.
///
/// - Parameters:
///   - store: A store.
///   - query: Which expenses, and in which order; NULL: all, in order of adding.
///   - view: Receives the view; NULL on failure. Close it with iex_view_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT, IEX_ERROR_INVALID or IEX_ERROR_ENCODING for a wrong query.
@_cdecl("iex_view_open")
public func iex_view_open(
  _ store: iex_store?, _ query: UnsafePointer<iex_query>?,
  _ view: UnsafeMutablePointer<iex_view?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, view, "view") {
    let lender = try resolveStore(store)
    let query = try unsafe ExpenseQuery(query)
    return try lender.lend(ViewObject(lender.store.view(query), lender: lender))
  }
}

/// Counts the expenses of a view.
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

/// Reads some of the expenses of a view.
///
/// - Parameters:
///   - view: A view.
///   - offset: The first one, from 0; beyond the end the page is empty.
///   - limit: At most how many.
///   - page: Receives the expenses; NULL on failure. Close it with iex_page_close; it outlives the
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

/// Closes a view; the pages that were read from it stay.
///
/// - Parameter view: A view. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_view_close")
public func iex_view_close(_ view: iex_view?) -> iex_status {
  closeHandle(view, kind: .view)
}

/// Adds up expenses by month, type, category and currency.
///
/// Amounts of different currencies are never added: there is a total for each. Without a query this
/// costs the same for a hundred expenses and for millions.
///
/// - Parameters:
///   - store: A store.
///   - query: Which expenses; its order is not used. NULL: all.
///   - group: What to group by: IEX_GROUP_MONTH and so on, joined by |; 0: by currency only.
///   - flags: 0 or IEX_TOTALS_WIDE.
///   - totals: Receives the totals, in order of month, type, category and currency; NULL on
///     failure. Close them with iex_totals_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_OVERFLOW when a sum does not fit 64 bits, without IEX_TOTALS_WIDE.
@_cdecl("iex_store_totals")
public func iex_store_totals(
  _ store: iex_store?, _ query: UnsafePointer<iex_query>?, _ group: UInt32, _ flags: UInt32,
  _ totals: UnsafeMutablePointer<iex_totals?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, totals, "totals") {
    let lender = try resolveStore(store)
    let query = try unsafe query.map { _ in try unsafe ExpenseQuery(query) }
    return try lender.lend(readTotals(lender.store, query, group: group, flags: flags))
  }
}

/// Gives the rows of totals.
///
/// - Parameters:
///   - totals: Totals.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until the totals or their store are
///   closed; NULL and a `count` of 0 when `totals` is no open handle of them.
@_cdecl("iex_totals_rows")
public func iex_totals_rows(
  _ totals: iex_totals?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_total>? {
  unsafe give(peek(totals, as: TotalsObject.self)?.rows, count: count)
}

/// Closes totals and frees their texts.
///
/// - Parameter totals: Totals. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_totals_close")
public func iex_totals_close(_ totals: iex_totals?) -> iex_status {
  closeHandle(totals, kind: .totals)
}
