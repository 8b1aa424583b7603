public import ExpenseModel

/// Where a binding leads to: a value that can be read, set and observed, wherever it stands.
///
/// Any method may be called on any thread.
public protocol BindingSource: AnyObject, Sendable {
  /// The value.
  func get() throws(ExpenseError) -> StateValue

  /// Sets the value, and tells the observers when it is another one.
  func set(_ value: StateValue) throws(ExpenseError)

  /// Calls a closure after each change of the value.
  func observe(
    _ callback: @escaping @Sendable (ValueChange) -> Void
  ) throws(ExpenseError) -> any Cancellable

  /// Asks a closure before the value is set to another one: when it throws, nothing is set.
  ///
  /// - Returns: What ends the asking; nil where nobody is ever asked.
  func ask(
    _ check: @escaping @Sendable (StateValue) throws(ExpenseError) -> Void
  ) -> (any Cancellable)?
}

extension BindingSource {
  public func ask(
    _ check: @escaping @Sendable (StateValue) throws(ExpenseError) -> Void
  ) -> (any Cancellable)? { nil }
}
