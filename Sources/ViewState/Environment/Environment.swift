public import ExpenseModel
internal import Threads

/// Where screens find the objects that they share.
///
/// A screen that is pushed has a ``child(_:)``, which finds what those above it have; a modal one has
/// a ``modal(_:)``, which does not: what it shall find is put into it.
public final class Environment: Sendable {
  /// What messages call it.
  public let name: String
  private let above: Environment?
  private let inherits: Bool
  /// By the bytes of the names of their types.
  private let objects = Guarded<[[UInt8]: ObservableObject]>([:])

  /// Creates an environment that inherits from none.
  public convenience init(_ name: String = "") {
    self.init(name, above: nil, inherits: false)
  }

  private init(_ name: String, above: Environment?, inherits: Bool) {
    self.name = name
    self.above = above
    self.inherits = inherits
  }

  /// The environment of a screen that is pushed: it finds what this one finds, also later.
  public func child(_ name: String = "") -> Environment {
    Environment(name, above: self, inherits: true)
  }

  /// The environment of a modal screen over this one: it inherits nothing.
  public func modal(_ name: String = "") -> Environment {
    Environment(name, above: self, inherits: false)
  }

  /// Puts an object in, in place of another one of its type.
  public func put(_ object: ObservableObject) {
    // Held to the end of the call: the other one is let go outside the lock.
    let replaced = objects.withLock { $0.updateValue(object, forKey: Array(object.typeName.utf8)) }
    _ = replaced
  }

  /// Finds the object of a type by its name, here or in those that this one inherits from.
  ///
  /// - Throws: `notFound` when there is none: the message names the type and where was looked.
  public func find(typeName: String) throws(ExpenseError) -> ObservableObject {
    let key = Array(typeName.utf8)
    var next: Environment? = self
    while let environment = next {
      if let object = environment.objects.withLock({ $0[key] }) { return object }
      next = environment.inherits ? environment.above : nil
    }
    throw ExpenseError(
      .notFound, "no object of type \(typeName) in the environment: looked in \(searched)")
  }

  /// Finds the object of a type, here or in those that this one inherits from.
  ///
  /// - Throws: `notFound` when there is none: the message names the type and where was looked.
  public func find<Object: ObservableObject>(
    _ type: Object.Type = Object.self
  ) throws(ExpenseError) -> Object {
    let name = String(describing: type)
    let object = try find(typeName: name)
    guard let found = object as? Object else {
      throw ExpenseError(
        .notFound, "the object of type \(name) in the environment is of another type of that name")
    }
    return found
  }

  /// How many environments a message names.
  private static let most = 16

  /// The names of those that are searched, the highest first, and where the search ends.
  private var searched: String { names(Environment.most) }

  /// - Parameter most: How many to name at the most; "…" stands for those above.
  private func names(_ most: Int) -> String {
    var names: [String] = []
    var last = self
    while true {
      names.append(last.name.isEmpty ? "(no name)" : last.name)
      guard last.inherits, let above = last.above, names.count < most else { break }
      last = above
    }
    guard let above = last.above else { return names.reversed().joined(separator: " > ") }
    if last.inherits { names.append("…") }
    let chain = names.reversed().joined(separator: " > ")
    if last.inherits { return chain }
    let below = names.count < most ? above.names(most - names.count) : "…"
    return "\(chain); \(names.last ?? "") is modal and inherits nothing from \(below)"
  }
}
