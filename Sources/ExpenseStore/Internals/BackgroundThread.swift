internal import Glibc

/// A thread of the library's own, which never calls the host.
///
/// It takes no signals: they stay with the host's threads. Whoever starts it joins it before the call
/// that needed it returns.
@safe package final class BackgroundThread {
  private let thread: pthread_t
  private var isJoined = false

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs a body; nil where the system has none to give.
  package init?(_ run: @escaping @Sendable () -> Void) {
    let body = unsafe Unmanaged.passRetained(Body(run))
    var all = sigset_t()
    var old = sigset_t()
    unsafe sigfillset(&all)
    // A new thread begins with the mask of the one that makes it.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &old, nil)
    self.thread = thread
    guard code == 0 else {
      unsafe body.release()
      isJoined = true
      return nil
    }
  }

  /// Waits until the body has returned.
  package func join() {
    if isJoined { return }
    isJoined = true
    pthread_join(thread, nil)
  }

  deinit { join() }
}
