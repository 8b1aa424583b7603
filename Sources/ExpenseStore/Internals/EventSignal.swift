internal import CLinux
internal import Glibc

/// A descriptor (eventfd) that is readable from `set` until `clear`.
final class EventSignal: Sendable {
  let descriptor: Int32

  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func set() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  func clear() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }
}
