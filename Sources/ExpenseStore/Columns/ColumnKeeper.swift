internal import ExpenseModel
internal import Threads

/// Keeps a store's columns at its last commit: loaded when first asked for, then kept by each change.
///
/// A commit pays nothing for them: who next asks catches up by what the journal says has changed.
/// Any thread may ask; the lock is taken before the reader's, and no host code runs inside.
struct ColumnKeeper: Sendable {
  let store: Store

  /// Beyond so many rows a change is not followed row by row: everything is loaded anew.
  static let maximumRows: Int64 = 65_536

  /// The columns at the last commit of any process, with at least these columns loaded.
  ///
  /// - Throws: `damaged` for a row that cannot be one; as every read.
  func newest(_ needs: ColumnNeeds) throws(ExpenseError) -> Columns {
    try Store.refuseInsideWake()
    return try store.columnState.withLock { (state) throws(ExpenseError) in
      let file = try store.fileState()
      if let unchanged = state.unchanged(needs, file) { return unchanged }
      return try store.readCommitted { (connection, names) throws(ExpenseError) in
        try state.catchUp(needs, connection, names, at: file)
      }
    }
  }

  /// The revision of the last commit, where the columns are of it; nil where that is to be read.
  var unchangedRevision: Int64? {
    get throws(ExpenseError) {
      try Store.refuseInsideWake()
      return try store.columnState.withLock { (state) throws(ExpenseError) in
        guard let current = state.current?.revision else { return nil }
        return state.isUnchanged([], try store.fileState()) ? current : nil
      }
    }
  }

  /// The columns as a change left them, and what it did, from columns as they were before it.
  ///
  /// When the change is a reset or of more than 65,536 rows, when revisions are missing between, or
  /// when the columns were loaded anew meanwhile, the list is nil: everything may be another. The
  /// columns then are the newest, which may be ahead of the change. A change that the columns
  /// have already is an empty list.
  func advance(
    _ columns: Columns, by change: Change, _ needs: ColumnNeeds
  ) throws(ExpenseError) -> (columns: Columns, changes: [ColumnChange]?) {
    if change.lastRevision <= columns.revision { return (columns, []) }
    // A change from a file may say anything.
    let revisions = min(change.firstRevision, change.lastRevision)...change.lastRevision
    let rows = store.committedRows.rows(of: revisions)
    return try store.columnState.withLock { (state) throws(ExpenseError) in
      if let rows, let known = try state.advance(columns, by: change, needs, rows, store.path) {
        return known
      }
      return try store.readCommitted { (connection, names) throws(ExpenseError) in
        try state.advance(columns, by: change, needs, connection, names)
      }
    }
  }

  /// The columns as the calling thread sees the store: in its own transaction with what that has
  /// written so far.
  func seenByThisThread(_ needs: ColumnNeeds) throws(ExpenseError) -> Columns {
    let committed = try newest(needs)
    let own = try store.readInOwnTransaction { (writer) throws(ExpenseError) in
      guard let effect = writer.effect, !effect.isEmpty else { return committed }
      return try store.columnState.withLock { (state) throws(ExpenseError) in
        try state.overlay(effect, on: committed, writer.connection)
      }
    }
    return own ?? committed
  }
}

extension Store {
  /// The state that the file is in; nil where that can't be told at this moment.
  func fileState() throws(ExpenseError) -> FileState? {
    try reader.withLock { (reader) throws(ExpenseError) in
      try reader.use { (connection, _) throws(ExpenseError) in
        if let state = try connection.fileState(lockingFile: false) { return state }
        return try connection.fileState()
      }
    }
  }

  /// The columns in memory.
  var columns: ColumnKeeper { ColumnKeeper(store: self) }
}
