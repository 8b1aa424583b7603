internal import Glibc

/// A value behind a lock.
///
/// Not `Synchronization.Mutex`: that one remembers the number of its thread, which is another after
/// a fork, so in the child the first contended lock ends the process (measured with Swift 6.3.1). A
/// child of a process that once had a store open, and closed it, may use the library.
@safe
final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  init(_ value: sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` alone. What it does must be short, and must not come back here.
  @inline(__always)
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock()
    defer { unlock() }
    return unsafe body(&value.pointee)
  }

  /// Only for fork, which starts in one handler and ends in another: else `withLock`.
  @inline(__always)
  func lock() { unsafe pthread_mutex_lock(mutex) }

  /// The end of `lock`.
  @inline(__always)
  func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
