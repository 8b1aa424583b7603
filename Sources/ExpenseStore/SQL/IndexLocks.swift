internal import CSQLite
internal import Glibc
internal import Synchronization
internal import Threads

/// SQLite's locks on the index of a store's log (the `-shm` file), as locks that belong to its open
/// file and not to the process.
///
/// They say which part of the log is being read or moved into the file. As POSIX locks they are
/// gone when a second SQLite in the process closes the index; another program then begins the log
/// anew, and what is read here meanwhile is of two states of the store (`Tests/C/copies.c` shows
/// it). SQLite has one descriptor of an index in the process, so that an open-file-description lock
/// there means the same, and nobody else can drop it. On the file of the store itself it has one
/// for each connection: those locks stay as they are.
///
/// SQLite lets its call of `fcntl` be replaced, for the process. What is no index of a store passes
/// through.
enum IndexLocks {
  /// SQLite's byte that whoever opens an index looks at first (its os_unix.c: UNIX_SHM_DMS), which
  /// is the last one of its locks there.
  private static let switchByte: off_t = 128
  /// `F_OFD_GETLK`, `F_OFD_SETLK` and `F_OFD_SETLKW` of Linux are so much more than those of POSIX.
  private static let shift: Int32 = 31
  /// Descriptors above it keep POSIX locks.
  private static let limit = 1 << 16

  /// Which descriptors are those of indexes of stores.
  nonisolated(unsafe) private static let marks = {
    let marks = UnsafeMutablePointer<Bool>.allocate(capacity: limit)
    unsafe marks.initialize(repeating: false, count: limit)
    return unsafe marks
  }()
  /// The thread that is opening the index of a store; 0 for none.
  private static let opening = Atomic<UInt>(0)
  private static let oneAtATime = Guarded<Void>(())

  /// Takes the place of `fcntl` for SQLite.
  static func begin(_ system: UnsafeMutablePointer<sqlite3_vfs>) {
    // SQLite passes a third argument always; where this runs it stands where that of a function
    // stands which takes three.
    let own: @convention(c) (Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
      unsafe IndexLocks.control($0, $1, $2)
    }
    guard let set = unsafe system.pointee.xSetSystemCall else { return }
    _ = unsafe set(system, "fcntl", unsafeBitCast(own, to: sqlite3_syscall_ptr.self))
  }

  /// Runs what may open the index of a store on this thread.
  static func mayOpen(_ body: () -> Int32) -> Int32 {
    oneAtATime.withLock { _ in
      opening.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
      defer { opening.store(0, ordering: .sequentiallyConsistent) }
      return body()
    }
  }

  private static func control(
    _ descriptor: Int32, _ command: Int32, _ argument: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard command == F_GETLK || command == F_SETLK || command == F_SETLKW,
      let lock = unsafe argument?.assumingMemoryBound(to: flock.self)
    else {
      return fcntl(descriptor, command, Int32(truncatingIfNeeded: Int(bitPattern: argument)))
    }
    let place = Int(descriptor)
    guard unsafe lock.pointee.l_start <= switchByte, place >= 0, place < limit else {
      return unsafe fcntl(descriptor, command, lock)
    }
    if command == F_GETLK, unsafe lock.pointee.l_start == switchByte {
      unsafe marks[place] =
        opening.load(ordering: .sequentiallyConsistent) == UInt(pthread_self())
    }
    guard unsafe marks[place] else { return unsafe fcntl(descriptor, command, lock) }
    unsafe lock.pointee.l_pid = 0
    return unsafe fcntl(descriptor, command &+ shift, lock)
  }
}
