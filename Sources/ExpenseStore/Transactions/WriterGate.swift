internal import ExpenseModel
internal import Threads

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
    /// The tickets of those who wait, in their order.
    var waiting: [UInt64] = []
    var nextTicket: UInt64 = 0
  }

  /// Whether the calling thread has begun a transaction.
  var isInOwnTransaction: Bool {
    let me = CallbackScope.threadID
    return monitor.withLock { state.owner == me && state.isInTransaction }
  }

  /// Waits until the calling thread may write; busy when the deadline passes before.
  ///
  /// Those who wait are served in order: a thread that writes again and again starves nobody. Only
  /// one that must not wait, such as a callback, takes a free gate ahead of them.
  func enter(_ deadline: Deadline, path: String) throws(ExpenseError) {
    let me = CallbackScope.threadID
    try monitor.withLock { () throws(ExpenseError) in
      if state.owner == me {
        if state.isRunning {
          throw ExpenseError(.busy, "\(path): write: this thread is inside a call that writes")
        }
      } else if state.owner != nil || (!state.waiting.isEmpty && !deadline.hasPassed) {
        try waitInLine(until: deadline, path: path)
      }
      if state.isClosed { throw Store.closedError }
      state.owner = me
      state.isRunning = true
    }
  }

  /// Waits, inside the lock, until it is the calling thread's turn.
  private func waitInLine(until deadline: Deadline, path: String) throws(ExpenseError) {
    let ticket = state.nextTicket
    state.nextTicket &+= 1
    state.waiting.append(ticket)
    defer {
      state.waiting.removeAll { $0 == ticket }
      // The next in line may have looked before this one left.
      monitor.wakeAll()
    }
    while !state.isClosed, state.owner != nil || state.waiting.first != ticket {
      let isInTime = monitor.wait(until: deadline)
      if !isInTime, state.owner != nil || state.waiting.first != ticket, !state.isClosed {
        throw ExpenseError(
          .busy, "\(path): write: another thread is writing to the store; try again later")
      }
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
