/// An object that is made when it is first asked for, and then kept.
final class Lazily<Object: AnyObject & Sendable>: Sendable {
  private let object = Locked<Object?>(nil)

  /// The object; two threads that ask first may both make one, and one of them is kept.
  func get(_ make: () -> Object) -> Object {
    if let object = object.withLock({ $0 }) { return object }
    let made = make()
    return object.withLock { object in
      if let object { return object }
      object = made
      return made
    }
  }
}
