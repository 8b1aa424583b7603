internal import ExpenseModel

/// Lets one thread at a time use the writing connection, for a call or for a whole transaction.
final class WriterGate: Sendable {
  private let monitor = Monitor()
  private let state = State()

  /// Guarded by `monitor`.
  private final class State: @unchecked Sendable {
    /// The thread that may write; nil when nobody does.
    var owner: UInt?
    /// A call of the owner is running.
    var isRunning = false
    /// The owner has begun a transaction and not ended it.
    var isInTransaction = false
    var isClosed = false
  }

  /// Whether the calling thread has begun a transaction.
  var isInOwnTransaction: Bool {
    let me = Platform.threadID
    return monitor.withLock { state.owner == me && state.isInTransaction }
  }

  /// Waits until the calling thread may write; busy when the deadline passes before.
  func enter(_ deadline: Deadline, path: String) throws(ExpenseError) {
    let me = Platform.threadID
    try monitor.withLock { () throws(ExpenseError) in
      while true {
        if state.isClosed { throw Store.closedError }
        if state.owner == nil { break }
        if state.owner == me {
          if !state.isRunning { break }
          throw ExpenseError(.busy, "\(path): write: this thread is inside a call that writes")
        }
        if !monitor.wait(until: deadline), state.owner != nil {
          throw ExpenseError(
            .busy, "\(path): write: another thread is writing to the store; try again later")
        }
      }
      state.owner = me
      state.isRunning = true
    }
  }

  /// Ends a call; the thread keeps the right to write while its transaction is open.
  func leave(inTransaction: Bool) {
    monitor.withLock {
      state.isRunning = false
      state.isInTransaction = inTransaction
      if !inTransaction { state.owner = nil }
      monitor.wakeAll()
    }
  }

  /// Waits for a running call, then shuts everyone out for good; false when that was done before.
  func close() -> Bool {
    monitor.withLock {
      while state.isRunning { monitor.wait() }
      defer { state.isClosed = true }
      state.owner = nil
      state.isInTransaction = false
      monitor.wakeAll()
      return !state.isClosed
    }
  }

  var isClosed: Bool { monitor.withLock { state.isClosed } }
}
