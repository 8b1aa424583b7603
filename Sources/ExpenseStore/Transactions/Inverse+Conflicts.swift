internal import ExpenseModel

/// What keeps an entry from being taken back.
///
/// Which rows there are and what they say is always what the commits that stand make of nothing, in
/// whatever order they were undone and done again. So a step is refused when the rows that it needs
/// are not there, or say what a later commit made of them.
extension Inverse {
  /// A commit that stands now and did not when the entry was applied, or the other way round.
  private struct Later {
    /// The last entry that did or undid it, for the message.
    let entry: Journal.Entry
    /// What it did, or what its undo takes away.
    let items: [Change.Item]
    let isUndone: Bool
  }

  /// The error that names the expenses which later changes have touched; nil when there are none.
  ///
  /// A later change that has itself been undone is no hindrance. Nor is it for the undo of an import
  /// that some of its rows were removed since: that takes back the others.
  func conflict() throws(ExpenseError) -> ExpenseError? {
    guard applied + 1 < writer.effect?.revision ?? 0 else { return nil }
    let items = try appliedItems()
    let isImport = try !Imports.numbers(of: commit, connection).isEmpty
    var found: [String] = []
    for later in try commitsThatCount(after: applied) {
      for (mine, theirs) in overlaps(items, later, isImport: isImport && !entry.isUndo) {
        let fields =
          theirs.kind == .updated && mine.kind == .updated
          ? mine.fields.intersection(theirs.fields) : []
        var ids = Array(mine.ids.clamped(to: theirs.ids).prefix(4))
        if isImport, mine.kind == .added, !entry.isUndo {
          // One that is gone is none to lose.
          ids = try present(mine.ids.clamped(to: theirs.ids))
        }
        for id in ids {
          let what =
            theirs.kind == .removed
            ? "removed"
            : fields.isEmpty
              ? "changed"
              : fields.description + " changed"
          let by = later.entry.change
          found.append("expense \(id) (\(what) by \(by.origin), revision \(by.lastRevision))")
        }
        if found.count > 3 { break }
      }
    }
    if found.isEmpty { return nil }
    let names = found.prefix(3).joined(separator: "; ") + (found.count > 3 ? "; and others" : "")
    return ExpenseError(
      .conflict, "revision \(commit) \"\(entry.change.label)\": later changes touched \(names)")
  }

  /// The first of a range of expenses that are there.
  private func present(_ ids: Range<Int64>) throws(ExpenseError) -> [Int64] {
    let statement = try connection.statement(
      "SELECT id FROM expense WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT 4")
    defer { statement.reset() }
    statement.bind(1, ids.lowerBound)
    statement.bind(2, ids.upperBound)
    var found: [Int64] = []
    while try statement.step() { found.append(statement.integer(0)) }
    return found
  }

  private func overlaps(
    _ mine: [Change.Item], _ later: Later, isImport: Bool
  ) -> [(Change.Item, Change.Item)] {
    // An id is in one item of a change at most: in order of id, one pass finds every pair.
    let theirs = later.items.sorted { $0.firstID < $1.firstID }
    var pairs: [(Change.Item, Change.Item)] = []
    var start = 0
    for my in mine.sorted(by: { $0.firstID < $1.firstID }) {
      while start < theirs.count, theirs[start].ids.upperBound <= my.firstID { start += 1 }
      for their in theirs[start...].prefix(while: { $0.firstID < my.ids.upperBound }) {
        let meet =
          switch (my.kind, their.kind) {
          case (.updated, .updated): !my.fields.isDisjoint(with: their.fields)
          case (.added, .updated), (.updated, .removed): true
          case (.added, .removed): !isImport
          // A row can't come back while the commit that added it is undone.
          case (.removed, .removed): later.isUndone
          default: false
          }
        if meet { pairs.append((my, their)) }
      }
    }
    return pairs
  }

  /// The later entries that make a difference now: of each commit that stood then and does not now,
  /// or the other way round, the last entry that did or undid it.
  private func commitsThatCount(after revision: Int64) throws(ExpenseError) -> [Later] {
    let last = try entriesThatCount(after: revision)
    var found: [Later] = []
    for entry in last {
      guard entry.isUndo else {
        found.append(Later(entry: entry, items: entry.change.items, isUndone: false))
        continue
      }
      // Of an undone import, the undo itself names only the rows that were still there.
      let commit = try Journal.entry(entry.change.target, connection, writer.names)
      let items = commit.map { Inverse.inverted($0.change.items) } ?? entry.change.items
      found.append(Later(entry: entry, items: items, isUndone: true))
    }
    return found
  }

  private static func inverted(_ items: [Change.Item]) -> [Change.Item] {
    items.map { item in
      var item = item
      switch item.kind {
      case .added: item.kind = .removed
      case .removed: item.kind = .added
      case .updated: break
      }
      return item
    }
  }

  private func entriesThatCount(after revision: Int64) throws(ExpenseError) -> [Journal.Entry] {
    let statement = try connection.statement(
      Journal.columns + " WHERE revision > ?1 AND kind IN (0, 1, 2) ORDER BY revision")
    defer { statement.reset() }
    statement.bind(1, revision)
    var stoodThen: [Int64: Bool] = [:]
    var last: [Int64: Journal.Entry] = [:]
    while try statement.step() {
      let entry = try Journal.entry(statement, writer.names)
      let commit = entry.change.kind == .edit ? entry.change.lastRevision : entry.change.target
      if stoodThen[commit] == nil { stoodThen[commit] = entry.isUndo }
      last[commit] = entry
    }
    return last.filter { stoodThen[$0.key] == $0.value.isUndo }.map(\.value)
      .sorted { $0.change.lastRevision < $1.change.lastRevision }
  }
}
