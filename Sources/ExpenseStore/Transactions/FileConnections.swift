internal import CSQLite
internal import ExpenseModel
internal import Threads

/// The connections of a store that is open for writing, each made when it is first needed.
///
/// Every connection reads the whole schema of the file, which is a good part of a short program's time.
/// Most such programs only look, or only add: the connection that the file was opened with goes to
/// whoever comes first, the reader or the writer, and the other one is made if it is ever needed.
final class FileConnections: Sendable {
  private let path: String
  /// From the root: the host may change its folder.
  private let absolutePath: String
  private let options: Store.Options
  /// Used only for what the file system says.
  private let fileGuard: Unguarded<FileGuard>
  private let first: Guarded<Connection?>

  init(_ first: Connection, _ fileGuard: FileGuard, path: String, options: Store.Options) {
    self.first = Guarded(first)
    self.fileGuard = Unguarded(fileGuard)
    self.path = path
    absolutePath = Platform.absolutePath(path)
    self.options = options
  }

  /// The connection of the reader, and whether it is the one that the file was opened with.
  ///
  /// - Throws: `missing` when the path leads to another file by now, or to none; as opening does.
  func forReading() throws(ExpenseError) -> (connection: Connection, isFirst: Bool) {
    let (connection, isFirst) = try firstOrNew()
    try connection.becomeReader(sharesLog: true, busyTimeout: options.busyTimeout)
    return (connection, isFirst)
  }

  /// The connection of the writer.
  ///
  /// - Throws: as the other one.
  func forWriting() throws(ExpenseError) -> Connection {
    let (connection, _) = try firstOrNew()
    connection.setDeadline(Deadline(after: options.busyTimeout))
    try connection.execute("PRAGMA synchronous = \(options.relaxed ? "NORMAL" : "FULL")")
    // A commit has three pages or more. With SQLite's own 1,000 every three hundredth one would pay
    // for moving the log into the file, which takes two more syncs; beyond 4,096 reading gets slower.
    connection.moveLog(everyPages: 4000)
    // After a great import the log shrinks again.
    try connection.execute("PRAGMA journal_size_limit = 67108864")
    return connection
  }

  private func firstOrNew() throws(ExpenseError) -> (connection: Connection, isFirst: Bool) {
    let kept = first.withLock { first in
      defer { first = nil }
      return first
    }
    let connection = if let kept { kept } else { try open() }
    return (connection, kept != nil)
  }

  /// Opens the file once more; its locks keep the log alive meanwhile.
  private func open() throws(ExpenseError) -> Connection {
    // Before it, so that another file is left alone; and after it, so that it is no other one.
    try checkIsSameFile()
    let connection = try Connection(file: absolutePath, path: path)
    do throws(ExpenseError) {
      try checkIsSameFile()
    } catch {
      connection.close()
      throw error
    }
    return connection
  }

  private func checkIsSameFile() throws(ExpenseError) {
    guard fileGuard.value.isFile(at: absolutePath) else {
      throw ExpenseError(
        .missing, "\(path): open: the file was replaced or removed; open it again")
    }
  }

  /// Closes the first connection, if nobody has needed it.
  func close() {
    first.withLock { first in
      first?.close()
      first = nil
    }
  }
}
