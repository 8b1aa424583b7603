/// A value that one thread at a time may use.
///
/// Not `Synchronization.Mutex`: that one remembers the number of its thread, which is another after
/// a fork, so that a child's first contended lock would end the process.
package final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline package let monitor = Monitor()
  @usableFromInline package var value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    monitor.lock()
    defer { monitor.unlock() }
    return try body(&value)
  }
}

/// A value that a lock elsewhere guards: the comment where it is declared names that lock.
package final class Unguarded<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
