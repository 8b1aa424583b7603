internal import ExpenseModel
internal import Threads

extension Writer {
  /// Keeps columns for the next process: writes those parts of the cache that have changed.
  ///
  /// A transaction of its own, of which the journal says nothing. Where another program is writing,
  /// or anything fails, the cache stays as it was.
  func keep(_ columns: Columns, _ report: ColumnState.CacheReport, _ policy: CachePolicy) {
    do throws(ExpenseError) {
      try begin(label: "", deadline: Deadline(after: 0))
      let isWorth = try writeCache(columns, report, policy)
      if isWorth { try commitWithoutJournal() } else { rollback() }
    } catch {
      rollback()
    }
  }

  /// Writes what has changed; false where that is too little.
  private func writeCache(
    _ columns: Columns, _ report: ColumnState.CacheReport, _ policy: CachePolicy
  ) throws(ExpenseError) -> Bool {
    guard let plan = try ColumnCache.plan(columns, report, policy, connection, names) else {
      return false
    }
    if plan.isAnew { try ColumnCache.clear(connection) }
    for part in plan.parts { try ColumnCache.write(part, of: columns, connection) }
    try ColumnCache.write(
      ColumnCache.State(
        revision: columns.revision, rows: Int64(columns.count),
        writes: Int64.random(in: 0..<(1 << 52)),
        schema: try connection.integer("PRAGMA schema_version")),
      connection)
    return true
  }
}

extension ColumnCache {
  /// What is to be written so that the cache holds for columns.
  struct Plan {
    /// Whether nothing of what is there can stay.
    var isAnew: Bool
    var parts: Set<CachedPart>
  }

  /// What is to be written; nil where that is too little.
  static func plan(
    _ columns: Columns, _ report: ColumnState.CacheReport, _ policy: CachePolicy,
    _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> Plan? {
    let state = try state(connection)
    if let state, !report.isWrong, state.revision > columns.revision { return nil }
    let use = report.isWrong ? nil : try use(at: columns.revision, connection, names)
    let parts = columns.parts
    // Hardly an expense is left of what there was: reading them all is as good.
    guard parts.count <= columns.count / policy.minimumRowsPerPart + 16 else { return nil }
    if let use, report.damaged.isEmpty, use.news <= policy.maximumNews, use.isWhole { return nil }
    let known = Set(use?.entries.map(\.part) ?? [])
    var changed = report.damaged.union(use?.stale ?? [])
    changed.formUnion(use?.edits.map { CachedPart(of: $0) } ?? [])
    changed.formUnion(parts.filter { !known.contains($0) })
    return Plan(isAnew: use == nil, parts: changed)
  }
}
