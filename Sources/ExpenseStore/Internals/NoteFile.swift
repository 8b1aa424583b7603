internal import CLinux
internal import Glibc
internal import Threads

/// The file beside a store, `<file>-note`, whose changes tell other processes of a commit.
///
/// Who wants to hear of commits makes it. A byte is written into it after each commit, if it is there: so a
/// program that only adds something makes no file for nobody. (SQLite's own log changes before the
/// commit is there to be read.) The last to close the store removes it.
final class NoteFile: Sendable {
  private let path: String
  /// -1 while it is not open.
  private let descriptor = Guarded<Int32>(-1)

  /// The note file of a store, which is opened when it is needed.
  init(store: String) {
    path = store + "-note"
  }

  /// Tells the other processes.
  func touch() {
    descriptor.withLock { descriptor in
      // Looked for each time: who wants to hear may have come just now.
      if descriptor < 0 { descriptor = open(O_RDWR) }
      if descriptor < 0 { return }
      var byte: UInt8 = 1
      _ = unsafe pwrite(descriptor, &byte, 1, 0)
    }
  }

  /// Watches the file with an inotify descriptor. Where it cannot be had nobody is told.
  func watch(with watcher: Int32) {
    descriptor.withLock { descriptor in
      if descriptor < 0 { descriptor = open(O_RDWR | O_CREAT) }
      if descriptor < 0 { descriptor = open(O_RDONLY) }
    }
    _ = unsafe inotify_add_watch(watcher, path, UInt32(IN_MODIFY))
  }

  private func open(_ flags: Int32) -> Int32 {
    for _ in 0..<100 {
      let opened = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if opened < 0 { break }
      var status = stat()
      // Whoever closed last may just have removed it: then again.
      if FileGuard.lock(opened, Int16(F_RDLCK), 0, 0), unsafe fstat(opened, &status) == 0,
        status.st_nlink > 0
      {
        return opened
      }
      Glibc.close(opened)
    }
    return -1
  }

  /// Gives the file up, and removes it when nobody else has it open.
  func close() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      if FileGuard.lock(descriptor, Int16(F_WRLCK), 0, 0) { unsafe unlink(path) }
      Glibc.close(descriptor)
      descriptor = -1
    }
  }
}
