public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Gives the expenses of a view as an Arrow stream, in the view's order and without section rows.
///
/// - Parameters:
///   - view: A view.
///   - fields: The columns: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |; 0: all. The id is always
///     there.
///   - flags: 0, or IEX_ARROW_… bits.
///   - stream: Receives the stream, which the caller releases; it may do so on any thread, and after
///     the store was closed. On failure its release is NULL. What it held before is not looked at.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for unknown fields or flags.
@_cdecl("iex_view_arrow_stream")
public func iex_view_arrow_stream(
  _ view: iex_view?, _ fields: UInt64, _ flags: UInt32,
  _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, stream, fields: fields, flags: flags) { options in
    try resolve(view, "view", as: ViewObject.self).view.table(options)
  }
}

/// Gives the expenses that a query asks for as an Arrow stream.
///
/// Inside a transaction of the calling thread it has what that has written so far.
///
/// - Parameters:
///   - store: A store.
///   - query: Which expenses, and in which order; NULL: all, in order of adding.
///   - fields: The columns, as in iex_view_arrow_stream.
///   - flags: 0, or IEX_ARROW_… bits.
///   - stream: Receives the stream, as in iex_view_arrow_stream.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: What iex_view_arrow_stream and iex_view_open return.
@_cdecl("iex_store_arrow_stream")
public func iex_store_arrow_stream(
  _ store: iex_store?, _ query: UnsafePointer<iex_query>?, _ fields: UInt64, _ flags: UInt32,
  _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, stream, fields: fields, flags: flags) { options in
    let store = try resolveStore(store).store
    return try store.table(unsafe ExpenseQuery(query), options)
  }
}

/// Adds the rows of an Arrow stream as one change: all of them or, when one fails, none.
///
/// Columns are found by their names, in any order: those that iex_store_arrow_stream gives, and
/// "amount_minor" and "conversion_minor" as whole numbers of minor units. Required are "name" and
/// one of the two amounts. "id" and "source_…" are not read: they belong to the store that the table
/// comes from. Any other column is an error, so that nothing is lost unseen.
///
/// Texts may be utf8, large_utf8, utf8_view or dictionaries of them; dates date32, date64, timestamps
/// without a time zone at midnight, or texts such as 2026-03-14; amounts decimals, whole numbers (of
/// whole units) or texts such as "12.50"; floating-point numbers are refused. Null stands for what an
/// expense does not have, and for today as a date. Where there is no "currency", and where it is
/// null, it is the store's default.
///
/// - Parameters:
///   - store: A store.
///   - stream: The stream, which is released before the call returns, whatever it returns. Its
///     functions are called on this thread, inside the transaction.
///   - first_id: Receives the id of the first; the others follow without a gap. May be NULL.
///   - count: Receives how many were added; may be NULL.
///   - error: Receives what went wrong, in which column and row, counted from 0; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for a stream that is NULL or released; IEX_ERROR_FORMAT for a table
///   that breaks the rules of Arrow or has no such columns; IEX_ERROR_IO for a stream that fails,
///   with what it says; and the same as iex_store_add.
@_cdecl("iex_store_add_arrow")
public func iex_store_add_arrow(
  _ store: iex_store?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ first_id: UnsafeMutablePointer<Int64>?, _ count: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  // Released whatever comes, also when there is no store.
  let input = Result { try unsafe ArrowInput(stream) }
  return unsafe call(error, optional: first_id, count) {
    try changing(store) { try addArrow(input.get(), to: $0) }
  }
}
