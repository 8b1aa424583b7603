internal import Glibc

/// Work on a thread of the library's own, which ends before the call that began it returns.
///
/// It takes no signals, so that the host's handlers run on the host's threads.
@safe final class Worker: @unchecked Sendable {
  private let body: @Sendable () -> Void
  private var thread = pthread_t()
  private var hasThread = false

  /// Begins the work; where the system gives no thread, `wait` does it.
  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    let context = unsafe Unmanaged.passRetained(self)
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Worker>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    hasThread = code == 0
    if !hasThread { unsafe context.release() }
  }

  /// Waits until the work is done. Must be called, once.
  func wait() {
    if hasThread { pthread_join(thread, nil) } else { body() }
  }
}
