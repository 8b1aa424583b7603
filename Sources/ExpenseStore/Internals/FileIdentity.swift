internal import Glibc

/// Which file it is, whatever its name.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let inode: ino_t

  private init(_ status: stat) {
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// The file that stands at a path; nil when there is none, and `errno` says why.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is open; nil when it cannot be told, and `errno` says why.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
