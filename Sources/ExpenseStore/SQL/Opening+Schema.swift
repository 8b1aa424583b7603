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
    do throws(ExpenseError) {
      let insert = try connection.statement(
        "INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) "
          + "VALUES('trigger', ?1, ?2, 0, ?3)")
      for each in Schema.guards {
        insert.bind(1, each.name)
        insert.bind(2, each.table)
        insert.bind(3, each.sql)
        try insert.run()
      }
    } catch {
      try? connection.setSchemaWritable(false)
      throw error
    }
    try connection.setSchemaWritable(false)
  }

  func identify(_ connection: Connection) throws(ExpenseError) {
    guard try connection.integer("PRAGMA application_id") == Schema.applicationID else {
      throw ExpenseError(.notAStore, "\(path): open: the file is not an iexpense store")
    }
    try Opening.checkVersion(try connection.integer("PRAGMA user_version"), path)
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
    let statement = try connection.statement(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")
    defer { statement.reset() }
    var found: [String] = []
    while try statement.step() { found.append(statement.text(0)) }
    if found != Schema.expected {
      throw ExpenseError(
        .damaged, "\(path): open: the tables of the file are not those of an iexpense store")
    }
  }

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
      if deadline.hasPassed {
        throw ExpenseError(.busy, "\(path): open: another program is using the file")
      }
      Platform.sleepRandomly(upTo: 5_000)
    }
  }

  /// Takes the lock that keeps the log alive, once nobody is just closing the file.
  func holdFile(_ fileGuard: FileGuard, _ deadline: Deadline) throws(ExpenseError) {
    while !fileGuard.lockShared() {
      if deadline.hasPassed {
        throw ExpenseError(.busy, "\(path): open: another program is using the file")
      }
      Platform.sleepRandomly(upTo: 1_000)
    }
    if !fileGuard.isFile(at: path) {
      throw ExpenseError(.io, "\(path): open: the file was replaced while it was being opened")
    }
  }
}
