internal import Glibc
internal import Threads

/// The index of a store's log, the `-shm` file, held so that nobody empties it while it is in use.
///
/// Who opens an index as the first empties it, and SQLite tells by a POSIX lock whether it is the first
/// (its os_unix.c: the "deadman switch"). Such locks belong to the process: a second SQLite in it does
/// not see that of the first, and when it closes the file, the lock is gone for other processes too.
/// An index that is emptied under SQLite's feet ends the program: its memory is no longer backed
/// (SIGBUS). An open-file-description lock on the same byte is seen by everyone.
///
/// The process has one descriptor for each index, however many stores are open on it: closing any drops
/// the POSIX locks that SQLite has there.
struct LogIndex: Hashable {
  /// Which file it is.
  private let device: dev_t
  private let inode: ino_t

  private init(_ status: stat) {
    (device, inode) = (status.st_dev, status.st_ino)
  }

  private struct Hold {
    var descriptors: [Int32] = []
    var count = 0
  }

  private static let held = Guarded<[LogIndex: Hold]>([:])
  /// SQLite's byte (its os_unix.c: UNIX_SHM_DMS).
  private static let switchByte = 128
  /// What the first one leaves of the file, as SQLite does: an index that has to be made anew.
  private static let emptySize: off_t = 3

  /// Holds the index that stands at a path, if there is one, in place of an earlier one.
  ///
  /// Before SQLite opens it, and again afterwards, when there surely is one.
  static func hold(_ path: String, inPlaceOf old: LogIndex?) -> LogIndex? {
    held.withLock { held in
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return old }
      if let old, old == LogIndex(status) { return old }
      if let old { release(old, &held) }
      if held[LogIndex(status)] == nil {
        let descriptor = open(path)
        guard descriptor >= 0 else { return nil }
        // Another one may have come in its place meanwhile.
        guard unsafe fstat(descriptor, &status) == 0 else {
          Glibc.close(descriptor)
          return nil
        }
        held[LogIndex(status), default: Hold()].descriptors.append(descriptor)
      }
      held[LogIndex(status)]?.count += 1
      return LogIndex(status)
    }
  }

  /// Gives it up, once SQLite has closed it.
  func release() {
    LogIndex.held.withLock { LogIndex.release(self, &$0) }
  }

  private static func release(_ index: LogIndex, _ held: inout [LogIndex: Hold]) {
    guard var hold = held[index] else { return }
    hold.count -= 1
    held[index] = hold.count > 0 ? hold : nil
    if hold.count == 0 { for descriptor in hold.descriptors { Glibc.close(descriptor) } }
  }

  /// Opens an index and locks it: as the first, which empties it, or as one of several.
  private static func open(_ path: String) -> Int32 {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
    let descriptor = unsafe Glibc.open(path, O_RDWR | flags)
    guard descriptor >= 0 else {
      let readable = unsafe Glibc.open(path, O_RDONLY | flags)
      if readable >= 0 { share(readable) }
      return readable
    }
    if FileGuard.lock(descriptor, Int16(F_WRLCK), switchByte, 1) {
      _ = ftruncate(descriptor, emptySize)
    }
    share(descriptor)
    return descriptor
  }

  /// Locks it as one of several. Whoever is the first is so for a moment only.
  private static func share(_ descriptor: Int32) {
    for _ in 0..<100 {
      if FileGuard.lock(descriptor, Int16(F_RDLCK), switchByte, 1) { return }
      Platform.sleepRandomly(upTo: 1_000)
    }
  }
}
