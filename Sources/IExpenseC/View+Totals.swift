public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Totals, as they were when they were read.
///
/// They live until iex_totals_close or until their store is closed.
public typealias iex_totals = OpaquePointer

/// Adds up expenses by type, category, account, a period of time and currency.
///
/// Amounts of different currencies are never added: there is a total for each. By month, type,
/// category and currency, and for a query of only these, this costs the same for a hundred expenses and
/// for millions.
///
/// - Parameters:
///   - store: A store.
///   - query: Which expenses; its order is not used. NULL: all.
///   - group: What to group by: IEX_GROUP_MONTH and so on, joined by |; 0: by currency only.
///   - flags: 0 or IEX_TOTALS_WIDE.
///   - totals: Receives the totals, in order of period, type, category, account and currency; NULL
///     on failure. Close them with iex_totals_close.
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

/// Adds up the expenses of a view.
///
/// - Parameters:
///   - view: A view.
///   - group: As in iex_store_totals.
///   - flags: 0 or IEX_TOTALS_WIDE.
///   - totals: Receives the totals, in the order of iex_store_totals; NULL on failure. Close them
///     with iex_totals_close; they outlive the view.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_OVERFLOW when a sum does not fit 64 bits, without IEX_TOTALS_WIDE.
@_cdecl("iex_view_totals")
public func iex_view_totals(
  _ view: iex_view?, _ group: UInt32, _ flags: UInt32,
  _ totals: UnsafeMutablePointer<iex_totals?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, totals, "totals") {
    let object = try resolve(view, "view", as: ViewObject.self)
    return try object.lender.lend(readTotals(of: object, group: group, flags: flags))
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

/// Reads some of the sections of a view, in its order, each with its count and its totals.
///
/// The totals are as with IEX_TOTALS_WIDE: a sum of more than 64 bits has its amount_high.
///
/// - Parameters:
///   - view: A view; without sections in its query it has none.
///   - offset: The first one, from 0; beyond the end there are none.
///   - limit: At most how many.
///   - sections: Receives the sections; NULL on failure. Close them with iex_sections_close; they
///     outlive the view.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `offset` or `limit` is negative.
@_cdecl("iex_view_sections")
public func iex_view_sections(
  _ view: iex_view?, _ offset: Int64, _ limit: Int64,
  _ sections: UnsafeMutablePointer<iex_sections?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, sections, "sections") {
    let object = try resolve(view, "view", as: ViewObject.self)
    return try readSections(object, offset: offset, limit: limit)
  }
}

/// Gives the rows of sections.
///
/// - Parameters:
///   - sections: Sections.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until the sections or their store are
///   closed; NULL and a `count` of 0 when `sections` is no open handle of them.
@_cdecl("iex_sections_rows")
public func iex_sections_rows(
  _ sections: iex_sections?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_section>? {
  unsafe give(peek(sections, as: SectionsObject.self)?.rows, count: count)
}

/// Closes sections and frees their texts and totals.
///
/// - Parameter sections: Sections. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_sections_close")
public func iex_sections_close(_ sections: iex_sections?) -> iex_status {
  closeHandle(sections, kind: .sections)
}
