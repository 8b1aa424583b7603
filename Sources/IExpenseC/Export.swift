public import CIExpense
internal import ExpenseFiles
internal import ExpenseModel
internal import ExpenseStore

/// Bytes that the library made, such as an exported file.
///
/// They live until iex_bytes_close or until their store is closed.
public typealias iex_bytes = OpaquePointer

/// Writes expenses as a file.
///
/// - Parameters:
///   - store: A store.
///   - format: IEX_FORMAT_JSON or IEX_FORMAT_CSV, which keep everything, or another
///     IEX_FORMAT_….
///   - query: Which expenses, and in which order; NULL: all, in order of adding.
///   - options: How it is to be written; NULL: the defaults.
///   - bytes: Receives the file's content; NULL on failure. Close it with iex_bytes_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for an unknown format, or a flag that it does not have;
///   IEX_ERROR_CURRENCY when the format holds one currency and the expenses are of more;
///   IEX_ERROR_INVALID for an expense that it cannot hold; IEX_ERROR_CANCELLED when `options` has a
///   progress callback that asked to stop.
@_cdecl("iex_store_export")
public func iex_store_export(
  _ store: iex_store?, _ format: Int32, _ query: UnsafePointer<iex_query>?,
  _ options: UnsafePointer<iex_export_options>?, _ bytes: UnsafeMutablePointer<iex_bytes?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, bytes, "bytes") {
    let lender = try resolveStore(store)
    let query = try unsafe ExpenseQuery(query)
    let options = try unsafe iex_export_options.read(optional: options, "options")
    return try unsafe lender.lend(export(lender.store, format: format, query, options))
  }
}

/// Gives the bytes that a handle holds.
///
/// - Parameters:
///   - bytes: Bytes.
///   - size: Receives how many; may be NULL.
/// - Returns: The first byte, also when `size` is 0, valid until the bytes or their store are
///   closed; NULL and a `size` of 0 when `bytes` is no open handle of them.
@_cdecl("iex_bytes_data")
public func iex_bytes_data(
  _ bytes: iex_bytes?, _ size: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  unsafe UnsafeRawPointer(give(peek(bytes, as: BytesObject.self)?.bytes, count: size))
}

/// Closes bytes and frees them.
///
/// - Parameter bytes: Bytes. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_bytes_close")
public func iex_bytes_close(_ bytes: iex_bytes?) -> iex_status {
  closeHandle(bytes, kind: .bytes)
}
