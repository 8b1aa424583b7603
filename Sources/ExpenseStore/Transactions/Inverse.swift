internal import ExpenseModel

/// Takes back what one journal entry did: a commit (undo), or the undo of one (redo).
struct Inverse {
  private let entry: Journal.Entry
  private let writer: Writer
  /// The revision by which the entry's effect came about.
  private let applied: Int64

  init(_ entry: Journal.Entry, _ writer: Writer) {
    self.entry = entry
    self.writer = writer
    applied = entry.appliedBy
  }

  private var connection: Connection { writer.connection }

  /// The commit that is undone or done again.
  private var commit: Int64 {
    entry.change.kind == .undo ? entry.change.target : entry.change.lastRevision
  }

  // MARK: Conflicts

  /// The error that names the expenses which later changes have touched; nil when there are none.
  ///
  /// A later change that has itself been undone is no hindrance.
  func conflict() throws(ExpenseError) -> ExpenseError? {
    guard applied + 1 < writer.effect?.revision ?? 0 else { return nil }
    let items = try appliedItems()
    var found: [String] = []
    for later in try entriesThatCount(after: applied) {
      for (mine, theirs) in overlaps(items, later.change.items) {
        let ids = mine.ids.clamped(to: theirs.ids)
        let fields =
          theirs.kind == .updated && mine.kind == .updated
          ? mine.fields.intersection(theirs.fields) : []
        for id in ids.prefix(4) {
          let what =
            theirs.kind == .removed
            ? "removed"
            : fields.isEmpty
              ? "changed"
              : fields.description + " changed"
          found.append(
            "expense \(id) (\(what) by \(later.change.origin), revision \(later.change.lastRevision))"
          )
        }
        if found.count > 3 { break }
      }
    }
    if found.isEmpty { return nil }
    let names = found.prefix(3).joined(separator: "; ") + (found.count > 3 ? "; and others" : "")
    return ExpenseError(
      .conflict, "revision \(commit) \"\(entry.change.label)\": later changes touched \(names)")
  }

  private func overlaps(
    _ mine: [Change.Item], _ theirs: [Change.Item]
  ) -> [(Change.Item, Change.Item)] {
    // An id is in one item of a change at most: in order of id, one pass finds every pair.
    let theirs = theirs.sorted { $0.firstID < $1.firstID }
    var pairs: [(Change.Item, Change.Item)] = []
    var start = 0
    for my in mine.sorted(by: { $0.firstID < $1.firstID }) {
      while start < theirs.count, theirs[start].ids.upperBound <= my.firstID { start += 1 }
      for their in theirs[start...].prefix(while: { $0.firstID < my.ids.upperBound }) {
        let meet =
          switch (my.kind, their.kind) {
          case (.updated, .updated): !my.fields.isDisjoint(with: their.fields)
          case (.added, .updated), (.added, .removed), (.updated, .removed): true
          default: false
          }
        if meet { pairs.append((my, their)) }
      }
    }
    return pairs
  }

  /// The later entries that make a difference now: of each commit that stood then and does not now,
  /// or the other way round, the last entry that did or undid it.
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
      if stoodThen[commit] == nil { stoodThen[commit] = entry.change.kind == .undo }
      last[commit] = entry
    }
    return last.filter { stoodThen[$0.key] != ($0.value.change.kind != .undo) }.map(\.value)
      .sorted { $0.change.lastRevision < $1.change.lastRevision }
  }

  private func appliedItems() throws(ExpenseError) -> [Change.Item] {
    if applied == entry.change.lastRevision { return entry.change.items }
    guard let entry = try Journal.entry(applied, connection, writer.names) else {
      throw ExpenseError(.damaged, "journal: revision \(applied) is missing")
    }
    return entry.change.items
  }

  // MARK: Taking back

  /// Takes the entry back, and notes in the journal that it was.
  func apply() throws(ExpenseError) -> UndoStep {
    for item in try appliedItems() where item.kind == .added {
      try writer.remove(item.ids)
    }
    try Journal.forEachImage(applied, connection) { (image) throws(ExpenseError) in
      if image.fields.isEmpty {
        try writer.insert(image.row)
      } else {
        try restore(image)
      }
      return true
    }
    guard let revision = writer.effect?.revision else {
      throw ExpenseError(.transaction, "no transaction is open")
    }
    writer.effect?.target = commit
    writer.effect?.label = entry.change.label
    if entry.change.kind == .undo {
      try mark("undone_by = NULL, applied_by = ?1", revision, commit)
      try mark("undone_by = ?1", revision, entry.change.lastRevision)
    } else {
      try mark("undone_by = ?1", revision, commit)
    }
    return UndoStep(revision: revision, target: commit, label: entry.change.label)
  }

  /// Sets the fields that the entry changed back to what they were.
  private func restore(_ image: RowImage) throws(ExpenseError) {
    guard let old = try writer.row(image.row.id) else { throw Store.missing(image.row.id) }
    var row = old
    row.take(image.fields, from: image.row)
    _ = try writer.update(row, from: old)
  }

  private func mark(_ what: String, _ by: Int64, _ revision: Int64) throws(ExpenseError) {
    let statement = try connection.statement("UPDATE journal SET \(what) WHERE revision = ?2")
    statement.bind(1, by)
    statement.bind(2, revision)
    try statement.run()
  }
}
