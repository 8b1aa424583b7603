package import ExpenseModel

/// What the file keeps of the rules that have set fields of expenses.
///
/// A ruling belongs to the commit that wrote it and never changes after that: whether it still says
/// something of the expense is told from the commits that stand, also after undo and redo.
enum Rulings {
  /// Fields of an expense that rules set in one commit.
  struct Entry {
    var revision: Int64
    var fields: ExpenseFields
    /// Which rules, as whoever noted it writes that.
    var text: String
  }

  /// Notes that rules have set fields of an expense in the open commit.
  static func note(
    _ ruling: Store.Ruling, of id: Int64, _ writer: Writer
  ) throws(ExpenseError) {
    let number = try writer.names.rulings.intern(ruling.text)
    let statement = try writer.connection.statement(
      """
      INSERT INTO ruled_row(id, revision, ruling, fields) VALUES(?1, ?2, ?3, ?4) \
      ON CONFLICT DO UPDATE SET fields = fields | excluded.fields
      """)
    statement.bind(1, id)
    statement.bind(2, writer.effect?.revision ?? 0)
    statement.bind(3, number)
    statement.bind(4, Int64(bitPattern: ruling.fields.rawValue))
    try statement.run()
  }

  /// Forgets what the open commit has noted of fields that are set otherwise now.
  static func forget(
    _ fields: ExpenseFields, of id: Int64, _ revision: Int64, _ connection: Connection
  ) throws(ExpenseError) {
    let statement = try connection.statement(
      "UPDATE ruled_row SET fields = fields & ~?3 WHERE id = ?1 AND revision = ?2")
    statement.bind(1, id)
    statement.bind(2, revision)
    statement.bind(3, Int64(bitPattern: fields.rawValue))
    try statement.run()
  }

  /// All that was noted of an expense.
  static func entries(
    of id: Int64, _ connection: Connection
  ) throws(ExpenseError) -> [Entry] {
    let statement = try connection.statement(
      """
      SELECT revision, fields, name FROM ruled_row JOIN ruling ON ruling.id = ruled_row.ruling \
      WHERE ruled_row.id = ?1 ORDER BY revision
      """)
    defer { statement.reset() }
    statement.bind(1, id)
    var entries: [Entry] = []
    while try statement.step() {
      let fields = ExpenseFields(rawValue: UInt64(bitPattern: statement.integer(1)))
      entries.append(
        Entry(
          revision: statement.integer(0), fields: fields.intersection(.all),
          text: statement.text(2)))
    }
    return entries
  }

  /// For each field of an expense the commit that has set it to what it is.
  static func owners(
    of id: Int64, _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> [ExpenseField: Int64] {
    let statement = try connection.statement(
      Journal.columns + " WHERE first_id <= ?1 AND last_id >= ?1 ORDER BY revision DESC")
    defer { statement.reset() }
    statement.bind(1, id)
    var owners: [ExpenseField: (appliedBy: Int64, revision: Int64)] = [:]
    while try statement.step() {
      let entry = try Journal.entry(statement, names)
      guard entry.stands, let item = entry.change.items.first(where: { $0.ids.contains(id) })
      else { continue }
      let fields = item.kind == .added ? ExpenseField.allCases : item.fields.fields
      for field in fields where owners[field]?.appliedBy ?? 0 < entry.appliedBy {
        owners[field] = (entry.appliedBy, entry.change.lastRevision)
      }
    }
    return owners.mapValues(\.revision)
  }
}

extension Store {
  /// Which rules have set fields of an expense.
  package struct Ruling {
    /// The rules, in the words of whoever noted it.
    package var text: String
    /// The fields that they have changed.
    package var fields: ExpenseFields

    package init(text: String, fields: ExpenseFields) {
      self.text = text
      self.fields = fields
    }
  }

  /// Notes that rules have set fields of an expense, as a part of this thread's transaction.
  package func noteRuling(_ ruling: Ruling, of id: Int64) throws(ExpenseError) {
    try write { (writer) throws(ExpenseError) in
      try Rulings.note(ruling, of: id, writer)
      writer.effect?.hasRulings = true
    }
  }

  /// Which rules have set which fields of an expense to what they are now, and the expense.
  ///
  /// - Throws: `notFound` when there is no such expense.
  package func rulings(
    of id: Int64
  ) throws(ExpenseError) -> (expense: Expense, rulings: [Ruling]) {
    try read { (connection, names) throws(ExpenseError) in
      guard let row = try connection.row(id) else { throw Store.missing(id) }
      let entries = try Rulings.entries(of: id, connection)
      let owners = entries.isEmpty ? [:] : try Rulings.owners(of: id, connection, names)
      var found: [Ruling] = []
      for entry in entries {
        let standing = entry.fields.fields.filter { owners[$0] == entry.revision }
        let fields = standing.reduce(into: ExpenseFields()) { $0.insert(ExpenseFields($1)) }
        if !fields.isEmpty { found.append(Ruling(text: entry.text, fields: fields)) }
      }
      return (try names.expense(row), found)
    }
  }
}
