internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore
internal import ViewState

/// What stands behind an `iex_binding`.
@safe
final class BindingObject: HandleObject {
  static let kind = HandleKind.binding

  let source: any BindingSource
  /// The draft or store with which it closes, and that store; nil for one that needs none.
  let lender: Lender?
  private let last = unsafe Locked<Block<iex_value>?>(nil)

  init(_ source: any BindingSource, lender: Lender? = nil) {
    self.source = source
    self.lender = lender
  }

  /// Opens its handle.
  func open() throws(ExpenseError) -> Token {
    if let lender { return try lender.lend(self) }
    return try HandleTable.open { () throws(ExpenseError) in self }
  }

  /// The value for C, whose texts stay until the next one.
  func value() throws(ExpenseError) -> iex_value {
    let block = unsafe Block([try source.get()])
    unsafe last.withLock { unsafe $0 = unsafe block }
    return unsafe block.rows.pointee
  }

  /// Sets the value as C gives it.
  func set(_ pointer: UnsafePointer<iex_value>?) throws(ExpenseError) {
    do throws(ExpenseError) {
      try source.set(try unsafe stateValue(pointer, "value", currency: currency))
    } catch {
      // A draft's text is no part of a transaction.
      if let lender, lender.token.kind == .store { lender.store.noteFailure(error) }
      throw error
    }
  }

  /// Finds a currency: that of the value as it is, one of the store, or one of ISO 4217.
  func currency(_ code: String) throws(ExpenseError) -> Currency {
    try find(code, of: try? source.get(), lender)
  }
}

/// Finds a currency: that of a value which stands there, one of the store, or one of ISO 4217.
func find(
  _ code: String, of present: StateValue?, _ lender: Lender?
) throws(ExpenseError) -> Currency {
  if case .amount(let money)? = present, code.isEmpty || code == money.currency.code {
    return money.currency
  }
  if let store = lender?.store { return try find(code, in: store) }
  return try isoCurrency(code)
}

/// Subscribes a host's callback to a binding, with whose handle the subscription ends.
func subscribe(
  _ callback: iex_value_callback?, _ context: HostContext, to binding: OpaquePointer?,
  _ output: UnsafeMutablePointer<UInt64>?
) throws(ExpenseError) -> UInt64 {
  let source = try resolve(binding, "binding", as: BindingObject.self).source
  guard let callback = unsafe callback else { throw ExpenseError(.argument, "callback is NULL") }
  let function = unsafe HostFunction(callback)
  return try unsafe register(context, with: Token(binding), output) {
    (object) throws(ExpenseError) in
    try source.observe { change in
      let block = unsafe (try? change.new.get()).map { unsafe Block([$0]) }
      unsafe object.run { context in unsafe function.pointer(context, block?.rows) }
      unsafe withExtendedLifetime(block) {}
    }
  }
}
