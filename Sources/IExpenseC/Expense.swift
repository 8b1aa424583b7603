public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Rows of expenses and all their texts, as they were when they were read.
///
/// It lives until iex_page_close or until its store is closed; later changes do not reach it.
public typealias iex_page = OpaquePointer

/// Adds an expense.
///
/// - Parameters:
///   - store: A store.
///   - expense: The expense; only its name is required, and its currency when the store has no
///     default. Its id is not read.
///   - id: Receives the id of the new expense; may be NULL.
///   - error: Receives what went wrong, with the field at fault; may be NULL.
/// - Returns: IEX_ERROR_INVALID, IEX_ERROR_CURRENCY, IEX_ERROR_ENCODING, IEX_ERROR_BUSY, …
@_cdecl("iex_store_add")
public func iex_store_add(
  _ store: iex_store?, _ expense: UnsafePointer<iex_expense>?, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: id) {
    try changing(store) { try unsafe $0.add(Expense(adding: expense)) }
  }
}

/// Adds expenses as one change: all of them or, when one fails, none.
///
/// - Parameters:
///   - store: A store.
///   - expenses: `count` expenses, all with the same struct_size.
///   - count: How many; with 0 nothing happens.
///   - first_id: Receives the id of the first; the others follow without a gap. May be NULL.
///   - error: Receives what went wrong and at which expense; may be NULL.
/// - Returns: The same as iex_store_add.
@_cdecl("iex_store_add_many")
public func iex_store_add_many(
  _ store: iex_store?, _ expenses: UnsafePointer<iex_expense>?, _ count: Int,
  _ first_id: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: first_id) {
    try changing(store) { try unsafe addMany(expenses, count: count, to: $0) }
  }
}

/// Changes fields of an expense.
///
/// Fields that have that value already do not count as changed; when none is left, nothing happens.
///
/// - Parameters:
///   - store: A store.
///   - expense: The id and the new values; of the other fields nothing is read.
///   - fields: The fields to set: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |.
///   - error: Receives what went wrong, with the field at fault; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND, and the same as iex_store_add.
@_cdecl("iex_store_update")
public func iex_store_update(
  _ store: iex_store?, _ expense: UnsafePointer<iex_expense>?, _ fields: UInt64,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in
      let fields = ExpenseFields(rawValue: fields)
      try unsafe store.update(Expense(updating: expense, fields: fields), fields: fields)
    }
  }
}

/// Removes expenses as one change: all of them or, when one is not there, none.
///
/// - Parameters:
///   - store: A store.
///   - ids: `count` ids.
///   - count: How many; with 0 nothing happens.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND, IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, …
@_cdecl("iex_store_remove")
public func iex_store_remove(
  _ store: iex_store?, _ ids: UnsafePointer<Int64>?, _ count: Int,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in
      let ids = try unsafe numbers(ids, count: count, "ids")
      if !ids.isEmpty { try store.remove(ids) }
    }
  }
}

/// Reads expenses by their ids.
///
/// - Parameters:
///   - store: A store.
///   - ids: `count` ids.
///   - count: How many.
///   - page: Receives the expenses, in the order of `ids`; NULL on failure. Close it with
///     iex_page_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when one is not there: the message names it.
@_cdecl("iex_store_get")
public func iex_store_get(
  _ store: iex_store?, _ ids: UnsafePointer<Int64>?, _ count: Int,
  _ page: UnsafeMutablePointer<iex_page?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, page, "page") {
    let lender = try resolveStore(store)
    return try lender.lend(unsafe readPage(of: lender.store, ids, count: count))
  }
}

/// Gives the expenses of a page.
///
/// - Parameters:
///   - page: A page.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until the page or its store is closed;
///   NULL and a `count` of 0 when `page` is no open page.
@_cdecl("iex_page_rows")
public func iex_page_rows(
  _ page: iex_page?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_expense>? {
  unsafe give(peek(page, as: PageObject.self)?.rows, count: count)
}

/// Closes a page and frees its texts.
///
/// - Parameter page: A page. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_page_close")
public func iex_page_close(_ page: iex_page?) -> iex_status {
  closeHandle(page, kind: .page)
}
