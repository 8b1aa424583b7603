internal import ExpenseModel
internal import Glibc
internal import Threads

/// Our own descriptor of a store's file, with the locks that SQLite's POSIX locks cannot give.
///
/// When anyone in this process opens and closes the file, the process loses its POSIX locks; then
/// another process takes itself for the last, deletes the log, and commits that were acknowledged
/// are gone. Open-file-description locks (`F_OFD_SETLK`) belong to this descriptor alone.
final class FileGuard {
  /// SQLite's shared range (its os_unix.c: SHARED_FIRST, SHARED_SIZE): a read lock there keeps
  /// every other process from taking itself for the last.
  private static let sharedStart: Int = 0x4000_0002
  private static let sharedSize: Int = 510
  /// A byte behind that range: whoever writes through this library holds it.
  private static let writerByte: Int = 0x4000_0200
  /// `F_OFD_SETLK` of Linux, which the C headers show only to GNU sources.
  private static let setLock: Int32 = 37

  private var descriptor: Int32
  private let isWritable: Bool
  private let file: FileIdentity

  init(_ path: String, writable: Bool) throws(ExpenseError) {
    isWritable = writable
    (file, descriptor) = try OpenFiles.open(path, writable: writable)
  }

  static func openError(_ path: String, _ number: Int32) -> ExpenseError {
    let (code, why): (ExpenseError.Code, String) =
      switch number {
      case ENOENT, ENOTDIR: (.missing, "the folder does not exist")
      case EISDIR: (.notAFile, "is a directory")
      case EACCES, EPERM: (.permission, "the system does not let this user open it")
      case EROFS: (.readOnly, "the file system can only be read")
      case ENOSPC, EDQUOT: (.full, "the disk is full")
      default: (.io, Platform.errorText(number))
      }
    return ExpenseError(code, "\(path): open: \(why)", systemCode: number)
  }

  /// The first bytes of the file.
  func header(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(descriptor, buffer.baseAddress, count, 0)
    }
    return Array(bytes.prefix(max(0, read)))
  }

  /// Tells every other process that the file is in use. To be called once it is in WAL mode.
  func lockShared() -> Bool {
    lock(Int16(F_RDLCK), FileGuard.sharedStart, FileGuard.sharedSize)
  }

  func unlockShared() {
    _ = lock(Int16(F_UNLCK), FileGuard.sharedStart, FileGuard.sharedSize)
  }

  /// Keeps the index of the log from being emptied by others in this process and outside of it.
  func holdIndex(_ path: String) {
    OpenFiles.holdIndex(path, of: file)
  }

  /// Waits for the right to write among all processes; throws busy at the deadline.
  func lockWriter(_ deadline: Deadline, path: String) throws(ExpenseError) {
    var attempts: UInt32 = 0
    while !lock(Int16(F_WRLCK), FileGuard.writerByte, 1) {
      if deadline.hasPassed {
        throw ExpenseError(
          .busy, "\(path): write: another program is writing to the store; try again later")
      }
      attempts &+= 1
      Platform.sleepRandomly(upTo: min(5_000, 200 &* attempts))
    }
  }

  func unlockWriter() {
    _ = lock(Int16(F_UNLCK), FileGuard.writerByte, 1)
  }

  /// Gives up the file and the locks, once SQLite has closed it.
  func close() {
    if descriptor >= 0 { OpenFiles.close(descriptor, of: file, writable: isWritable) }
    descriptor = -1
  }

  deinit {
    close()
  }

  /// Whether this is still the file that stands at the path.
  func isFile(at path: String) -> Bool {
    FileIdentity(at: path) == file
  }

  private func lock(_ type: Int16, _ start: Int, _ size: Int) -> Bool {
    FileGuard.lock(descriptor, type, start, size)
  }

  /// Takes all locks off that belong to a descriptor.
  static func unlock(_ descriptor: Int32) {
    _ = lock(descriptor, Int16(F_UNLCK), 0, 0)
  }

  /// Sets a lock that belongs to a descriptor, or takes it off; false: another one has it. A size of 0
  /// is up to the end of the file, and beyond.
  static func lock(_ descriptor: Int32, _ type: Int16, _ start: Int, _ size: Int) -> Bool {
    var region = flock()
    region.l_type = type
    region.l_whence = Int16(SEEK_SET)
    region.l_start = start
    region.l_len = size
    return unsafe fcntl(descriptor, FileGuard.setLock, &region) == 0
  }
}
