internal import ExpenseModel

/// Reading the journal: one entry per commit.
enum Journal {
  static let insert: StaticString = """
    INSERT INTO journal(revision, kind, origin, instance, time, label, target, next_id, \
    first_id, last_id, items, images) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
    """

  static let columns = """
    SELECT revision, kind, origin, instance, time, label, target, undone_by, applied_by, items \
    FROM journal
    """

  /// One entry, with what later undo and redo have made of it.
  struct Entry {
    var change: Change
    var origin: Int64
    /// The revision by which it stands: its own, or that of the last redo.
    var appliedBy: Int64
    /// Whether it is a commit of someone's that has not been undone.
    var stands: Bool { change.kind == .edit && change.undoneBy == 0 }
    /// Whether it takes a commit back, so that taking it back does that commit again.
    var isUndo: Bool { change.kind == .undo }
  }

  /// The entry that a statement of `columns` stands at.
  static func entry(_ statement: Statement, _ names: Names) throws(ExpenseError) -> Entry {
    let revision = statement.integer(0)
    let appliedBy = statement.isNull(8) ? revision : statement.integer(8)
    guard isValid(revision: revision), isValid(revision: appliedBy),
      let kind = Change.Kind(rawValue: Int32(clamping: statement.integer(1))),
      kind != .initial, let items = ChangeItems.decode(statement.bytes(9))
    else { throw ExpenseError(.damaged, "journal: revision \(revision) is not valid") }
    var change = Change(
      kind: kind, firstRevision: revision, lastRevision: revision, time: statement.integer(4),
      instance: statement.integer(3), origin: try names.origins.name(statement.integer(2)),
      label: statement.text(5), target: statement.integer(6), items: items)
    change.undoneBy = statement.integer(7)
    return Entry(
      change: change.withAutomaticLabel, origin: statement.integer(2),
      appliedBy: appliedBy)
  }

  /// The entry of one revision.
  static func entry(
    _ revision: Int64, _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> Entry? {
    let statement = try connection.statement(columns + " WHERE revision = ?1")
    defer { statement.reset() }
    statement.bind(1, revision)
    return try statement.step() ? try entry(statement, names) : nil
  }

  /// Whether everyone was told, after a revision, to read again.
  static func hasReset(
    after revision: Int64, _ connection: Connection
  ) throws(ExpenseError) -> Bool {
    let statement = try connection.statement(
      "SELECT 1 FROM journal WHERE revision > ?1 AND kind = ?2 LIMIT 1")
    defer { statement.reset() }
    statement.bind(1, revision)
    statement.bind(2, Int64(Change.Kind.reset.rawValue))
    return try statement.step()
  }

  /// The changes after a revision, in order; at most so many, -1 for all.
  static func changes(
    after revision: Int64, limit: Int64 = -1, _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> [Change] {
    let statement = try connection.statement(
      columns + " WHERE revision > ?1 ORDER BY revision LIMIT ?2")
    defer { statement.reset() }
    statement.bind(1, revision)
    statement.bind(2, limit)
    var changes: [Change] = []
    while try statement.step() { changes.append(try entry(statement, names).change) }
    return changes
  }

  /// The last revision; 0 for a new store.
  static func lastRevision(_ connection: Connection) throws(ExpenseError) -> Int64 {
    let last = try connection.integer("SELECT max(revision) FROM journal")
    if isValid(revision: last) { return last }
    throw ExpenseError(.damaged, "\(connection.path): the journal ends with no valid revision")
  }

  /// Whether a number can be that of a commit, or 0 for none, with one to come after it.
  static func isValid(revision: Int64) -> Bool { revision >= 0 && revision < .max }

  /// Hands over the before-images of a revision, part by part, until the body answers false.
  static func forEachImage(
    _ revision: Int64, of ids: Range<Int64>? = nil, _ connection: Connection,
    _ body: (RowImage) throws(ExpenseError) -> Bool
  ) throws(ExpenseError) {
    let select = try connection.statement("SELECT images FROM journal WHERE revision = ?1")
    select.bind(1, revision)
    let few = try select.step() && !select.isNull(0) ? select.bytes(0) : nil
    select.reset()
    if let few {
      _ = try forEachImage(in: few, revision, body)
      return
    }
    var part: Int64 = -1
    while true {
      // One part at a time, so that the body may write to the same table.
      let statement = try connection.statement(
        """
        SELECT part, rows FROM journal_image WHERE revision = ?1 AND part > ?2 \
        AND (?3 IS NULL OR (first_id < ?4 AND last_id >= ?3)) ORDER BY part LIMIT 1
        """)
      statement.bind(1, revision)
      statement.bind(2, part)
      statement.bind(3, ids?.lowerBound)
      statement.bind(4, ids?.upperBound)
      guard try statement.step() else { return statement.reset() }
      let next = statement.integer(0)
      guard next > part else {
        throw ExpenseError(.damaged, "journal: the images of revision \(revision) have no order")
      }
      part = next
      let bytes = statement.bytes(1)
      statement.reset()
      if try !forEachImage(in: bytes, revision, body) { return }
    }
  }

  /// Whether the body has answered true for each.
  private static func forEachImage(
    in bytes: [UInt8], _ revision: Int64, _ body: (RowImage) throws(ExpenseError) -> Bool
  ) throws(ExpenseError) -> Bool {
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      guard let image = RowImage(&reader) else {
        throw ExpenseError(.damaged, "journal: the images of revision \(revision) are not valid")
      }
      if try !body(image) { return false }
    }
    return true
  }

  /// The row of one expense before a revision; nil when the revision has no image of it.
  static func image(
    of id: Int64, before revision: Int64, _ connection: Connection
  ) throws(ExpenseError) -> RowImage? {
    guard StoredRow.isValid(id: id) else { return nil }
    var found: RowImage?
    try forEachImage(revision, of: id..<(id + 1), connection) { (image) throws(ExpenseError) in
      if image.row.id == id { found = image }
      return found == nil
    }
    return found
  }
}

extension Change {
  /// The change with a label: what it did, when nobody gave it one.
  var withAutomaticLabel: Change {
    guard label.isEmpty else { return self }
    var change = self
    change.label = kind == .settings ? "changed settings" : Change.automaticLabel(items)
    return change
  }
}
