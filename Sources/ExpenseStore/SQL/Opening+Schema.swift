internal import ExpenseModel
internal import Glibc
internal import Threads

/// Making sure that a file holds this version's schema, and is ready to be shared.
extension Opening {
  /// Creates the schema, unless another process has just done so.
  func create(in connection: Connection) throws(ExpenseError) {
    try connection.execute("BEGIN EXCLUSIVE")
    do throws(ExpenseError) {
      if try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 {
        try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
        try connection.execute("PRAGMA user_version = \(Schema.version)")
        for sql in Schema.objects { try connection.execute(sql) }
        try addGuards(in: connection)
      }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// Writes the guards into the schema as rows of it, which is what creating them comes to.
  ///
  /// To have SQLite read each of their texts takes three fifths of creating a store, and this
  /// connection runs no triggers; others read them when they open the file.
  private func addGuards(in connection: Connection) throws(ExpenseError) {
    try connection.setSchemaWritable(true)
    let insert = try connection.statement(
      "INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) "
        + "VALUES('trigger', ?1, ?2, 0, ?3)")
    for each in Schema.guards {
      insert.bind(1, each.name)
      insert.bind(2, each.table)
      insert.bind(3, each.sql)
      try insert.run()
    }
    // What has failed before goes with the connection.
    try connection.setSchemaWritable(false)
  }

  /// Refuses a file that is no store, or a newer one; its version.
  func identify(_ connection: Connection) throws(ExpenseError) -> Int64 {
    guard try connection.integer("PRAGMA application_id") == Schema.applicationID else {
      throw ExpenseError(.notAStore, "\(path): open: the file is not an iexpense store")
    }
    let version = try connection.integer("PRAGMA user_version")
    try Opening.checkVersion(version, path)
    return version
  }

  /// Brings an older file to this version, in one transaction.
  func migrate(_ connection: Connection, _ migrations: [[String]]) throws(ExpenseError) {
    let last = Int64(migrations.count) + 1
    if try connection.integer("PRAGMA user_version") >= last { return }
    try connection.execute("BEGIN EXCLUSIVE")
    do throws(ExpenseError) {
      let version = try connection.integer("PRAGMA user_version")
      guard version >= 1 else {
        throw ExpenseError(.damaged, "\(path): open: the store has no version")
      }
      for step in migrations.dropFirst(Int(version) - 1) {
        for sql in step { try connection.execute(sql) }
      }
      // What a migration makes of the rows is in no journal.
      if try connection.hasColumnCache { try ColumnCache.clear(connection) }
      try connection.execute("PRAGMA user_version = \(last)")
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// Refuses a file whose tables, views or triggers are not exactly the library's own.
  func verifySchema(_ connection: Connection) throws(ExpenseError) {
    if try hasSchemaInOrder(connection) { return }
    let found = try connection.texts(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")
    if found != Schema.expected {
      throw ExpenseError(
        .damaged, "\(path): open: the tables of the file are not those of an iexpense store")
    }
  }

  /// Whether they are, and stand in the file as the library makes them, as is almost always so.
  private func hasSchemaInOrder(_ connection: Connection) throws(ExpenseError) -> Bool {
    let statement = try connection.statement("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
    defer { statement.reset() }
    var count = 0
    while try statement.step() {
      guard unsafe statement.withBytes(0, { unsafe Schema.isObject(count, $0) }) else {
        return false
      }
      count += 1
    }
    return count == Schema.objectCount
  }

  /// Whether the first bytes of a file say that it is read by a log, which is what SQLite goes by.
  static func isInLogMode(_ header: [UInt8]) -> Bool {
    header.count == headerSize && header[19] == 2
  }

  /// The bytes of the file's header.
  static var headerSize: Int { 100 }

  func enterLogMode(_ connection: Connection, _ deadline: Deadline) throws(ExpenseError) {
    while true {
      do throws(ExpenseError) {
        let statement = try connection.statement("PRAGMA journal_mode = WAL")
        defer { statement.reset() }
        if try statement.step(), statement.text(0) == "wal" {
          statement.reset()
          // A connection that has not read yet does not know the log, and would leave it at the end.
          _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
          return
        }
      } catch {
        // SQLite does not wait here for others who are opening the file.
        if error.code != .busy { throw error }
      }
      try checkTime(deadline)
      Platform.sleepRandomly(upTo: 5_000)
    }
  }

  /// Ends what is tried again and again, at the deadline.
  func checkTime(_ deadline: Deadline) throws(ExpenseError) {
    if deadline.hasPassed {
      throw ExpenseError(.busy, "\(path): open: another program is using the file")
    }
  }

  /// Takes the lock that keeps the log alive, once nobody is just closing the file.
  func holdFile(_ fileGuard: FileGuard, _ deadline: Deadline) throws(ExpenseError) {
    while !fileGuard.lockShared() {
      try checkTime(deadline)
      Platform.sleepRandomly(upTo: 1_000)
    }
    if !fileGuard.isFile(at: path) {
      throw ExpenseError(.io, "\(path): open: the file was replaced while it was being opened")
    }
  }
}
