internal import ExpenseModel

/// A table of texts that repeat (types, categories, accounts, origins), with what is known of it.
///
/// Rows of such a table are never changed or deleted, so that what was read once stays true.
final class NameTable {
  private let connection: Connection
  private let table: String
  private var idByName: [TextKey: Int64] = [:]
  private var nameByID: [Int64: String] = [:]
  /// The same for those with low numbers, by number.
  private var firstNames: [String?] = []
  private static let maximumFirst = 4096
  /// Names that the open transaction added: forgotten when it is rolled back.
  private var uncommitted: [(name: String, id: Int64)] = []
  /// Those of them that are not in the table yet.
  private var waiting: [(name: String, id: Int64)] = []

  init(_ connection: Connection, _ table: String) {
    self.connection = connection
    self.table = table
  }

  /// The number of a name; nil when the file does not have it. "" is 0.
  func find(_ name: String) throws(ExpenseError) -> Int64? {
    if name.isEmpty { return 0 }
    if let id = idByName[TextKey(name)] { return id }
    let statement = try connection.statement("SELECT id FROM \(table) WHERE name = ?1")
    defer { statement.reset() }
    statement.bind(1, name)
    guard try statement.step() else { return nil }
    let id = statement.integer(0)
    remember(name, id)
    return id
  }

  /// The number of a name, which is added when the file does not have it.
  func intern(_ name: String) throws(ExpenseError) -> Int64 {
    if let id = try find(name) { return id }
    try addWaiting()
    let statement = try connection.statement(
      "INSERT INTO \(table)(name) VALUES(?1) RETURNING id")
    statement.bind(1, name)
    guard try statement.step() else { throw connection.error("write") }
    let id = statement.integer(0)
    statement.reset()
    remember(name, id)
    uncommitted.append((name, id))
    return id
  }

  /// The same for the rows of a bulk: a name that is new comes into the table by `addWaiting`.
  ///
  /// The rows of a bulk leave SQLite's memory long before the commit. A page of names that is changed
  /// once more after it has left, too, would have SQLite read all of its log back for new checksums.
  func internLater(_ name: String) throws(ExpenseError) -> Int64 {
    if let id = try find(name) { return id }
    var last = waiting.last?.id ?? 0
    if last == 0 { last = try connection.integer("SELECT coalesce(max(id), 0) FROM \(table)") }
    guard last < .max else {
      throw ExpenseError(.damaged, "\(connection.path): \(table) has no number for a new name")
    }
    waiting.append((name, last + 1))
    remember(name, last + 1)
    uncommitted.append((name, last + 1))
    return last + 1
  }

  /// Adds the names that are not in the table yet: before anyone reads it, and before the commit.
  func addWaiting() throws(ExpenseError) {
    if waiting.isEmpty { return }
    let statement = try connection.statement("INSERT INTO \(table)(id, name) VALUES(?1, ?2)")
    for (name, id) in waiting {
      statement.bind(1, id)
      statement.bind(2, name)
      try statement.run()
    }
    waiting.removeAll()
  }

  /// The name with a number; "" for 0.
  func name(_ id: Int64) throws(ExpenseError) -> String {
    if id == 0 { return "" }
    if id > 0, id < firstNames.count, let name = firstNames[Int(id)] { return name }
    if let name = nameByID[id] { return name }
    let statement = try connection.statement("SELECT name FROM \(table) WHERE id = ?1")
    defer { statement.reset() }
    statement.bind(1, id)
    guard try statement.step() else {
      throw ExpenseError(.damaged, "\(connection.path): \(table) \(id) is missing")
    }
    let name = statement.text(0)
    remember(name, id)
    return name
  }

  private func remember(_ name: String, _ id: Int64) {
    idByName[TextKey(name)] = id
    set(id, name)
  }

  private func set(_ id: Int64, _ name: String?) {
    guard id > 0, id < NameTable.maximumFirst else {
      nameByID[id] = name
      return
    }
    while firstNames.count <= id { firstNames.append(nil) }
    firstNames[Int(id)] = name
  }

  /// Whether the open transaction has added names.
  var hasNew: Bool { !uncommitted.isEmpty }

  func transactionEnded(committed: Bool) {
    if !committed {
      for (name, id) in uncommitted {
        idByName[TextKey(name)] = nil
        set(id, nil)
      }
    }
    uncommitted.removeAll()
    waiting.removeAll()
  }
}
