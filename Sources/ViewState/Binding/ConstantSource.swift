internal import ExpenseModel

/// A value that never changes.
final class ConstantSource: BindingSource {
  private let value: StateValue

  init(_ value: StateValue) { self.value = value }

  func get() -> StateValue { value }

  func set(_ value: StateValue) throws(ExpenseError) {
    throw ExpenseError(.readOnly, "the binding is to a constant: it can't be set")
  }

  func observe(_ callback: @escaping @Sendable (ValueChange) -> Void) -> any Cancellable {
    Nobody()
  }

  /// A subscription to what never happens.
  private final class Nobody: Cancellable {
    func cancel() {}
  }
}
