public import CIExpense
internal import ExpenseForms
internal import ExpenseModel
internal import ExpenseStore
internal import ViewState

/// A value that can be read, set and subscribed to, wherever it stands.
///
/// It lives until iex_binding_close, and that of a draft or a store until those are closed.
public typealias iex_binding = OpaquePointer

/// What a host runs when the value of a binding has changed.
///
/// - Parameters:
///   - context: What was given with the callback.
///   - value: The new value, valid until the callback returns; NULL when there is none any more:
///     iex_binding_get tells why.
public typealias iex_value_callback =
  @convention(c) (_ context: UnsafeMutableRawPointer?, _ value: UnsafePointer<iex_value>?) -> Void

/// What a host runs to make a value of a mapped binding from one of the binding beneath, or back.
///
/// It may run on any thread, on several at once, and must use neither of the two bindings.
///
/// - Parameters:
///   - context: What was given with the function.
///   - value: The value to map.
///   - mapped: Receives what it is on the other side. It begins as the value that stands there;
///     on the way to the mapped binding, where none does, as the bool 0. A text in it is copied
///     when the function has returned.
///   - error: What to fill when there is none: field and message; it has room for 495 bytes. It is
///     never NULL.
/// - Returns: IEX_OK, or the status that the get or set is to return, such as IEX_ERROR_INVALID.
public typealias iex_map_callback =
  @convention(c) (
    _ context: UnsafeMutableRawPointer?, _ value: UnsafePointer<iex_value>?,
    _ mapped: UnsafeMutablePointer<iex_value>?, _ error: UnsafeMutablePointer<iex_error>?
  ) -> iex_status

/// Opens a state: a value of its own.
///
/// - Parameters:
///   - value: What it begins with; its kind is the state's for ever.
///   - binding: Receives the state's binding; NULL on failure. Close it with iex_binding_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for an unknown kind, and a bool that is neither 0 nor 1;
///   IEX_ERROR_INVALID for a date that is none; IEX_ERROR_CURRENCY for a currency that ISO 4217 does
///   not have; IEX_ERROR_ENCODING.
@_cdecl("iex_state_open")
public func iex_state_open(
  _ value: UnsafePointer<iex_value>?, _ binding: UnsafeMutablePointer<iex_binding?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, binding, "binding") {
    try openState(try unsafe stateValue(value, "value"))
  }
}

/// Opens a binding to a value that never changes.
///
/// For what needs a binding and has only a value, such as a preview. Setting it is
/// IEX_ERROR_READ_ONLY, and nobody is ever told.
///
/// - Parameters:
///   - value: The value.
///   - binding: Receives the binding; NULL on failure. Close it with iex_binding_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: As iex_state_open.
@_cdecl("iex_binding_constant")
public func iex_binding_constant(
  _ value: UnsafePointer<iex_value>?, _ binding: UnsafeMutablePointer<iex_binding?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, binding, "binding") {
    let value = try unsafe stateValue(value, "value")
    return try BindingObject(Binding.constant(value).source).open()
  }
}

/// Opens a state of its own that begins with the value that a binding has now.
///
/// A copy of a value: what becomes of one is nothing to the other. Nobody is subscribed to it.
///
/// - Parameters:
///   - binding: A binding.
///   - copy: Receives the new state's binding; NULL on failure. Close it with iex_binding_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: As iex_binding_get.
@_cdecl("iex_binding_copy")
public func iex_binding_copy(
  _ binding: iex_binding?, _ copy: UnsafeMutablePointer<iex_binding?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, copy, "copy") {
    try openState(resolve(binding, "binding", as: BindingObject.self).source.get())
  }
}

/// Reads the value of a binding.
///
/// - Parameters:
///   - binding: A binding.
///   - value: Its struct_size must be set, as IEX_VALUE() does; receives the rest. Its texts are valid
///     until the next iex_binding_get of this binding, or until it is closed.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when the expense was removed; IEX_ERROR_HANDLE when its store was
///   closed; what reading the store gives; what a mapping's function returned.
@_cdecl("iex_binding_get")
public func iex_binding_get(
  _ binding: iex_binding?, _ value: UnsafeMutablePointer<iex_value>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, versioned: value, "value") {
    try unsafe resolve(binding, "binding", as: BindingObject.self).value()
  }
}

/// Sets the value of a binding, and tells those who have subscribed, if it is another one.
///
/// In a stored expense it is an update, with one undo, like every other change of it.
///
/// - Parameters:
///   - binding: A binding.
///   - value: The new value, of the binding's kind. An amount without a currency keeps the one that
///     stands there.
///   - error: Receives what went wrong, with the field at fault; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for another kind; IEX_ERROR_READ_ONLY for a constant and for a
///   mapping without a way back; IEX_ERROR_UNSAVED when it would dismiss a sheet whose draft has
///   changes that are not saved; what iex_state_open, iex_store_update and a mapping's function
///   return. Then nothing is set.
@_cdecl("iex_binding_set")
public func iex_binding_set(
  _ binding: iex_binding?, _ value: UnsafePointer<iex_value>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try unsafe resolve(binding, "binding", as: BindingObject.self).set(value)
  }
}

/// Subscribes to a binding: the callback runs after each change of its value, whoever made it.
///
/// The field of a stored expense is told of as iex_store_subscribe tells: also of undo, and of what
/// other programs have stored. When the expense is removed, that is told once, with NULL for the
/// value; and when the removal is undone, its value again.
///
/// - Parameters:
///   - binding: A binding. Closing this handle ends the subscription.
///   - callback: What to run for each change.
///   - context: Passed to the callback; may be NULL.
///   - free_context: What to run when the context is no longer needed; may be NULL. It runs exactly
///     once, also when this call fails.
///   - subscription: Receives the number for iex_subscription_cancel; may be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `callback` is NULL.
@_cdecl("iex_binding_subscribe")
public func iex_binding_subscribe(
  _ binding: iex_binding?, _ callback: iex_value_callback?, _ context: UnsafeMutableRawPointer?,
  _ free_context: iex_free_callback?, _ subscription: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let context = unsafe HostContext(context, free_context)
  return unsafe call(error, optional: subscription) {
    try unsafe subscribe(callback, context, to: binding, subscription)
  }
}

/// Opens a binding that shows another one as something else, such as an amount as a text.
///
/// It has no value of its own. Its subscribers are told when what they would read has changed.
///
/// - Parameters:
///   - binding: The binding beneath; it may be closed before the mapped one.
///   - to: Makes the mapped value from the one beneath.
///   - from: Makes the value beneath from a mapped one that is set; NULL: it can't be set. When it
///     returns a failure, that is what the set returns, and nothing is set.
///   - context: Passed to both; may be NULL.
///   - free_context: What to run when the context is no longer needed; may be NULL. It runs exactly
///     once, also when this call fails.
///   - mapped: Receives the mapped binding; NULL on failure. Close it with iex_binding_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `to` is NULL, and for a binding that stands over 1,000 mappings
///   already.
@_cdecl("iex_binding_map")
public func iex_binding_map(
  _ binding: iex_binding?, _ to: iex_map_callback?, _ from: iex_map_callback?,
  _ context: UnsafeMutableRawPointer?, _ free_context: iex_free_callback?,
  _ mapped: UnsafeMutablePointer<iex_binding?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let context = unsafe HostContext(context, free_context)
  return unsafe call(error, mapped, "mapped") {
    let beneath = try resolve(binding, "binding", as: BindingObject.self)
    let mapping = Mapping(context, beneath.lender)
    return try unsafe mapping.binding(of: beneath, to: to, from: from).open()
  }
}

/// Opens a binding to a field of a draft: its text, as in iex_draft_text and iex_draft_set.
///
/// It is told of whoever sets the text, and of what the draft takes over from others.
///
/// - Parameters:
///   - draft: A draft. Closing it closes the binding.
///   - field: IEX_FIELD_NAME and so on.
///   - binding: Receives the binding, of kind IEX_VALUE_TEXT; NULL on failure. Close it with
///     iex_binding_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for a field without a text.
@_cdecl("iex_draft_binding")
public func iex_draft_binding(
  _ draft: iex_draft?, _ field: Int32, _ binding: UnsafeMutablePointer<iex_binding?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, binding, "binding") {
    let object = try resolve(draft, "draft", as: DraftObject.self)
    let source = try object.draft.binding(for: draftField(field)).source
    let lender = Lender(store: object.draft.store, token: Token(draft))
    return try BindingObject(source, lender: lender).open()
  }
}

/// Opens a binding to a field of a stored expense. Setting it is an update that can be undone.
///
/// - Parameters:
///   - store: A store. Closing it closes the binding.
///   - id: The expense.
///   - field: A field that has a text in a draft. The amount is an IEX_VALUE_AMOUNT, with its
///     currency, the date an IEX_VALUE_DATE, and all others are texts, written as in a draft.
///   - binding: Receives the binding; NULL on failure. Close it with iex_binding_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when the store has no such expense; IEX_ERROR_ARGUMENT for another
///   field.
@_cdecl("iex_store_binding")
public func iex_store_binding(
  _ store: iex_store?, _ id: Int64, _ field: Int32,
  _ binding: UnsafeMutablePointer<iex_binding?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, binding, "binding") {
    let lender = try resolveStore(store)
    let source = try lender.store.binding(expense: id, field: draftField(field)).source
    return try BindingObject(source, lender: lender).open()
  }
}

/// Closes a binding and ends the subscriptions that were made with it.
///
/// - Parameter binding: A binding. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_binding_close")
public func iex_binding_close(_ binding: iex_binding?) -> iex_status {
  closeHandle(binding, kind: .binding)
}

/// Opens a state that begins with a value.
private func openState(_ value: StateValue) throws(ExpenseError) -> Token {
  try BindingObject(State(value).binding.source).open()
}
