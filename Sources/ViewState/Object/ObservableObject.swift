public import ExpenseModel
internal import Threads

/// An object with published fields, which all who hold it share: each sees each change.
///
/// A subclass has them as properties:
///
///     final class Counter: ObservableObject, @unchecked Sendable {
///       @Published("count") var count: Int64 = 0
///     }
///
/// or they are given to an object at run time, by ``publish(_:_:)``. All may be used on any thread.
open class ObservableObject: @unchecked Sendable {
  /// The name of its type, by which an ``Environment`` finds it.
  public final let typeName: String
  let announcer = Announcer()
  /// By the bytes of their names: texts are equal when those are.
  private let fields = Guarded<[[UInt8]: Cell]>([:])

  /// Creates an object of a type that has only a name.
  public init(typeName: String) {
    self.typeName = typeName
  }

  /// Creates an object of a subclass, whose name is that of its type.
  public init() {
    typeName = String(describing: Self.self)
  }

  /// Gives the object a field.
  ///
  /// - Throws: `argument` when it has one of this name.
  @discardableResult
  public final func publish<Value: StateConvertible>(
    _ name: String, _ value: Value
  ) throws(ExpenseError) -> Binding<Value> {
    let cell = Cell(value.stateValue, name: name, of: announcer)
    let isNew = fields.withLock { fields in
      let key = Array(name.utf8)
      if fields[key] != nil { return false }
      fields[key] = cell
      return true
    }
    guard isNew else {
      throw ExpenseError(.argument, "\(typeName) has a field \(quoted(name)) already")
    }
    return Binding(source: cell)
  }

  /// A binding to the field with a name.
  ///
  /// - Throws: `notFound` when the object has no such field.
  public final func binding(_ name: String) throws(ExpenseError) -> Binding<StateValue> {
    guard let cell = fields.withLock({ $0[Array(name.utf8)] }) else {
      throw ExpenseError(.notFound, "\(typeName) has no field \(quoted(name))")
    }
    return Binding(source: cell)
  }

  /// Calls a closure with the name of the field after each change of one, in order.
  public final func subscribe(
    _ callback: @escaping @Sendable (String) -> Void
  ) -> any Cancellable {
    announcer.observe(nil) { callback($0.name) }
  }

  /// The cell of a published property, made when it is first used.
  final func cell(_ name: String, _ initial: StateValue) -> Cell {
    fields.withLock { fields in
      let key = Array(name.utf8)
      if let cell = fields[key] { return cell }
      let cell = Cell(initial, name: name, of: announcer)
      fields[key] = cell
      return cell
    }
  }
}
