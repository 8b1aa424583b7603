internal import Glibc

/// A lock with a condition: the one place where the library waits for another thread.
///
/// The Standard Library's `Mutex` has no condition, and waiting needs one.
@safe package final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    // The clock that does not jump when the host's time is set.
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Takes the lock; `withLock` gives it back by itself.
  package func lock() { unsafe pthread_mutex_lock(mutex) }

  /// Gives the lock back.
  package func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Waits, inside `withLock`, until another thread calls `wakeAll`.
  package func wait() {
    unsafe pthread_cond_wait(condition, mutex)
  }

  /// Waits, inside `withLock`, until `wakeAll` or the deadline; false when the deadline has passed.
  package func wait(until deadline: Deadline) -> Bool {
    var time = deadline.timespec
    return unsafe pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
  }

  package func wakeAll() {
    unsafe pthread_cond_broadcast(condition)
  }
}
