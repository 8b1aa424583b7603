internal import ExpenseModel

/// Finds in the journal what undo and redo take, the latest first.
///
/// Lists are read at once, because taking an entry writes to the journal.
struct UndoSearch {
  /// How many candidates one undo looks at: more than one only where conflicts are skipped.
  private static let maximum = 1000

  private let writer: Writer
  private let mine: Int64?

  init(_ writer: Writer) throws(ExpenseError) {
    self.writer = writer
    mine = try writer.names.origins.find(writer.originName)
  }

  /// Commits that stand.
  func undoable(_ scope: UndoScope) throws(ExpenseError) -> [Journal.Entry] {
    try entries(
      "kind = 0 AND undone_by IS NULL" + (scope.any ? "" : " AND origin = ?1"), scope
    )
  }

  /// Undos that were not done again, and whose origin has committed nothing since.
  func redoable(_ scope: UndoScope) throws(ExpenseError) -> [Journal.Entry] {
    try entries(
      """
      kind = 1 AND undone_by IS NULL AND NOT EXISTS (SELECT 1 FROM journal later \
      WHERE later.revision > journal.revision AND later.kind = 0 \
      AND later.origin = journal.origin)
      """ + (scope.any ? "" : " AND origin = ?1"), scope)
  }

  private func entries(
    _ condition: String, _ scope: UndoScope
  ) throws(ExpenseError) -> [Journal.Entry] {
    if !scope.any, mine == nil { return [] }
    let statement = try writer.connection.statement(
      Journal.columns
        + " WHERE \(condition) ORDER BY revision DESC LIMIT \(scope.skip ? UndoSearch.maximum : 1)")
    defer { statement.reset() }
    if !scope.any { statement.bind(1, mine) }
    var entries: [Journal.Entry] = []
    while try statement.step() { entries.append(try Journal.entry(statement, writer.names)) }
    return entries
  }
}
