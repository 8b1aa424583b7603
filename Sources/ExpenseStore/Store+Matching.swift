package import ExpenseModel

/// What tells whether a row of a file is in the store.
extension Store {
  /// The last id of an expense; 0 when there is none.
  package func lastExpenseID() throws(ExpenseError) -> Int64 {
    try read { (connection, _) throws(ExpenseError) in
      try connection.integer("SELECT max(id) FROM expense")
    }
  }

  /// Hands over of every expense, in order of id, its fingerprint, if it was imported, and its
  /// amount, until the body answers false.
  ///
  /// - Parameter after: Only those with a higher id.
  package func forEachFingerprint(
    after id: Int64 = 0,
    _ body: (_ id: Int64, _ fingerprint: UInt64?, _ amount: Int64) throws(ExpenseError) -> Bool
  ) throws(ExpenseError) {
    try read { (connection, _) throws(ExpenseError) in
      let statement = try connection.statement(
        "SELECT id, fingerprint, amount FROM expense WHERE id > ?1 ORDER BY id")
      defer { statement.reset() }
      statement.bind(1, id)
      while try statement.step() {
        let fingerprint = statement.optionalInteger(1).map { UInt64(bitPattern: $0) }
        guard try body(statement.integer(0), fingerprint, statement.integer(2)) else { return }
      }
    }
  }

  /// Hands over the UUID of every expense, in order of id, until the body answers false.
  ///
  /// - Parameter after: Only those with a higher id.
  package func forEachUUID(
    after id: Int64 = 0, _ body: (_ id: Int64, _ uuid: UUID128) -> Bool
  ) throws(ExpenseError) {
    try read { (connection, _) throws(ExpenseError) in
      let statement = try connection.statement(
        "SELECT id, uuid FROM expense WHERE id > ?1 ORDER BY id")
      defer { statement.reset() }
      statement.bind(1, id)
      while try statement.step() {
        guard body(statement.integer(0), statement.uuid(1)) else { return }
      }
    }
  }

  /// Hands over the fingerprints of the rows that were imported and then removed, while their
  /// import stands.
  package func forEachRemoved(_ body: (_ fingerprint: UInt64) -> Void) throws(ExpenseError) {
    try read { (connection, _) throws(ExpenseError) in
      let statement = try connection.statement(
        """
        SELECT removed_row.fingerprint FROM removed_row JOIN import \
        ON import.id = removed_row.import WHERE import.stands
        """)
      defer { statement.reset() }
      while try statement.step() { body(UInt64(bitPattern: statement.integer(0))) }
    }
  }

  /// Hands over the UUIDs of the expenses that were removed, other than by an undo, as far as the
  /// journal reaches back; one may be there again.
  package func forEachRemovedUUID(_ body: (UUID128) -> Void) throws(ExpenseError) {
    try read { (connection, names) throws(ExpenseError) in
      // Gathered first: the images are read with statements of their own.
      var removals: [(revision: Int64, items: [Change.Item])] = []
      for change in try Journal.changes(after: 0, connection, names)
      where change.kind == .edit && change.undoneBy == 0 {
        let items = change.items.filter { $0.kind == .removed }
        if !items.isEmpty { removals.append((change.lastRevision, items)) }
      }
      for removal in removals {
        try Journal.forEachImage(removal.revision, connection) { (image) throws(ExpenseError) in
          if removal.items.contains(where: { $0.ids.contains(image.row.id) }) {
            body(image.row.uuid)
          }
          return true
        }
      }
    }
  }

  /// An expense as far as another may be like it.
  package struct Likeness: Sendable {
    package var id: Int64
    /// Days since 1970-01-01.
    package var day: Int64
    package var amount: Int64
    package var currency: String
    package var account: String
    /// Nothing says that it came from a file.
    package var isTypedIn: Bool
    package var externalID: String
  }

  /// Hands over every expense with one of some amounts.
  ///
  /// - Parameters:
  ///   - mayBe: Asked first, of the amount alone.
  ///   - body: `name` makes the text when it is called, and only inside the body.
  package func forEachLikeness(
    where mayBe: (_ id: Int64, _ amount: Int64) throws(ExpenseError) -> Bool,
    _ body: (Likeness, _ name: () -> String) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    try read { (connection, names) throws(ExpenseError) in
      let statement = try connection.statement(
        """
        SELECT id, date, amount, currency, account, import, fingerprint, external_id, name \
        FROM expense ORDER BY id
        """)
      defer { statement.reset() }
      while try statement.step() {
        let id = statement.integer(0)
        let amount = statement.integer(2)
        guard try mayBe(id, amount) else { continue }
        let likeness = Likeness(
          id: id, day: statement.integer(1), amount: amount,
          currency: try names.currencies.currency(statement.integer(3)).code,
          account: try names.accounts.name(statement.integer(4)),
          isTypedIn: statement.integer(5) == 0 && statement.integer(6) == 0,
          externalID: statement.text(7))
        try body(likeness) { statement.text(8) }
      }
    }
  }

  /// What a row of a file was when it was imported, or what it is.
  package struct Original: Sendable {
    package var amount: Int64
    /// Days since 1970-01-01.
    package var day: Int64
    package var name: String

    package init(amount: Int64, day: Int64, name: String) {
      self.amount = amount
      self.day = day
      self.name = name
    }
  }

  /// Keeps what a file gave of a row that was edited before it was stored.
  package func keepOriginal(_ original: Original, of id: Int64) throws(ExpenseError) {
    try write { (writer) throws(ExpenseError) in
      let statement = try writer.connection.statement(
        "INSERT OR REPLACE INTO original_row(id, amount, date, name) VALUES(?1, ?2, ?3, ?4)")
      statement.bind(1, id)
      statement.bind(2, original.amount)
      statement.bind(3, original.day)
      statement.bind(4, original.name)
      try statement.run()
    }
  }

  /// What expenses were before they were first edited; one that never was is not among them.
  ///
  /// From what was kept at their import, else from the first image of them in the journal, whose
  /// images are read once for all of them.
  package func originals(of ids: Set<Int64>) throws(ExpenseError) -> [Int64: Original] {
    try read { (connection, _) throws(ExpenseError) in
      var found: [Int64: Original] = [:]
      for id in ids { found[id] = try Store.keptOriginal(of: id, connection) }
      var missing = ids.filter { found[$0] == nil }
      guard let first = missing.min(), let last = missing.max() else { return found }
      for revision in try Store.revisionsWithImages(of: first...last, connection) {
        if missing.isEmpty { break }
        try Journal.forEachImage(
          revision, of: first..<(last + 1), connection
        ) { (image) throws(ExpenseError) in
          let row = image.row
          if missing.remove(row.id) != nil {
            found[row.id] = Original(amount: row.amount, day: row.date, name: row.name)
          }
          return !missing.isEmpty
        }
      }
      return found
    }
  }

  private static func keptOriginal(
    of id: Int64, _ connection: Connection
  ) throws(ExpenseError) -> Original? {
    let statement = try connection.statement(
      "SELECT amount, date, name FROM original_row WHERE id = ?1")
    defer { statement.reset() }
    statement.bind(1, id)
    guard try statement.step() else { return nil }
    return Original(
      amount: statement.integer(0), day: statement.integer(1), name: statement.text(2))
  }

  private static func revisionsWithImages(
    of ids: ClosedRange<Int64>, _ connection: Connection
  ) throws(ExpenseError) -> [Int64] {
    let statement = try connection.statement(
      """
      SELECT revision FROM journal_image WHERE first_id <= ?2 AND last_id >= ?1 \
      UNION SELECT revision FROM journal WHERE images IS NOT NULL AND first_id <= ?2 \
      AND last_id >= ?1 ORDER BY revision
      """)
    defer { statement.reset() }
    statement.bind(1, ids.lowerBound)
    statement.bind(2, ids.upperBound)
    var revisions: [Int64] = []
    while try statement.step() { revisions.append(statement.integer(0)) }
    return revisions
  }
}
