import CSQLite
import Glibc
import Synchronization

/// SQLite's calls to the system, of which one fails: the n-th that a thread makes from now on.
///
/// SQLite lets its calls be replaced, for the process. Those of other threads, which run other tests
/// meanwhile, pass through. Syncing is not among them; a disk that fails at that is tried by `Tests/C/disk.c`.
enum FailingDisk {
  /// What a call does before it is made, or instead.
  struct Plan {
    /// Which call, from 1; 0: none.
    var at = 0
    /// What it fails with; 0: it does not, and `before` is run.
    var code: Int32 = 0
    /// Whether the calls after it fail too.
    var isLasting = false
    /// Whether only what takes room on the disk counts.
    var isAboutRoom = false
    var before: () -> Void = {}
  }

  nonisolated(unsafe) private static var plan = Plan()
  nonisolated(unsafe) private static var calls = 0
  /// The thread that the plan is for; 0 for none.
  private static let thread = Atomic<UInt>(0)

  /// Runs a body on a disk that fails; how many calls there were.
  static func with(_ plan: Plan, _ body: () throws -> Void) rethrows -> Int {
    _ = installed
    Self.plan = plan
    calls = 0
    thread.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
    defer { thread.store(0, ordering: .sequentiallyConsistent) }
    try body()
    return calls
  }

  /// Whether a call fails: then errno says why.
  private static func fails(takesRoom: Bool) -> Bool {
    guard thread.load(ordering: .sequentiallyConsistent) == UInt(pthread_self()),
      takesRoom || !plan.isAboutRoom
    else { return false }
    calls += 1
    guard calls == plan.at || (plan.isLasting && calls > plan.at && plan.at > 0) else {
      return false
    }
    if plan.code == 0 {
      plan.before()
      return false
    }
    errno = plan.code
    return true
  }

  private typealias Writing =
    @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int
  private typealias Reading =
    @convention(c) (Int32, UnsafeMutableRawPointer?, Int, off_t) -> Int

  private static let installed: Bool = {
    guard let system = sqlite3_vfs_find(nil), let set = system.pointee.xSetSystemCall else {
      return false
    }
    let write: Writing = { FailingDisk.fails(takesRoom: true) ? -1 : pwrite($0, $1, $2, $3) }
    let read: Reading = { FailingDisk.fails(takesRoom: false) ? -1 : pread($0, $1, $2, $3) }
    let truncate: @convention(c) (Int32, off_t) -> Int32 = {
      FailingDisk.fails(takesRoom: true) ? -1 : ftruncate($0, $1)
    }
    let remove: @convention(c) (UnsafePointer<CChar>?) -> Int32 = {
      guard let path = $0 else { return -1 }
      return FailingDisk.fails(takesRoom: false) ? -1 : unlink(path)
    }
    for name in ["pwrite", "pwrite64"] {
      _ = set(system, name, unsafeBitCast(write, to: sqlite3_syscall_ptr.self))
    }
    for name in ["pread", "pread64"] {
      _ = set(system, name, unsafeBitCast(read, to: sqlite3_syscall_ptr.self))
    }
    _ = set(system, "ftruncate", unsafeBitCast(truncate, to: sqlite3_syscall_ptr.self))
    _ = set(system, "unlink", unsafeBitCast(remove, to: sqlite3_syscall_ptr.self))
    return true
  }()
}
