internal import ExpenseModel

/// The reading connection of a store.
final class Reader {
  private var open: (connection: Connection, names: Names)?
  /// A store that is open for reading only owns it; else the writer does.
  private let fileGuard: FileGuard?
  private let ownsGuard: Bool
  /// The state of the file when others' commits were last looked for: who writes the column cache
  /// makes no commit of the journal, and yet is no stranger.
  private(set) var seen: (version: Int64, revision: Int64, cache: Int64) = (-1, -1, 0)
  /// The state of the file at that time, where it was told.
  private var seenState: FileState?

  init(_ connection: Connection, _ fileGuard: FileGuard? = nil, ownsGuard: Bool = false) {
    open = (connection, Names(connection))
    self.fileGuard = fileGuard
    self.ownsGuard = ownsGuard
  }

  func use<Result>(
    _ body: (Connection, Names) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    guard let open else { throw Store.closedError }
    return try body(open.connection, open.names)
  }

  /// Whether anyone has written to the file since it was last looked at.
  func hasNews() throws(ExpenseError) -> Bool {
    try use { (connection, _) throws(ExpenseError) in
      let state = try connection.fileState()
      if let state, state == seenState { return false }
      guard try connection.integer("PRAGMA data_version") == seen.version else { return true }
      seenState = state
      return false
    }
  }

  /// Looks at one state of the file and remembers which it was.
  func look(
    _ body: (Connection, Names) throws(ExpenseError) -> Void = { (_, _) in }
  ) throws(ExpenseError) {
    seen = try use { (connection, names) throws(ExpenseError) in
      seenState = nil
      return try connection.snapshot { () throws(ExpenseError) in
        // Inside the snapshot: a commit between the two would look like one without a revision.
        let version = try connection.integer("PRAGMA data_version")
        try body(connection, names)
        return (
          version, try Journal.lastRevision(connection), try ColumnCache.stamp(connection)
        )
      }
    }
  }

  /// Has the next look find news once more.
  func forget() {
    seen.version = -1
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

  func close() {
    if ownsGuard { fileGuard?.unlockShared() }
    open?.connection.close()
    open = nil
    if ownsGuard { fileGuard?.close() }
  }
}
