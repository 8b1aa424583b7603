internal import ExpenseModel

/// What the file keeps of rows that were imported and then removed.
enum RemovedRows {
  /// Notes a row that an edit removes, if it was imported.
  static func note(_ row: StoredRow, _ connection: Connection) throws(ExpenseError) {
    guard let number = row.importNumber, number != 0, let fingerprint = row.fingerprint,
      fingerprint != 0
    else { return }
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO removed_row(id, import, fingerprint) VALUES(?1, ?2, ?3)")
    statement.bind(1, row.id)
    statement.bind(2, number)
    statement.bind(3, fingerprint)
    try statement.run()
  }

  /// Forgets a row that is there again.
  static func forget(_ id: Int64, _ connection: Connection) throws(ExpenseError) {
    let statement = try connection.statement("DELETE FROM removed_row WHERE id = ?1")
    statement.bind(1, id)
    try statement.run()
  }

  static func isEmpty(_ connection: Connection) throws(ExpenseError) -> Bool {
    try connection.integer("SELECT EXISTS(SELECT 1 FROM removed_row)") == 0
  }
}

/// What the file keeps of imports.
enum Imports {
  /// The imports that a commit stored.
  static func numbers(
    of revision: Int64, _ connection: Connection
  ) throws(ExpenseError) -> Set<Int64> {
    let statement = try connection.statement("SELECT id FROM import WHERE revision = ?1")
    defer { statement.reset() }
    statement.bind(1, revision)
    var numbers: Set<Int64> = []
    while try statement.step() { numbers.insert(statement.integer(0)) }
    return numbers
  }

  /// Notes that a commit was undone or done again.
  static func mark(
    of revision: Int64, stands: Bool, _ connection: Connection
  ) throws(ExpenseError) {
    let statement = try connection.statement("UPDATE import SET stands = ?1 WHERE revision = ?2")
    statement.bind(1, stands ? 1 : 0)
    statement.bind(2, revision)
    try statement.run()
  }
}
