/// Work on a thread of its own, or where the system has none to give on that of who waits for it.
final class Worker {
  private let body: @Sendable () -> Void
  private let thread: BackgroundThread?

  /// Begins the work; where the system gives no thread, `wait` does it.
  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    thread = BackgroundThread(body)
  }

  /// Waits until the work is done. Must be called, once.
  func wait() {
    if let thread { thread.join() } else { body() }
  }
}
