public import ExpenseModel

/// One entry of a history.
public struct HistoryEntry: Hashable, Sendable {
  /// The commit.
  public var change: Change
  /// In the history of one expense: as the commit left it, or as it was before a removal.
  public var expense: Expense?
}

extension Store {
  /// The commits that touched an expense, the latest first; with id 0, all commits of the store.
  ///
  /// - Parameters:
  ///   - id: The expense; 0 for all.
  ///   - before: Only commits before this revision; 0 for all.
  ///   - limit: At most so many.
  /// - Throws: `notFound` for an id that no commit has touched.
  public func history(
    of id: Int64 = 0, before: Int64 = 0, limit: Int = .max
  ) throws(ExpenseError) -> [HistoryEntry] {
    try read { (connection, names) throws(ExpenseError) in
      id == 0
        ? try Store.history(connection, names, before, limit)
        : try Store.history(of: id, connection, names, before, limit)
    }
  }

  private static func history(
    _ connection: Connection, _ names: Names, _ before: Int64, _ limit: Int
  ) throws(ExpenseError) -> [HistoryEntry] {
    let statement = try connection.statement(
      Journal.columns + " WHERE ?1 = 0 OR revision < ?1 ORDER BY revision DESC LIMIT ?2")
    defer { statement.reset() }
    statement.bind(1, before)
    statement.bind(2, Int64(limit))
    var entries: [HistoryEntry] = []
    while try statement.step() {
      entries.append(HistoryEntry(change: try Journal.entry(statement, names).change))
    }
    return entries
  }

  private static func history(
    of id: Int64, _ connection: Connection, _ names: Names, _ before: Int64, _ limit: Int
  ) throws(ExpenseError) -> [HistoryEntry] {
    let statement = try connection.statement(
      Journal.columns + " WHERE first_id <= ?1 AND last_id >= ?1 ORDER BY revision DESC")
    defer { statement.reset() }
    statement.bind(1, id)
    var entries: [HistoryEntry] = []
    var wasTouched = false
    // Walking back from today, the row as the entry at hand left it.
    var row = try connection.row(id)
    while entries.count < limit, try statement.step() {
      let change = try Journal.entry(statement, names).change
      guard let item = change.items.first(where: { $0.ids.contains(id) }) else { continue }
      wasTouched = true
      let old = try Journal.image(of: id, before: change.lastRevision, connection)?.row
      if before == 0 || change.lastRevision < before {
        guard let shown = item.kind == .removed ? old : row else {
          throw ExpenseError(
            .damaged, "journal: revision \(change.lastRevision) has lost expense \(id)")
        }
        entries.append(HistoryEntry(change: change, expense: try names.expense(shown)))
      }
      row = item.kind == .added ? nil : old
    }
    if !wasTouched, limit > 0 { throw missing(id) }
    return entries
  }
}
