internal import Glibc

/// The index of a store's log, the `-shm` file, held so that nobody empties it while it is in use.
///
/// Who opens an index as the first empties it, and SQLite tells by a POSIX lock whether it is the first
/// (its os_unix.c: the "deadman switch"). Such locks belong to the process: a second SQLite in it does
/// not see that of the first, and when it closes the file, the lock is gone for other processes too.
/// An index that is emptied under SQLite's feet ends the program: its memory is no longer backed
/// (SIGBUS). An open-file-description lock on the same byte is seen by everyone.
enum LogIndex {
  /// SQLite's byte (its os_unix.c: UNIX_SHM_DMS).
  private static let switchByte = 128
  /// What the first one leaves of the file, as SQLite does: an index that has to be made anew.
  private static let emptySize: off_t = 3

  /// Opens an index and locks it: as the first, which empties it, or as one of several. Negative: there
  /// is none, or it can't be opened.
  static func open(_ path: String) -> Int32 {
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
