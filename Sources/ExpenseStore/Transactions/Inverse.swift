internal import ExpenseModel

/// Takes back what one journal entry did: a commit (undo), or the undo of one (redo).
struct Inverse {
  let entry: Journal.Entry
  let writer: Writer
  /// The revision by which the entry's effect came about.
  let applied: Int64

  init(_ entry: Journal.Entry, _ writer: Writer) {
    self.entry = entry
    self.writer = writer
    applied = entry.appliedBy
  }

  var connection: Connection { writer.connection }

  /// The commit that is undone or done again.
  var commit: Int64 {
    entry.isUndo ? entry.change.target : entry.change.lastRevision
  }

  // MARK: Taking back

  /// Takes the entry back, and notes in the journal that it was.
  func apply() throws(ExpenseError) -> UndoStep {
    let imports = try Imports.numbers(of: commit, connection)
    let mayComeBack = try !RemovedRows.isEmpty(connection)
    for item in try appliedItems() where item.kind == .added {
      try writer.remove(item.ids, of: imports)
    }
    try Journal.forEachImage(applied, connection) { (image) throws(ExpenseError) in
      if image.fields.isEmpty {
        try writer.insert(image.row)
        if mayComeBack { try RemovedRows.forget(image.row.id, connection) }
      } else {
        try restore(image)
      }
      return true
    }
    let revision = writer.effect?.revision ?? 0
    writer.effect?.target = commit
    writer.effect?.label = entry.change.label
    if !imports.isEmpty {
      try Imports.mark(of: commit, stands: entry.isUndo, connection)
    }
    if entry.isUndo {
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

  /// What the commit did when it was done last.
  ///
  /// Done again, it may have brought back fewer rows than it added first, since some had been
  /// removed; they may be there again now, and are its rows still.
  func appliedItems() throws(ExpenseError) -> [Change.Item] {
    if applied == entry.change.lastRevision { return entry.change.items }
    guard let again = try Journal.entry(applied, connection, writer.names) else {
      throw ExpenseError(.damaged, "journal: revision \(applied) is missing")
    }
    return entry.change.items.filter { $0.kind == .added }
      + again.change.items.filter { $0.kind != .added }
  }

  private func mark(_ what: String, _ by: Int64, _ revision: Int64) throws(ExpenseError) {
    let statement = try connection.statement("UPDATE journal SET \(what) WHERE revision = ?2")
    statement.bind(1, by)
    statement.bind(2, revision)
    try statement.run()
  }
}
