internal import Glibc

/// A moment on the monotonic clock, in nanoseconds.
package struct Deadline: Sendable {
  package var nanoseconds: Int64

  /// The moment this many milliseconds from now.
  package init(after milliseconds: Int32) {
    nanoseconds = Deadline.now &+ Int64(milliseconds) &* 1_000_000
  }

  package var hasPassed: Bool { Deadline.now >= nanoseconds }

  package static var now: Int64 {
    var time = Glibc.timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  var timespec: Glibc.timespec {
    Glibc.timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
