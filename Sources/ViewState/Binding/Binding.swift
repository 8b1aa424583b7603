public import ExpenseModel

/// A way to a value that stands elsewhere: in a state, a published field, a draft, a store.
///
/// It reads and sets that value, and tells of its changes. Where reading or setting can fail it
/// throws; so there is no property for the value.
public struct Binding<Value: StateConvertible>: Sendable {
  /// Where it leads to.
  public let source: any BindingSource

  /// Creates a binding to a source of values of this type.
  public init(source: any BindingSource) {
    self.source = source
  }

  /// A binding to a value that never changes; setting it throws `readOnly`.
  public static func constant(_ value: Value) -> Binding {
    Binding(source: ConstantSource(value.stateValue))
  }

  /// The value as it is now.
  ///
  /// - Throws: `notFound` when the expense that it is a field of was removed; `handle` when its store
  ///   was closed; what reading the store, and a mapping, throw.
  public func get() throws(ExpenseError) -> Value { try Binding.typed(try source.get()) }

  /// Sets the value and, when it is another one, tells those who have subscribed.
  ///
  /// - Throws: `readOnly` for a constant and a mapping without a way back; `unsaved` when it would
  ///   dismiss a sheet whose draft has unsaved changes; what a store's update, and a mapping, throw.
  ///   Then nothing is set.
  public func set(_ value: Value) throws(ExpenseError) { try source.set(value.stateValue) }

  /// Calls a closure after each change of the value, whoever has made it, in order.
  ///
  /// It is called on the thread that set the value, before that call returns, unless another thread
  /// is telling just then. What it sets is told after it has returned, never inside it.
  ///
  /// - Parameter callback: Gets the new value, or why there is none any more.
  public func subscribe(
    _ callback: @escaping @Sendable (Result<Value, ExpenseError>) -> Void
  ) throws(ExpenseError) -> any Cancellable {
    try source.observe { change in
      callback(
        change.new.flatMap { (value) -> Result<Value, ExpenseError> in
          Result { () throws(ExpenseError) in try Binding.typed(value) }
        })
    }
  }

  /// A binding to the same value, whatever its type.
  public var untyped: Binding<StateValue> { Binding<StateValue>(source: source) }

  static func typed(_ value: StateValue) throws(ExpenseError) -> Value {
    guard let value = Value(value) else {
      throw ExpenseError(
        .argument, "the binding's value is of kind \(value.kind), not \(Value.self)")
    }
    return value
  }
}
