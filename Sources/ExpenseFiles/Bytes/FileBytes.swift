internal import ExpenseModel
internal import Glibc

/// Reads whole files. This is the only place of the module that talks to the system.
///
/// A file is read and not mapped: one that another program cuts short while it is mapped would end
/// this process with SIGBUS.
enum FileBytes {
  /// Files of 4 GiB and more are refused: positions in a file are kept in 32 bits.
  static let maximumSize = Int(UInt32.max) - 1

  /// The bytes of a regular file.
  ///
  /// - Parameters:
  ///   - most: Only so many, of its beginning.
  ///   - isStore: Whether device and inode are those of the open store. The store's own
  ///     file is refused before it is opened: closing it again would take away this process's locks
  ///     on it.
  /// - Throws: `missing`, `permission`, `notAFile`, `argument`, `io`, or `format` when too large.
  static func read(
    _ path: String, most: Int = .max, isStore: (FileIdentity) -> Bool
  ) throws(ExpenseError) -> [UInt8] {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ExpenseError(.argument, "the path of the file to import is empty or holds U+0000")
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw failure(path, errno) }
    try check(status, path, isStore)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { _ = close(descriptor) }
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    try check(status, path, isStore)
    let size = Int(status.st_size)
    if most < size {
      return Array(try read(descriptor, size: most, path, isWhole: false).prefix(most))
    }
    return try read(descriptor, size: size, path)
  }

  /// Which files stand at the paths, as far as there are any.
  static func identities(of paths: [String]) -> [FileIdentity] {
    paths.compactMap { path in
      var status = stat()
      return unsafe stat(path, &status) == 0 ? FileIdentity(status) : nil
    }
  }

  private static func check(
    _ status: stat, _ path: String, _ isStore: (FileIdentity) -> Bool
  ) throws(ExpenseError) {
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ExpenseError(.notAFile, "\(path) is no regular file")
    }
    guard !isStore(FileIdentity(status)) else {
      throw ExpenseError(.argument, "\(path) is the open store itself")
    }
    guard status.st_size <= maximumSize else {
      throw ExpenseError(.format, "\(path) is too large: a file to import is under 4 GiB")
    }
  }

  /// Reads to the end, also when the file is growing or shrinking meanwhile.
  private static func read(
    _ descriptor: Int32, size: Int, _ path: String, isWhole: Bool = true
  ) throws(ExpenseError) -> [UInt8] {
    var failed: Int32 = 0
    // One byte more than it holds, so that the read that finds the end is part of the first round.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      while count < buffer.count {
        guard let base = buffer.baseAddress else { break }
        let read = unsafe Glibc.read(descriptor, base + count, buffer.count - count)
        if read < 0 && errno == EINTR { continue }
        if read < 0 { failed = errno }
        if read <= 0 { break }
        count += read
      }
    }
    if failed != 0 { throw failure(path, failed) }
    guard bytes.count <= size || !isWhole else {
      throw ExpenseError(.io, "\(path) is being written by another program; try again")
    }
    return bytes
  }

  private static func failure(_ path: String, _ code: Int32) -> ExpenseError {
    let (kind, text): (ExpenseError.Code, String) =
      switch code {
      case ENOENT, ENOTDIR: (.missing, "does not exist")
      case EACCES, EPERM: (.permission, "may not be read by this user")
      case EISDIR, ENXIO: (.notAFile, "is no regular file")
      case ENAMETOOLONG, ELOOP: (.argument, "is no usable path")
      case ENOMEM: (.io, "does not fit into memory")
      default: (.io, "cannot be read: error \(code)")
      }
    return ExpenseError(kind, "\(path) \(text)", systemCode: code)
  }
}

/// What makes two paths lead to the same file.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  fileprivate init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}
