public import CIExpense
internal import ExpenseModel
internal import ViewState

/// An object with published fields, which all who hold it share.
///
/// A handle lives until iex_object_close, the object as long as a handle, an environment or a
/// binding leads to it.
public typealias iex_object = OpaquePointer

/// Where screens find the objects that they share.
///
/// It lives until iex_environment_close; what it hands down stays for its children.
public typealias iex_environment = OpaquePointer

/// What a host runs when a field of an object has changed.
///
/// - Parameters:
///   - context: What was given with the callback.
///   - field: The name of the field, valid until the callback returns.
public typealias iex_object_callback =
  @convention(c) (_ context: UnsafeMutableRawPointer?, _ field: UnsafePointer<CChar>?) -> Void

/// Opens an object without fields.
///
/// - Parameters:
///   - type: The name of its type, by which an environment finds it.
///   - object: Receives the object; NULL on failure. Close it with iex_object_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for an empty name; IEX_ERROR_ENCODING.
@_cdecl("iex_object_open")
public func iex_object_open(
  _ type: UnsafePointer<CChar>?, _ object: UnsafeMutablePointer<iex_object?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, object, "object") {
    let type = try unsafe requiredText(type, "type")
    guard !type.isEmpty else { throw ExpenseError(.argument, "type is empty") }
    return try SharedObject.open(ObservableObject(typeName: type))
  }
}

/// Gives an object a field.
///
/// - Parameters:
///   - object: An object.
///   - name: The field's name.
///   - value: What it begins with; its kind is the field's for ever.
///   - binding: Receives a binding to the field, as iex_object_binding gives it; may be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when the object has a field of this name; as iex_state_open.
@_cdecl("iex_object_publish")
public func iex_object_publish(
  _ object: iex_object?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<iex_value>?,
  _ binding: UnsafeMutablePointer<iex_binding?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe binding?.pointee = nil
  return unsafe call(error) {
    let object = try resolve(object, "object", as: SharedObject.self).object
    let name = try unsafe requiredText(name, "name")
    let source = try unsafe object.publish(name, stateValue(value, "value")).source
    if let binding = unsafe binding {
      unsafe binding.pointee = try BindingObject(source).open().handle
    }
  }
}

/// Opens a binding to a field of an object.
///
/// - Parameters:
///   - object: An object; it may be closed before the binding.
///   - name: The field's name.
///   - binding: Receives the binding; NULL on failure. Close it with iex_binding_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when the object has no such field.
@_cdecl("iex_object_binding")
public func iex_object_binding(
  _ object: iex_object?, _ name: UnsafePointer<CChar>?,
  _ binding: UnsafeMutablePointer<iex_binding?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, binding, "binding") {
    let object = try resolve(object, "object", as: SharedObject.self).object
    let source = try unsafe object.binding(requiredText(name, "name")).source
    return try BindingObject(source).open()
  }
}

/// Subscribes to all fields of an object: the callback runs after each change of one.
///
/// - Parameters:
///   - object: An object. Closing this handle ends the subscription.
///   - callback: What to run for each change.
///   - context: Passed to the callback; may be NULL.
///   - free_context: What to run when the context is no longer needed; may be NULL. It runs exactly
///     once, also when this call fails.
///   - subscription: Receives the number for iex_subscription_cancel; may be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `callback` is NULL.
@_cdecl("iex_object_subscribe")
public func iex_object_subscribe(
  _ object: iex_object?, _ callback: iex_object_callback?, _ context: UnsafeMutableRawPointer?,
  _ free_context: iex_free_callback?, _ subscription: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  let context = unsafe HostContext(context, free_context)
  return unsafe call(error, optional: subscription) {
    let shared = try resolve(object, "object", as: SharedObject.self).object
    guard let callback = unsafe callback else { throw ExpenseError(.argument, "callback is NULL") }
    let function = unsafe HostFunction(callback)
    return try unsafe register(context, with: Token(object), subscription) { subscription in
      shared.subscribe { field in
        unsafe subscription.run { context in
          unsafe field.withCString { unsafe function.pointer(context, $0) }
        }
      }
    }
  }
}

/// Closes a handle of an object and ends the subscriptions that were made with it.
///
/// - Parameter object: An object. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_object_close")
public func iex_object_close(_ object: iex_object?) -> iex_status {
  closeHandle(object, kind: .object)
}

/// Opens an environment that inherits from none.
///
/// - Parameters:
///   - name: What messages call it, such as "home"; NULL and "": nothing.
///   - environment: Receives the environment; NULL on failure. Close it with
///     iex_environment_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ENCODING.
@_cdecl("iex_environment_open")
public func iex_environment_open(
  _ name: UnsafePointer<CChar>?, _ environment: UnsafeMutablePointer<iex_environment?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, environment, "environment") {
    try EnvironmentObject.open(Environment(unsafe optionalText(name, "name")))
  }
}

/// Opens the environment of a screen that is pushed: it inherits.
///
/// It finds what the one above has, also what is put there later.
///
/// - Parameters:
///   - environment: The one above; it may be closed before the child.
///   - name: What messages call it; NULL and "": nothing.
///   - child: Receives the environment; NULL on failure. Close it with iex_environment_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ENCODING.
@_cdecl("iex_environment_child")
public func iex_environment_child(
  _ environment: iex_environment?, _ name: UnsafePointer<CChar>?,
  _ child: UnsafeMutablePointer<iex_environment?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, child, "child") {
    let above = try resolve(environment, "environment", as: EnvironmentObject.self).environment
    return try EnvironmentObject.open(above.child(unsafe optionalText(name, "name")))
  }
}

/// Opens the environment of a modal screen: it inherits nothing.
///
/// What it shall find is handed on: found above, and put into it.
///
/// - Parameters:
///   - environment: The one of the screen below it, for messages; it may be closed before.
///   - name: What messages call it; NULL and "": nothing.
///   - modal: Receives the environment; NULL on failure. Close it with iex_environment_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ENCODING.
@_cdecl("iex_environment_modal")
public func iex_environment_modal(
  _ environment: iex_environment?, _ name: UnsafePointer<CChar>?,
  _ modal: UnsafeMutablePointer<iex_environment?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, modal, "modal") {
    let above = try resolve(environment, "environment", as: EnvironmentObject.self).environment
    return try EnvironmentObject.open(above.modal(unsafe optionalText(name, "name")))
  }
}

/// Puts an object into an environment, in place of another one of its type.
///
/// - Parameters:
///   - environment: An environment.
///   - object: An object; its handle may be closed then.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_environment_put")
public func iex_environment_put(
  _ environment: iex_environment?, _ object: iex_object?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let environment = try resolve(environment, "environment", as: EnvironmentObject.self)
    environment.environment.put(try resolve(object, "object", as: SharedObject.self).object)
  }
}

/// Finds the object of a type, in an environment or in those that it inherits from.
///
/// - Parameters:
///   - environment: An environment.
///   - type: The type's name.
///   - object: Receives a new handle of the object; NULL on failure. Close it with iex_object_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when there is none: the message names the type and the
///   environments that were searched.
@_cdecl("iex_environment_find")
public func iex_environment_find(
  _ environment: iex_environment?, _ type: UnsafePointer<CChar>?,
  _ object: UnsafeMutablePointer<iex_object?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, object, "object") {
    let environment = try resolve(environment, "environment", as: EnvironmentObject.self)
    let type = try unsafe requiredText(type, "type")
    return try SharedObject.open(environment.environment.find(typeName: type))
  }
}

/// Closes an environment; its children stay, and find what it has.
///
/// - Parameter environment: An environment. A closed one, NULL or any other value is
///   IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_environment_close")
public func iex_environment_close(_ environment: iex_environment?) -> iex_status {
  closeHandle(environment, kind: .environment)
}
