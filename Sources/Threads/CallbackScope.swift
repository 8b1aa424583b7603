internal import Glibc

/// What the calling thread is doing for the host: which callbacks stand on its stack, and what is to
/// be told when they have returned.
package enum CallbackScope {
  /// A number that tells the calling thread from every other running thread.
  package static var threadID: UInt { UInt(pthread_self()) }

  /// How many callbacks stand on the calling thread's stack.
  package static var depth: Int { current?.depth ?? 0 }

  /// Whether the calling thread is inside a host's wake function, which may call nothing.
  package static var isWaking: Bool { (current?.wakes ?? 0) > 0 }

  /// Runs a callback of the host.
  package static func run(_ callback: () -> Void) {
    let scope = scopeOfThread()
    scope.depth += 1
    callback()
    scope.depth -= 1
  }

  /// Runs a wake function of the host.
  package static func runWake(_ wake: () -> Void) {
    let scope = scopeOfThread()
    scope.wakes += 1
    run(wake)
    scope.wakes -= 1
  }

  /// Tells the host of something: at once, or inside a callback when the outermost one has returned.
  ///
  /// So no callback runs inside another one, whatever that one has changed. What is told in turn
  /// comes in the order in which it was changed.
  package static func tell(_ work: @escaping () -> Void) {
    let scope = scopeOfThread()
    scope.waiting.append(work)
    tellWaiting()
  }

  /// Tells what callbacks have left to be told, unless this is inside one.
  ///
  /// - Parameter within: Whether to do so also within what is being told, between two callbacks.
  package static func tellWaiting(within: Bool = false) {
    guard let scope = current, scope.depth == 0, within || !scope.isTelling else { return }
    let wasTelling = scope.isTelling
    scope.isTelling = true
    while !scope.waiting.isEmpty {
      let works = scope.waiting
      scope.waiting = []
      for work in works { work() }
    }
    scope.isTelling = wasTelling
  }

  // MARK: What belongs to a thread

  private final class Scope {
    var depth = 0
    var wakes = 0
    var waiting: [() -> Void] = []
    var isTelling = false
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(
      &key,
      { pointer in
        guard let pointer = unsafe pointer else { return }
        unsafe Unmanaged<Scope>.fromOpaque(pointer).release()
      })
    return key
  }()

  private static var current: Scope? {
    guard let pointer = unsafe pthread_getspecific(key) else { return nil }
    return unsafe Unmanaged<Scope>.fromOpaque(pointer).takeUnretainedValue()
  }

  private static func scopeOfThread() -> Scope {
    if let scope = current { return scope }
    let scope = Scope()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(scope).toOpaque())
    return scope
  }
}
