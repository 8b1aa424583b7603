internal import ExpenseModel

/// The reading connection of a store.
final class Reader {
  private var open: (connection: Connection, names: Names)?
  /// Opens it when it is first needed; nil from then on.
  private var connections: FileConnections?
  /// A store that is open for reading only owns it; else the writer does.
  private let fileGuard: FileGuard?
  private let ownsGuard: Bool
  /// The state of the file when others' commits were last looked for; nil before that.
  private(set) var seen: Seen?
  /// The state of the file at that time, where it was told.
  private var seenState: FileState?
  /// Whether commits may have come between the opening of the store and the first look.
  private var mayHaveMissed = false

  /// One state of the file.
  struct Seen {
    /// As SQLite tells it from others; it means something to one connection only.
    var version: Int64
    var revision: Int64
    /// Who writes the column cache makes no commit of the journal, and yet is no stranger.
    var cache: Int64

    /// Looks, inside a transaction: a commit between two looks would seem to be one without a revision.
    init(_ connection: Connection) throws(ExpenseError) {
      version = try connection.integer("PRAGMA data_version")
      revision = try Journal.lastRevision(connection)
      cache = try ColumnCache.stamp(connection)
    }
  }

  /// A reader with a connection of its own.
  init(
    _ connection: Connection, _ fileGuard: FileGuard? = nil, ownsGuard: Bool = false,
    seen: Seen? = nil
  ) {
    open = (connection, Names(connection))
    self.fileGuard = fileGuard
    self.ownsGuard = ownsGuard
    self.seen = seen
  }

  /// A reader that opens its connection when it is first used.
  ///
  /// - Parameter seen: What the first connection of the file has seen.
  init(_ connections: FileConnections, _ fileGuard: FileGuard, seen: Seen) {
    self.connections = connections
    self.fileGuard = fileGuard
    ownsGuard = false
    self.seen = seen
  }

  func use<Result>(
    _ body: (Connection, Names) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    let (connection, names) = if let open { open } else { try openNow() }
    return try body(connection, names)
  }

  private func openNow() throws(ExpenseError) -> (connection: Connection, names: Names) {
    guard let connections else { throw Store.closedError }
    let (connection, isFirst) = try connections.forReading()
    if !isFirst {
      // What has happened up to now is as if it had happened before the store was opened: nothing that
      // is in memory was read before.
      do throws(ExpenseError) {
        seen = try connection.snapshot { () throws(ExpenseError) in try Seen(connection) }
      } catch {
        connection.close()
        throw error
      }
      mayHaveMissed = true
    }
    let new = (connection: connection, names: Names(connection))
    open = new
    self.connections = nil
    return new
  }

  /// Whether anyone has written to the file since it was last looked at.
  func hasNews() throws(ExpenseError) -> Bool {
    try use { (connection, _) throws(ExpenseError) in
      if mayHaveMissed { return true }
      let state = try connection.fileState()
      if let state, state == seenState { return false }
      guard try connection.integer("PRAGMA data_version") == seen?.version else { return true }
      seenState = state
      return false
    }
  }

  /// Looks at one state of the file and remembers which it was.
  func look(
    _ body: (Connection, Names) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    seen = try use { (connection, names) throws(ExpenseError) in
      seenState = nil
      return try connection.snapshot { () throws(ExpenseError) in
        let seen = try Seen(connection)
        try body(connection, names)
        return seen
      }
    }
    mayHaveMissed = false
  }

  /// Has the next look find news once more.
  func forget() {
    seen?.version = -1
    seenState = nil
  }

  /// Whether the path still leads to the file that was opened.
  func isFile(at path: String) -> Bool { fileGuard?.isFile(at: path) ?? true }

  /// Holds on to the last commit, so that a writer may begin: for a store in memory.
  func pin() throws(ExpenseError) {
    guard let connection = open?.connection, !connection.isInTransaction else { return }
    try connection.run("BEGIN")
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Lets go of it, so that the writer may commit.
  func unpin() {
    guard let connection = open?.connection, connection.isInTransaction else { return }
    try? connection.run("COMMIT")
  }

  /// Closes the connection, if there is one.
  ///
  /// - Parameter isLast: Whether no writer closes after it: SQLite then moves its log into the file.
  func close(isLast: Bool) {
    if isLast { fileGuard?.unlockShared() }
    open?.connection.close()
    open = nil
    connections = nil
    if ownsGuard { fileGuard?.close() }
  }
}
