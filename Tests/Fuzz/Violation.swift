/// A promise of the reader that an input has shown to be broken.
public struct Violation: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws when a promise does not hold.
func expect(_ holds: Bool, _ promise: @autoclosure () -> String) throws(Violation) {
  guard holds else { throw Violation(promise()) }
}
