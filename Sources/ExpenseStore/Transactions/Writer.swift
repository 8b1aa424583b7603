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
      let found = try last.step()
      effect = Effect(
        kind: kind, label: label, revision: found ? last.integer(0) + 1 : 1,
        nextID: found ? last.integer(1) : 1)
      last.reset()
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
      if let failure = effect.failure { throw failure }
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

  /// Brings the totals table up to the rows written so far, so that it can be read inside.
  func flushTotals() throws(ExpenseError) {
    try writeTotals()
  }

  // MARK: Rows

  /// Adds an expense that has been validated; the id is the next that was never used.
  func add(_ expense: Expense, now: UInt64) throws(ExpenseError) -> Int64 {
    guard let id = effect?.nextID else {
      throw ExpenseError(.transaction, "no transaction is open")
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

extension Connection {
  /// The row of the expense with an id.
  func row(_ id: Int64) throws(ExpenseError) -> StoredRow? {
    let statement = try statement(Schema.select + " WHERE id = ?1")
    defer { statement.reset() }
    statement.bind(1, id)
    return try statement.step() ? StoredRow(statement) : nil
  }
}

/// Makes version 7 UUIDs (RFC 9562): the time, then random bits.
struct UUIDGenerator {
  private var state: (UInt64, UInt64) = (
    UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)
  )

  /// The next UUID. The random bits are for being unique, not for being secret.
  mutating func next(milliseconds: UInt64) -> UUID128 {
    let random = (UUIDGenerator.step(&state.0), UUIDGenerator.step(&state.1))
    return UUID128.version7(milliseconds: milliseconds, random: random)
  }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private static func step(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
