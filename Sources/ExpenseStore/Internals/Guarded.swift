/// A value that one thread at a time may use.
final class Guarded<Value>: @unchecked Sendable {
  private let monitor = Monitor()
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result, Failure: Error>(
    _ body: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try monitor.withLock { () throws(Failure) in try body(value) }
  }
}

/// A value that a lock elsewhere guards: the comment where it is declared names that lock.
final class Unguarded<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
