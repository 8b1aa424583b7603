/// A value of one's own: what a screen remembers, such as whether a hint is shown.
///
/// It can't be copied by assignment, since bindings lead to it: ``copy()`` makes another state, and
/// what becomes of one is nothing to the other. Whoever shall set this one gets a ``binding``.
public struct State<Value: StateConvertible>: ~Copyable, Sendable {
  private let cell: Cell
  private let initial: Value

  /// Creates a state.
  public init(_ value: Value) {
    cell = Cell(value.stateValue)
    initial = value
  }

  /// The value as it is now. A set that a sheet refuses leaves it as it is: ``Binding/set(_:)`` says
  /// why.
  public var value: Value {
    // A state keeps its kind, so that there always is a value of the type.
    get { Value(cell.value) ?? initial }
    nonmutating set { try? cell.set(newValue.stateValue) }
  }

  /// A binding to the state, which may outlive it.
  public var binding: Binding<Value> { Binding(source: cell) }

  /// A state of its own that begins with the value as it is now, and that nobody has subscribed to.
  public func copy() -> State { State(value) }
}
