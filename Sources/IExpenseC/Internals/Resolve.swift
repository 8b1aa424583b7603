internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// What a handle of this type stands for; throws `.handle` when it is not open.
@safe @inline(__always)
func resolve<Object: HandleObject>(
  _ handle: OpaquePointer?, _ name: StaticString, as type: Object.Type = Object.self
) throws(ExpenseError) -> Object {
  guard let object = peek(handle, as: Object.self) else {
    throw handleError(Token(handle), expected: Object.kind, name)
  }
  return object
}

/// The same for the functions that have no status: nil when it is not open.
@safe @inline(__always)
func peek<Object: HandleObject>(
  _ handle: OpaquePointer?, as type: Object.Type = Object.self
) -> Object? {
  guard !ForkGuard.isForked else { return nil }
  return HandleTable.object(of: Token(handle), kind: Object.kind) as? Object
}

/// The store of a handle.
@safe @inline(__always)
func resolveStore(_ handle: iex_store?) throws(ExpenseError) -> Lender {
  let object = try resolve(handle, "store", as: StoreObject.self)
  return Lender(store: object.store, token: Token(handle))
}

/// Closes a handle of this kind, for the functions that have no `iex_error`.
@safe
func closeHandle(_ handle: OpaquePointer?, kind: HandleKind) -> iex_status {
  closeHandle(Token(handle), kind: kind)
}

/// The same for a handle that is a number.
func closeHandle(_ token: Token, kind: HandleKind) -> iex_status {
  if ForkGuard.isForked { HandleTable.removeInChild(token, kind: kind) }
  return call(nil) {
    guard let closed = HandleTable.remove(token, kind: kind) else {
      throw handleError(token, expected: kind, kind.name)
    }
    closed.end()
  }
}

/// Says what is wrong with a handle that is not open.
private func handleError(
  _ token: Token, expected: HandleKind, _ name: StaticString
) -> ExpenseError {
  if token.rawValue == 0 {
    return ExpenseError(.handle, "\(name) is NULL, not an open \(expected.name)")
  }
  if let kind = token.kind, kind != expected,
    HandleTable.object(of: token, kind: kind) != nil
  {
    return ExpenseError(.handle, "\(name) is a handle of \(kind.name), not of \(expected.name)")
  }
  return ExpenseError(.handle, "\(name) is closed, or was never an \(expected.name)")
}
