internal import Glibc
internal import Synchronization

/// Knows whether this process is a child, by fork, of one that had a store open.
///
/// SQLite's locks and this library's do not survive a fork, so such a child must not touch what it
/// inherited. The flag is set inside fork and read before any lock is taken, because a lock of the
/// store may have been held by a thread that the child does not have. The handle table's own lock
/// is held over a fork, so that a child without the flag finds it free and the table whole.
enum ForkGuard {
  private static let openStores = Atomic<Int>(0)
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

  /// True in a child whose parent had a store open.
  static var isForked: Bool { forked.load(ordering: .relaxed) }

  /// True while a store is open, being opened or being closed. Without one no handle is open, and
  /// the handle table need not be locked.
  static var hasStores: Bool { openStores.load(ordering: .relaxed) > 0 }

  /// Counts a store before it is opened; false when the system has no memory for the handlers.
  static func storeWillOpen() -> Bool {
    guard isRegistered else { return false }
    openStores.add(1, ordering: .sequentiallyConsistent)
    return true
  }

  /// Counts a store that was closed, or that did not open.
  static func storeDidClose() {
    openStores.subtract(1, ordering: .sequentiallyConsistent)
  }

  private static func markChild() {
    if openStores.load(ordering: .sequentiallyConsistent) > 0 {
      forked.store(true, ordering: .sequentiallyConsistent)
    }
  }
}
