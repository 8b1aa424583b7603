/// A property of an ``ObservableObject`` of which those who subscribe are told.
///
/// `object.$field` is a binding to it. The name is what subscribers are told, and what
/// ``ObservableObject/binding(_:)`` takes; two properties with one name are one field.
@propertyWrapper
public struct Published<Value: StateConvertible>: Sendable {
  private let name: String
  private let initial: Value

  /// Declares a field with the value that it begins with.
  public init(wrappedValue: Value, _ name: String) {
    self.name = name
    initial = wrappedValue
  }

  @available(*, unavailable, message: "a published field is a property of an ObservableObject")
  public var wrappedValue: Value {
    get { initial }
    set {}
  }

  @available(*, unavailable, message: "a published field is a property of an ObservableObject")
  public var projectedValue: Binding<Value> { .constant(initial) }

  private func cell(_ object: ObservableObject) -> Cell { object.cell(name, initial.stateValue) }

  public static subscript<Object: ObservableObject>(
    _enclosingInstance object: Object,
    wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Published>
  ) -> Value {
    get {
      let field = object[keyPath: storage]
      return Value(field.cell(object).value) ?? field.initial
    }
    set { try? object[keyPath: storage].cell(object).set(newValue.stateValue) }
  }

  public static subscript<Object: ObservableObject>(
    _enclosingInstance object: Object,
    projected projected: KeyPath<Object, Binding<Value>>,
    storage storage: ReferenceWritableKeyPath<Object, Published>
  ) -> Binding<Value> {
    Binding(source: object[keyPath: storage].cell(object))
  }
}
