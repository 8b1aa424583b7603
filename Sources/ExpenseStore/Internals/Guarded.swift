/// A value that one thread at a time may use.
///
/// Not `Synchronization.Mutex`: that one remembers the number of its thread, which is another after
/// a fork, so that a child's first contended lock would end the process.
package final class Guarded<Value>: @unchecked Sendable {
  private let monitor = Monitor()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try monitor.withLock { () throws(Failure) in try body(&value) }
  }
}

/// A value that a lock elsewhere guards: the comment where it is declared names that lock.
final class Unguarded<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
