internal import CLinux
internal import Glibc
internal import Threads

/// One pollable descriptor for everything that a store's owner may wait for.
///
/// An epoll set over eventfds (changes that wait), inotify on the note file (commits of other
/// processes), and a timer, so that a wake that was lost costs at most its period.
final class Waker: Sendable {
  private static let periodSeconds = 1

  /// What tells each of those who take what waits; one of them may take nothing for long, and must
  /// not keep the others awake.
  struct Signals: Sendable {
    let queued: EventSignal
    let pull: EventSignal
    let steps: EventSignal
  }

  let descriptor: Int32
  let signals: Signals
  private let watcher: Int32
  private let timer: Int32
  private let monitor = Monitor()
  private let state = State()

  /// Guarded by `monitor`.
  private final class State: @unchecked Sendable {
    var sleepers = 0
    var isClosed = false
  }

  /// Nil when the process has no more descriptors. Without a note file only the eventfds count.
  init?(_ note: NoteFile?, isFile: Bool) {
    guard let queued = EventSignal(), let pull = EventSignal(), let steps = EventSignal() else {
      return nil
    }
    signals = Signals(queued: queued, pull: pull, steps: steps)
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    watcher =
      note == nil ? -1 : inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    timer =
      isFile
      ? timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) : -1
    if descriptor < 0 || (note != nil && watcher < 0) || (isFile && timer < 0) { return nil }
    note?.watch(with: watcher)
    var period = itimerspec()
    period.it_interval.tv_sec = Waker.periodSeconds
    period.it_value.tv_sec = Waker.periodSeconds
    if timer >= 0 { unsafe timerfd_settime(timer, 0, &period, nil) }
    let sources = [queued.descriptor, pull.descriptor, steps.descriptor, watcher, timer]
    for source in sources where source >= 0 {
      var event = unsafe epoll_event()
      unsafe event.events = EPOLLIN.rawValue
      unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, source, &event)
    }
  }

  deinit {
    for descriptor in [descriptor, watcher, timer] where descriptor >= 0 {
      Glibc.close(descriptor)
    }
  }

  /// Takes what inotify and the timer have to say, so that the descriptor rests.
  func drain() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      for source in [watcher, timer] where source >= 0 {
        while unsafe read(source, buffer.baseAddress, 4096) == 4096 {}
      }
    }
  }

  /// Waits until there is something to look at; false at the deadline, after a signal to the
  /// process, and when the store is being closed.
  func sleep(on signal: EventSignal, until deadline: Deadline?) -> Bool {
    let mayEnter = monitor.withLock {
      if !state.isClosed { state.sleepers += 1 }
      return !state.isClosed
    }
    guard mayEnter else { return false }
    defer {
      monitor.withLock {
        state.sleepers -= 1
        monitor.wakeAll()
      }
    }
    var sources = [signal.descriptor, watcher, timer].filter { $0 >= 0 }.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let left = deadline.map { max(0, ($0.nanoseconds - Deadline.now + 999_999) / 1_000_000) }
    return unsafe poll(&sources, nfds_t(sources.count), left.map { Int32(clamping: $0) } ?? -1) > 0
  }

  /// Wakes all who sleep here and waits until they have left.
  func close() {
    monitor.withLock {
      state.isClosed = true
      signals.queued.set()
      signals.pull.set()
      while state.sleepers > 0 { monitor.wait() }
    }
  }
}
