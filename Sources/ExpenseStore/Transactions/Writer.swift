internal import CSQLite
internal import ExpenseModel

/// The connection that writes, and the transaction that is open on it.
///
/// Only the thread that holds the store's `WriterGate` uses it.
final class Writer {
  let connection: Connection
  let names: Names
  let path: String
  private let absolutePath: String
  let originName: String
  let instance: Int64
  /// The transaction that is open; nil between transactions.
  var effect: Effect?
  private let fileGuard: FileGuard?
  /// The reader of a store in memory, which has no log that would let both go on at once.
  private let memoryReader: Guarded<Reader>?
  private var sink: ImageSink?
  /// Kept at hand: looking it up by its text would cost a tenth of a bulk insert.
  private var insertStatement: Statement?
  private var uuids = UUIDGenerator()
  /// Once a store has a default currency it keeps it.
  private var knownDefaultCurrency: Currency?

  init(
    _ connection: Connection, fileGuard: FileGuard?, memoryReader: Guarded<Reader>?,
    origin: String, instance: Int64
  ) {
    self.connection = connection
    self.fileGuard = fileGuard
    self.memoryReader = memoryReader
    names = Names(connection)
    path = connection.path
    absolutePath = Platform.absolutePath(path)
    originName = origin
    self.instance = instance
  }

  // MARK: Begin and end

  /// Begins a transaction: waits for the other writers of this file until the deadline.
  func begin(
    label: String, kind: Change.Kind = .edit, deadline: Deadline
  ) throws(ExpenseError) {
    if let lockError = lockFile(deadline) { throw lockError }
    do throws(ExpenseError) {
      if let fileGuard, !fileGuard.isFile(at: absolutePath) {
        throw ExpenseError(
          .missing, "\(path): write: the file was replaced or removed; open it again")
      }
      connection.setDeadline(deadline)
      try memoryReader?.withLock { (reader) throws(ExpenseError) in try reader.pin() }
      try connection.execute("BEGIN IMMEDIATE")
      let version = try connection.integer("PRAGMA user_version")
      guard version == Schema.version else {
        throw ExpenseError(
          .newer,
          "\(path): write: a newer library has brought the store to version \(version) meanwhile")
      }
      let last = try connection.statement(
        "SELECT revision, next_id FROM journal ORDER BY revision DESC LIMIT 1")
      defer { last.reset() }
      let (revision, nextID) = try last.step() ? (last.integer(0), last.integer(1)) : (0, 1)
      guard Journal.isValid(revision: revision), nextID > 0 else {
        throw ExpenseError(.damaged, "\(path): the journal ends with no valid revision")
      }
      effect = Effect(kind: kind, label: label, revision: revision + 1, nextID: nextID)
      connection.transactionNumber &+= 1
    } catch {
      rollback()
      throw error
    }
  }

  private func lockFile(_ deadline: Deadline) -> ExpenseError? {
    do throws(ExpenseError) {
      try fileGuard?.lockWriter(deadline, path: path)
      return nil
    } catch {
      return error
    }
  }

  /// Undoes all of the open transaction.
  func rollback() {
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
    ended(committed: false)
  }

  private func ended(committed: Bool) {
    names.transactionEnded(committed: committed)
    effect = nil
    sink = nil
    memoryReader?.withLock { $0.unpin() }
    fileGuard?.unlockWriter()
  }

  /// Stores the open transaction for good; nil when it has changed nothing.
  ///
  /// On an error everything is rolled back.
  func commit() throws(ExpenseError) -> Change? {
    guard let effect else { return nil }
    do throws(ExpenseError) {
      if let failure { throw failure }
      if effect.isEmpty {
        rollback()
        return nil
      }
      let change = try writeJournal()
      try writeTotals()
      if let memoryReader {
        try memoryReader.withLock { (reader) throws(ExpenseError) in
          reader.unpin()
          try connection.execute("COMMIT")
        }
      } else {
        try connection.execute("COMMIT")
      }
      ended(committed: true)
      return change
    } catch {
      rollback()
      throw error
    }
  }

  private func writeJournal() throws(ExpenseError) -> Change {
    guard let effect else { throw ExpenseError(.transaction, "no transaction is open") }
    var sink = self.sink ?? ImageSink(revision: effect.revision)
    for (_, image) in effect.updated.sorted(by: { $0.key < $1.key }) {
      try sink.append(image, connection)
    }
    try sink.flush(connection)

    let items = effect.items
    let onlySettings = items.isEmpty
    let change = Change(
      kind: onlySettings && effect.kind == .edit ? .settings : effect.kind,
      firstRevision: effect.revision,
      lastRevision: effect.revision, time: Platform.milliseconds, instance: instance,
      origin: originName, label: effect.label, target: effect.target, items: items)
    let statement = try connection.statement(Journal.insert)
    statement.bind(1, effect.revision)
    statement.bind(2, Int64(change.kind.rawValue))
    statement.bind(3, try names.origins.intern(originName))
    statement.bind(4, instance)
    statement.bind(5, change.time)
    statement.bindOptional(6, effect.label)
    statement.bind(7, effect.target == 0 ? nil : effect.target)
    statement.bind(8, effect.nextID)
    statement.bind(9, items.map(\.ids.lowerBound).min() ?? 0)
    statement.bind(10, (items.map(\.ids.upperBound).max() ?? 0) - 1)
    statement.bind(11, ChangeItems.encode(items))
    try statement.run()
    return change.withAutomaticLabel
  }

  private func writeTotals() throws(ExpenseError) {
    guard let deltas = effect?.totals else { return }
    effect?.totals.removeAll()
    for (key, delta) in deltas where delta != TotalDelta() {
      try Totals.apply(delta, to: key, connection)
    }
  }

  /// Why nothing more may be written in the open transaction; nil when all is well.
  ///
  /// Without room or memory SQLite may roll back by itself. What is written after that would be
  /// stored at once, and bit by bit.
  var failure: ExpenseError? {
    guard let effect else { return nil }
    if effect.failure == nil, !connection.isInTransaction {
      return ExpenseError(.io, "\(path): write: the transaction was rolled back by a failure")
    }
    return effect.failure
  }

  /// Runs a body that reads what the open transaction has written so far.
  func read<Result>(
    _ body: (Connection, Names) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    if !connection.isInTransaction, let failure { throw failure }
    do throws(ExpenseError) {
      // Brings the totals table up to the rows.
      try writeTotals()
    } catch {
      if effect?.failure == nil { effect?.failure = error }
      throw error
    }
    return try body(connection, names)
  }

  // MARK: Rows

  /// Adds an expense that has been validated; the id is the next that was never used.
  func add(_ expense: Expense, now: UInt64) throws(ExpenseError) -> Int64 {
    guard let id = effect?.nextID else {
      throw ExpenseError(.transaction, "no transaction is open")
    }
    guard StoredRow.isValid(id: id) else {
      throw ExpenseError(.damaged, "\(path): write: the journal leaves no id for a new expense")
    }
    var row = try names.row(expense)
    row.id = id
    if row.uuid.isZero { row.uuid = uuids.next(milliseconds: now) }
    effect?.nextID = id + 1
    try insert(row)
    return id
  }

  /// Puts a row into the file: a new one, or one that was there before.
  func insert(_ row: StoredRow) throws(ExpenseError) {
    if insertStatement == nil { insertStatement = try connection.statement(Schema.insert) }
    guard let statement = insertStatement else { return }
    row.bind(to: statement)
    try statement.run()
    effect?.added.insert(row.id)
    effect?.count(row, 1)
  }

  /// Writes a row over the one with its id; false when nothing differs.
  func update(_ row: StoredRow, from old: StoredRow) throws(ExpenseError) -> Bool {
    if row.differingFields(from: old).isEmpty { return false }
    let statement = try connection.statement(Schema.update)
    row.bind(to: statement)
    try statement.run()
    effect?.count(old, -1)
    effect?.count(row, 1)
    guard effect?.added.contains(row.id) == false else { return true }
    let before = effect?.updated[row.id]?.row ?? old
    let fields = row.differingFields(from: before)
    effect?.updated[row.id] = fields.isEmpty ? nil : RowImage(fields: fields, row: before)
    return true
  }

  /// Removes a row.
  func remove(_ row: StoredRow) throws(ExpenseError) {
    let statement = try connection.statement("DELETE FROM expense WHERE id = ?1")
    statement.bind(1, row.id)
    try statement.run()
    try recordRemoval(row)
  }

  /// Removes all rows of a range of ids at once.
  func remove(_ ids: Range<Int64>) throws(ExpenseError) {
    let select = try connection.statement(
      Schema.select + " WHERE id >= ?1 AND id < ?2 ORDER BY id")
    select.bind(1, ids.lowerBound)
    select.bind(2, ids.upperBound)
    defer { select.reset() }
    while try select.step() {
      try recordRemoval(StoredRow(select))
    }
    let delete = try connection.statement("DELETE FROM expense WHERE id >= ?1 AND id < ?2")
    delete.bind(1, ids.lowerBound)
    delete.bind(2, ids.upperBound)
    try delete.run()
  }

  private func recordRemoval(_ row: StoredRow) throws(ExpenseError) {
    effect?.count(row, -1)
    if effect?.added.contains(row.id) == true {
      effect?.added.remove(row.id)
      return
    }
    let before = effect?.updated.removeValue(forKey: row.id)?.row ?? row
    effect?.removed.insert(row.id)
    if sink == nil { sink = ImageSink(revision: effect?.revision ?? 0) }
    // In place: a copy of the sink would copy its bytes for each row.
    try sink?.append(RowImage(fields: [], row: before), connection)
  }

  /// The currency of amounts that name none.
  func defaultCurrency() throws(ExpenseError) -> Currency? {
    if let known = knownDefaultCurrency { return known }
    let currency = try Store.defaultCurrency(connection, names)
    // What this transaction has set may still be rolled back.
    if effect?.changedSettings == false { knownDefaultCurrency = currency }
    return currency
  }

  /// The row with an id.
  func row(_ id: Int64) throws(ExpenseError) -> StoredRow? {
    try connection.row(id)
  }

  /// Closes the connection and gives up the file.
  func close() {
    if effect != nil { rollback() }
    // SQLite may now take itself for the last, and then moves its log into the file.
    fileGuard?.unlockShared()
    insertStatement = nil
    connection.close()
    fileGuard?.close()
  }
}
