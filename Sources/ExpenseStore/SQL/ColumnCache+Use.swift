internal import ExpenseModel

extension ColumnCache {
  /// What of the cache holds at a later revision: the journal says what has changed since.
  struct Use: Sendable {
    let state: State
    /// Every part that the table has, in order.
    let entries: [Entry]
    /// Parts in which much has changed, so that their rows are to be read.
    private(set) var stale: Set<CachedPart> = []
    /// Expenses that have changed in other parts, in order.
    private(set) var edits: [Int64] = []
    /// How many expenses and commits have come, gone or changed.
    private(set) var news: Int64 = 0

    /// The parts that hold, but for `edits`.
    var parts: [CachedPart] { entries.map(\.part).filter { !stale.contains($0) } }

    /// Whether no part is missing.
    var isWhole: Bool {
      entries.reduce(Int64(0)) { $0 &+ $1.rows } == state.rows
    }

    /// From so many changes on the rows of a part are read together.
    private static let maximumEdits = 2048
    /// So many commits are looked at; where there are more, everything is read.
    static let maximumCommits: Int64 = 65_536
  }

  /// What can be used at a revision; nil for nothing.
  ///
  /// A revision that is missing in the journal, or one that says that anything may have changed,
  /// leaves nothing.
  static func use(
    at revision: Int64, _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> Use? {
    guard let state = try state(connection), state.revision <= revision,
      revision - state.revision <= Use.maximumCommits,
      let entries = try entries(connection)
    else { return nil }
    var use = Use(state: state, entries: entries)
    guard state.revision < revision else { return use }
    let changes = try Journal.changes(
      after: state.revision, limit: revision - state.revision, connection, names)
    var last = state.revision
    var ids: Set<Int64> = []
    for change in changes {
      guard change.firstRevision == last + 1, change.kind != .reset, change.kind != .initial else {
        return nil
      }
      last = change.lastRevision
      use.note(change, &ids)
    }
    guard last == revision else { return nil }
    use.settle(ids)
    return use
  }
}

extension ColumnCache.Use {
  fileprivate init(state: ColumnCache.State, entries: [ColumnCache.Entry]) {
    (self.state, self.entries) = (state, entries)
  }

  /// Takes in what a change touched.
  fileprivate mutating func note(_ change: Change, _ ids: inout Set<Int64>) {
    news &+= 1
    for item in change.items {
      news = news.addingReportingOverflow(item.count).overflow ? .max : news + item.count
      if item.count <= Self.maximumEdits, ids.count < ColumnKeeper.maximumRows {
        ids.formUnion(item.ids)
        continue
      }
      for entry in entries where entry.part.ids.overlaps(item.ids) { stale.insert(entry.part) }
    }
  }

  /// Tells apart what is edited row by row and what is read together.
  fileprivate mutating func settle(_ ids: Set<Int64>) {
    let known = Set(entries.map(\.part))
    var byPart: [CachedPart: [Int64]] = [:]
    for id in ids where id > 0 { byPart[CachedPart(of: id), default: []].append(id) }
    for (part, ids) in byPart where known.contains(part) && !stale.contains(part) {
      if ids.count > Self.maximumEdits { stale.insert(part) } else { edits += ids }
    }
    edits.sort()
  }
}
