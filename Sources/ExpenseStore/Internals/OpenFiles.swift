internal import ExpenseModel
internal import Glibc
internal import Threads

/// The descriptors of its own that this process has of the files of stores, and of their logs' indexes.
///
/// Whoever closes any descriptor of a file drops all POSIX locks that the process has on that file,
/// those of SQLite too (fcntl(2), "Advisory record locking"). So none is closed while a store of this
/// process has the file open, or is opening it: it waits for the next one that opens the file, and the
/// last one closes them all.
enum OpenFiles {
  private struct Descriptor {
    let number: Int32
    let isWritable: Bool
  }

  /// What the process has of one file.
  private struct Entry {
    /// How many stores have it open, or are opening it.
    var users = 0
    /// Descriptors that have no lock and that nobody uses.
    var spare: [Descriptor] = []
    /// What holds the index that the log has, and those that it has had meanwhile.
    var indexes: [(file: FileIdentity, descriptor: Int32)] = []
  }

  /// The entries by file. They are few, and to look at each takes less than a dictionary of a type of
  /// its own, for which the first one of a process searches all types of the library.
  private struct Entries {
    private var all: [(file: FileIdentity, entry: Entry)] = []

    subscript(file: FileIdentity) -> Entry? {
      get { all.first { $0.file == file }?.entry }
      set {
        all.removeAll { $0.file == file }
        if let newValue { all.append((file, newValue)) }
      }
    }
  }

  private static let entries = Guarded<Entries>(Entries())

  /// Creates an empty file that only its owner can read; false when it exists.
  static func create(_ path: String) throws(ExpenseError) -> Bool {
    try entries.withLock { (_) throws(ExpenseError) in
      let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        if errno == EEXIST { return false }
        throw FileGuard.openError(path, errno)
      }
      // No store has found it yet: that takes the lock which is held here.
      Glibc.close(descriptor)
      return true
    }
  }

  /// Opens a file before SQLite does.
  static func open(
    _ path: String, writable: Bool
  ) throws(ExpenseError) -> (file: FileIdentity, descriptor: Int32) {
    try entries.withLock { (entries) throws(ExpenseError) in
      if let file = FileIdentity(at: path),
        var entry = entries[file],
        let place = entry.spare.firstIndex(where: { $0.isWritable == writable })
      {
        let spare = entry.spare.remove(at: place)
        entry.users += 1
        entries[file] = entry
        return (file, spare.number)
      }
      let flags = (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOCTTY
      let descriptor = unsafe Glibc.open(path, flags)
      guard descriptor >= 0 else { throw FileGuard.openError(path, errno) }
      guard let file = FileIdentity(descriptor) else {
        let reason = errno
        Glibc.close(descriptor)
        throw FileGuard.openError(path, reason)
      }
      var entry = entries[file] ?? Entry()
      entry.users += 1
      entries[file] = entry
      return (file, descriptor)
    }
  }

  /// Takes a descriptor back, after SQLite has closed the file.
  static func close(_ descriptor: Int32, of file: FileIdentity, writable: Bool) {
    FileGuard.unlock(descriptor)
    entries.withLock { entries in
      guard var entry = entries[file] else { return }
      entry.users -= 1
      entry.spare.append(Descriptor(number: descriptor, isWritable: writable))
      entries[file] = entry.users > 0 ? entry : nil
      if entry.users == 0 {
        for spare in entry.spare { Glibc.close(spare.number) }
        for index in entry.indexes { Glibc.close(index.descriptor) }
      }
    }
  }

  /// Holds the index of an open file's log, if there is one; see `LogIndex`.
  ///
  /// Before SQLite opens it, and again afterwards, when there surely is one.
  static func holdIndex(_ path: String, of file: FileIdentity) {
    entries.withLock { entries in
      guard var entry = entries[file], let index = FileIdentity(at: path),
        !entry.indexes.contains(where: { $0.file == index })
      else { return }
      // Nobody opens again what was removed: its locks are of no use.
      entry.indexes.removeAll { isRemoved($0.descriptor) && Glibc.close($0.descriptor) == 0 }
      let descriptor = LogIndex.open(path)
      // Another one may have come in its place meanwhile.
      if descriptor >= 0 { entry.indexes.append((FileIdentity(descriptor) ?? index, descriptor)) }
      entries[file] = entry
    }
  }

  private static func isRemoved(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }
}
