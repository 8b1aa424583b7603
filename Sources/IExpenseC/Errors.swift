public import CIExpense
internal import ExpenseModel

/// Gives the version of the library, such as "0.1.0".
///
/// - Returns: A text that lives for ever.
@_cdecl("iex_version")
public func iex_version() -> UnsafePointer<CChar>? {
  unsafe staticText(abiVersion)
}

/// Gives the name of a status, such as "IEX_ERROR_BUSY".
///
/// - Parameter status: What a call answered.
/// - Returns: A text that lives for ever; "unknown status" for a number that is none.
@_cdecl("iex_status_name")
public func iex_status_name(_ status: iex_status) -> UnsafePointer<CChar>? {
  unsafe staticText(statusName(status))
}

/// Counts the handles that are open in this process, of every kind, subscriptions too.
///
/// For tests: it is 0 when everything was closed, because closing a store closes what it lent.
///
/// - Returns: The number; 0 in a child whose parent had one open.
@_cdecl("iex_handle_count")
public func iex_handle_count() -> Int64 {
  ForkGuard.isForked ? 0 : Int64(HandleTable.count)
}

/// Tells where a field of a struct stands in the library, so that a binding can prove its copy.
///
/// - Parameters:
///   - type: The name of a struct, such as "iex_expense".
///   - field: The name of one of its fields; NULL: the whole struct, at offset 0.
///   - offset: Receives the offset in bytes; may be NULL.
///   - size: Receives the size in bytes; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when there is no such struct or field.
@_cdecl("iex_abi_layout")
public func iex_abi_layout(
  _ type: UnsafePointer<CChar>?, _ field: UnsafePointer<CChar>?,
  _ offset: UnsafeMutablePointer<Int>?, _ size: UnsafeMutablePointer<Int>?
) -> iex_status {
  unsafe call(nil, optional: offset, size) { try unsafe layout(ofType: type, field: field) }
}
