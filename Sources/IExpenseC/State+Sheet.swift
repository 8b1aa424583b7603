public import CIExpense
internal import ExpenseForms
internal import ExpenseModel
internal import ViewState

/// A screen over another one, shown while its binding is true.
///
/// It lives until iex_sheet_close, and one with a draft until that is closed.
public typealias iex_sheet = OpaquePointer

/// What a host runs when a sheet was dismissed.
///
/// - Parameter context: What was given with the callback.
public typealias iex_dismiss_callback =
  @convention(c) (_ context: UnsafeMutableRawPointer?) -> Void

/// Opens a sheet: it is presented while its binding is true, whoever set it.
///
/// A draft keeps it from being dismissed while that has changes that are not saved: then
/// iex_sheet_dismiss is IEX_ERROR_UNSAVED, and so is setting the binding, or any other one of the
/// same state or field, to false.
///
/// - Parameters:
///   - presented: A binding of kind IEX_VALUE_BOOL; it may be closed before the sheet.
///   - draft: What is edited in it; NULL: nothing. Closing the draft closes the sheet.
///   - on_dismiss: What to run after each dismissal, once; may be NULL.
///   - context: Passed to it; may be NULL.
///   - free_context: What to run when the context is no longer needed; may be NULL. It runs exactly
///     once, also when this call fails.
///   - sheet: Receives the sheet; NULL on failure. Close it with iex_sheet_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for a binding of another kind.
@_cdecl("iex_sheet_open")
public func iex_sheet_open(
  _ presented: iex_binding?, _ draft: iex_draft?, _ on_dismiss: iex_dismiss_callback?,
  _ context: UnsafeMutableRawPointer?, _ free_context: iex_free_callback?,
  _ sheet: UnsafeMutablePointer<iex_sheet?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let context = unsafe HostContext(context, free_context)
  return unsafe call(error, sheet, "sheet") {
    let presented = try resolve(presented, "presented", as: BindingObject.self)
    guard unsafe draft != nil else {
      return try HandleTable.open { () throws(ExpenseError) in
        try unsafe SheetObject(presented, nil, on_dismiss, context)
      }
    }
    let object = try resolve(draft, "draft", as: DraftObject.self)
    return try Token(draft).lend(
      unsafe SheetObject(presented, object.draft, on_dismiss, context))
  }
}

/// Presents a sheet with a value: sets its binding to true.
///
/// - Parameters:
///   - sheet: A sheet. One that is presented gets the value in place of the one it has.
///   - value: What it is about, for iex_sheet_describe; NULL: nothing.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: What iex_state_open and iex_binding_set return; then it is not presented.
@_cdecl("iex_sheet_present")
public func iex_sheet_present(
  _ sheet: iex_sheet?, _ value: UnsafePointer<iex_value>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let object = try resolve(sheet, "sheet", as: SheetObject.self)
    let value = try unsafe value.map { (value) throws(ExpenseError) in
      try unsafe stateValue(value, "value", currency: object.currency)
    }
    try object.sheet.present(value)
  }
}

/// Tells how a sheet stands: whether it is presented, with what, and what keeps it.
///
/// - Parameters:
///   - sheet: A sheet.
///   - state: Its struct_size must be set; receives the rest. The value is valid until the next
///     iex_sheet_describe of this sheet, or until it is closed.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: What reading the binding and the draft gives.
@_cdecl("iex_sheet_describe")
public func iex_sheet_describe(
  _ sheet: iex_sheet?, _ state: UnsafeMutablePointer<iex_sheet_state>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, versioned: state, "state") {
    try unsafe resolve(sheet, "sheet", as: SheetObject.self).state()
  }
}

/// Dismisses a sheet: sets its binding to false. One that is not presented stays so.
///
/// - Parameters:
///   - sheet: A sheet.
///   - flags: 0, or IEX_DISMISS_DISCARD to forget what its draft has that is not saved.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_UNSAVED when its draft has changes that are not saved, and it stays
///   presented; what reading the draft and iex_binding_set return.
@_cdecl("iex_sheet_dismiss")
public func iex_sheet_dismiss(
  _ sheet: iex_sheet?, _ flags: UInt32, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let sheet = try resolve(sheet, "sheet", as: SheetObject.self).sheet
    try requireFlags(flags, among: IEX_DISMISS_DISCARD, "flags")
    try sheet.dismiss(discarding: flags & UInt32(IEX_DISMISS_DISCARD) != 0)
  }
}

/// Closes a sheet. Its binding stays as it is, and nothing is told.
///
/// - Parameter sheet: A sheet. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_sheet_close")
public func iex_sheet_close(_ sheet: iex_sheet?) -> iex_status {
  closeHandle(sheet, kind: .sheet)
}
