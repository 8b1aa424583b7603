internal import Synchronization

/// The context of a host's callback: it is given back to the host once, whatever happens.
@safe
final class HostContext: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?
  private let freeContext: iex_free_callback?
  private let isReleased = Atomic<Bool>(false)

  init(_ pointer: UnsafeMutableRawPointer?, _ freeContext: iex_free_callback?) {
    unsafe self.pointer = unsafe pointer
    unsafe self.freeContext = unsafe freeContext
  }

  deinit { release() }

  /// Calls the host's `free_context`, unless that was done before. Never called under a lock.
  func release() {
    guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
    unsafe freeContext?(pointer)
  }
}
