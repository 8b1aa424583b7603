public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// An open store.
///
/// Any function may be called on any thread. Close it with iex_store_close.
public typealias iex_store = OpaquePointer

/// Opens a store, and creates its file when there is none.
///
/// A child process that comes of a fork while its parent had a store, or any other handle, open can
/// call nothing of this library: every call answers IEX_ERROR_FORKED, and a close frees memory without
/// touching the file. It may call exec.
///
/// - Parameters:
///   - path: The file, in UTF-8; not read with IEX_OPEN_MEMORY.
///   - options: How to open it; NULL: the defaults.
///   - store: Receives the store; NULL on failure. Close it with iex_store_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_MISSING, IEX_ERROR_NOT_A_FILE, IEX_ERROR_PERMISSION, IEX_ERROR_READ_ONLY,
///   IEX_ERROR_NOT_A_STORE, IEX_ERROR_NEWER, IEX_ERROR_DAMAGED, IEX_ERROR_BUSY, IEX_ERROR_FULL,
///   IEX_ERROR_IO; IEX_ERROR_CURRENCY when the default currency is not known, or is not the
///   store's. Nothing in a file that is there is changed then.
@_cdecl("iex_store_open")
public func iex_store_open(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<iex_options>?,
  _ store: UnsafeMutablePointer<iex_store?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, store, "store") {
    let options = try unsafe Store.Options(options)
    let path = try unsafe options.inMemory ? "" : requiredText(path, "path")
    return try open(path: path, options: options)
  }
}

/// Closes a store and everything it lent: views, pages, totals, histories, imports, bytes and
/// subscriptions.
///
/// An open transaction is rolled back. It waits for calls and callbacks that run on other threads,
/// and may be called inside a callback.
///
/// Of a store of more than 16,000 expenses that views or totals have read, it writes a few bytes for
/// each one into the file where much has changed, so that the next program need not read every row.
///
/// - Parameter store: A store. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_store_close")
public func iex_store_close(_ store: iex_store?) -> iex_status {
  closeHandle(store, kind: .store)
}

/// Tells the currency of expenses that name none.
///
/// - Parameters:
///   - store: A store.
///   - money: Receives the currency and its digits, with the amount 0; all zero when the store has
///     no default currency.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_store_default_currency")
public func iex_store_default_currency(
  _ store: iex_store?, _ money: UnsafeMutablePointer<iex_money>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, money, "money") {
    let currency = try resolveStore(store).store.defaultCurrency
    return currency.map { iex_money(Money(minor: 0, currency: $0)) } ?? iex_money()
  }
}

/// Registers a currency that ISO 4217 does not have, such as loyalty points.
///
/// It is kept in the store's file for good; registering the same again does nothing.
///
/// - Parameters:
///   - store: A store.
///   - currency: 3 to 12 of A to Z and 0 to 9, the first a letter.
///   - digits: How many digits stand behind the point, 0 to 8.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_CURRENCY when the code is no such text, and when the store or ISO 4217 has it
///   with other digits, because amounts are never rescaled; IEX_ERROR_ARGUMENT when `digits` is out
///   of its range; IEX_ERROR_BUSY, …
@_cdecl("iex_store_register_currency")
public func iex_store_register_currency(
  _ store: iex_store?, _ currency: UnsafePointer<CChar>?, _ digits: Int32,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in
      let code = try unsafe requiredText(currency, "currency")
      try store.registerCurrency(Currency(code: code, digits: Int(digits)))
    }
  }
}

/// Reads an amount from text as iex_amount_parse does, in the currencies of a store.
///
/// - Parameters:
///   - store: A store.
///   - text: The amount: "12.50", "-3" or "12.50 USD".
///   - currency: The currency of a bare amount; NULL or "": the store's default.
///   - money: Receives the amount.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_INVALID when it is not written so or has more digits than the currency;
///   IEX_ERROR_CURRENCY, IEX_ERROR_OVERFLOW.
@_cdecl("iex_store_parse_amount")
public func iex_store_parse_amount(
  _ store: iex_store?, _ text: UnsafePointer<CChar>?, _ currency: UnsafePointer<CChar>?,
  _ money: UnsafeMutablePointer<iex_money>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, money, "money") {
    let store = try resolveStore(store).store
    let text = try unsafe requiredText(text, "text")
    let code = try unsafe optionalText(currency, "currency")
    return iex_money(try parse(text, currency: code, in: store))
  }
}

/// Writes an amount as text, such as "12.50 EUR", in the currencies of a store.
///
/// - Parameters:
///   - store: A store.
///   - amount_minor: The amount in minor units.
///   - currency: A currency code; NULL or "": the store's default.
///   - text: Receives the text: IEX_AMOUNT_TEXT bytes; "" on failure.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_CURRENCY when the currency is not known.
@_cdecl("iex_store_amount_text")
public func iex_store_amount_text(
  _ store: iex_store?, _ amount_minor: Int64, _ currency: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<CChar>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, text: text, "text", capacity: IEX_AMOUNT_TEXT) {
    let store = try resolveStore(store).store
    let code = try unsafe optionalText(currency, "currency")
    return Money(minor: amount_minor, currency: try find(code, in: store)).description
  }
}

/// Tells the revision of the store: how many commits it has seen, of any process.
///
/// - Parameters:
///   - store: A store.
///   - revision: Receives the number of the last commit; 0 when there was none. The default currency
///     that a store is given is a commit too.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_store_revision")
public func iex_store_revision(
  _ store: iex_store?, _ revision: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, revision, "revision") { try resolveStore(store).store.revision }
}

/// Sets how long a call of this store waits while another thread or program is writing.
///
/// Inside a callback no call waits for a writer: there it is IEX_ERROR_BUSY at once.
///
/// - Parameters:
///   - store: A store.
///   - milliseconds: How long; 0: 5000, -1: not at all.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for another number below 0.
@_cdecl("iex_store_set_busy_timeout")
public func iex_store_set_busy_timeout(
  _ store: iex_store?, _ milliseconds: Int32, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let store = try resolveStore(store).store
    store.setBusyTimeout(try busyTimeoutMilliseconds(milliseconds, "milliseconds"))
  }
}

/// Copies the whole store, as of its last commit, into a new file.
///
/// What a transaction has not committed yet is no part of it. Others may read and write meanwhile. A
/// copy that fails is removed.
///
/// - Parameters:
///   - store: A store.
///   - path: The new file, in UTF-8.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when there is a file of that name already; IEX_ERROR_MISSING when
///   the folder does not exist; IEX_ERROR_PERMISSION, IEX_ERROR_FULL, IEX_ERROR_IO.
@_cdecl("iex_store_backup")
public func iex_store_backup(
  _ store: iex_store?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let store = try resolveStore(store).store
    try store.backup(to: unsafe requiredText(path, "path"))
  }
}

/// Checks the whole file as of its last commit: its totals against a recount, and what it keeps of the
/// expenses for a quick start against them.
///
/// The time grows with the store; nothing is changed.
///
/// - Parameters:
///   - store: A store.
///   - error: Receives the first problem; may be NULL.
/// - Returns: IEX_ERROR_DAMAGED when there is a problem.
@_cdecl("iex_store_check")
public func iex_store_check(
  _ store: iex_store?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) { try resolveStore(store).store.check() }
}
