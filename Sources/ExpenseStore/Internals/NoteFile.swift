internal import CLinux
internal import Glibc

/// The file beside a store, `<file>-note`, whose changes tell other processes of a commit.
///
/// A byte is written into it after each commit. (SQLite's own log changes before the commit is
/// there to be read.) The last to close the store removes it.
final class NoteFile: Sendable {
  private let path: String
  private let descriptor: Int32
  private static let setLock: Int32 = 37

  /// Opens the note file of a store; nil where it cannot be had, and then nobody is told.
  init?(store: String, writable: Bool) {
    path = store + "-note"
    var opened: Int32 = -1
    for _ in 0..<100 {
      opened = unsafe open(
        path, (writable ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if opened < 0 { break }
      var status = stat()
      // Whoever closed last may just have removed it: then again.
      if NoteFile.lock(opened, Int16(F_RDLCK)), unsafe fstat(opened, &status) == 0,
        status.st_nlink > 0
      {
        break
      }
      Glibc.close(opened)
      opened = -1
    }
    descriptor = opened
    if opened < 0 { return nil }
  }

  /// Tells the other processes.
  func touch() {
    var byte: UInt8 = 1
    _ = unsafe pwrite(descriptor, &byte, 1, 0)
  }

  /// Watches the file with an inotify descriptor.
  func watch(with watcher: Int32) {
    _ = unsafe inotify_add_watch(watcher, path, UInt32(IN_MODIFY))
  }

  /// Gives the file up, and removes it when nobody else has it open.
  func close(removing: Bool) {
    if removing, NoteFile.lock(descriptor, Int16(F_WRLCK)) { unsafe unlink(path) }
    Glibc.close(descriptor)
  }

  private static func lock(_ descriptor: Int32, _ type: Int16) -> Bool {
    var region = flock()
    region.l_type = type
    region.l_whence = Int16(SEEK_SET)
    return unsafe fcntl(descriptor, setLock, &region) == 0
  }
}
