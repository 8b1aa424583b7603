internal import Glibc
internal import Synchronization

/// Knows whether this process is a child, by fork, of one that had a store, or a state, open.
///
/// SQLite's locks and this library's do not survive a fork, so such a child must not touch what it
/// inherited. The flag is set inside fork and read before any lock is taken, because a lock of the
/// store may have been held by a thread that the child does not have. The handle table's own lock
/// is held over a fork, so that a child without the flag finds it free and the table whole.
enum ForkGuard {
  private static let openRoots = Atomic<Int>(0)
  private static let forked = Atomic<Bool>(false)

  /// Registers the handlers of fork, once for the process.
  private static let isRegistered: Bool = {
    pthread_atfork(
      { HandleTable.lock() },
      { HandleTable.unlock() },
      {
        ForkGuard.markChild()
        HandleTable.unlock()
      }) == 0
  }()

  /// True in a child whose parent had a handle open.
  static var isForked: Bool { forked.load(ordering: .relaxed) }

  /// True while a handle that nothing lent is open, being opened or being closed. Without one no
  /// handle is open, and the handle table need not be locked.
  static var hasRoots: Bool { openRoots.load(ordering: .relaxed) > 0 }

  /// Counts such a handle before it is opened; false when the system has no memory for the handlers.
  static func rootWillOpen() -> Bool {
    guard isRegistered else { return false }
    openRoots.add(1, ordering: .sequentiallyConsistent)
    return true
  }

  /// Counts such a handle that was closed, or that did not open.
  static func rootDidClose() {
    openRoots.subtract(1, ordering: .sequentiallyConsistent)
  }

  private static func markChild() {
    if openRoots.load(ordering: .sequentiallyConsistent) > 0 {
      forked.store(true, ordering: .sequentiallyConsistent)
    }
  }
}
