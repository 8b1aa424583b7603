internal import CSQLite
internal import ExpenseModel
internal import Threads

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
  var sink: ImageSink?
  private var newRows: NewRowsTable?
  /// The rows of the last commit; nil when it had many, or names that are new.
  private(set) var committedRows: [CommittedRows.Row]?
  /// What the last commit left, as long as nobody else has committed.
  private var last: LastCommit?
  /// Cells of the totals table as that commit left them, and as this transaction has written them.
  private var cells = KnownCells()
  var uuids = UUIDGenerator()
  /// Once a store has a default currency it keeps it.
  var knownDefaultCurrency: Currency?

  private struct LastCommit {
    var dataVersion: UInt32
    var revision: Int64
    var nextID: Int64
  }

  init(
    _ connection: Connection, fileGuard: FileGuard?, memoryReader: Guarded<Reader>?,
    absolutePath: String, origin: String, instance: Int64
  ) {
    self.connection = connection
    self.fileGuard = fileGuard
    self.memoryReader = memoryReader
    names = Names(connection)
    path = connection.path
    self.absolutePath = absolutePath
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
      try connection.run("BEGIN IMMEDIATE")
      if last == nil || last?.dataVersion != connection.dataVersion {
        (last, cells) = (nil, KnownCells())
      }
      let (revision, nextID) =
        if let last { (last.revision, last.nextID) } else { try readLastCommit() }
      effect = Effect(kind: kind, label: label, revision: revision + 1, nextID: nextID)
      connection.transactionNumber &+= 1
    } catch {
      rollback()
      throw error
    }
  }

  /// The last revision, and the first id that was never used; checks that the file is of our version.
  private func readLastCommit() throws(ExpenseError) -> (revision: Int64, nextID: Int64) {
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
    return (revision, nextID)
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
    if connection.isInTransaction { try? connection.run("ROLLBACK") }
    (last, cells) = (nil, KnownCells())
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
          try connection.run("COMMIT")
        }
      } else {
        try connection.run("COMMIT")
      }
      let rows = names.hasNew || effect.kind == .reset ? nil : self.effect?.rows
      committedRows = rows.map { rows in
        rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      }
      last = connection.dataVersion.map {
        LastCommit(dataVersion: $0, revision: effect.revision, nextID: self.effect?.nextID ?? 0)
      }
      ended(committed: true)
      return change
    } catch {
      rollback()
      throw error
    }
  }

  /// Stores the open transaction, in which nothing was done that anyone must hear of.
  func commitWithoutJournal() throws(ExpenseError) {
    try connection.execute("COMMIT")
    ended(committed: true)
  }

  private func writeJournal() throws(ExpenseError) -> Change {
    guard let effect else { throw ExpenseError(.transaction, "no transaction is open") }
    var sink = self.sink ?? ImageSink(revision: effect.revision)
    for (_, image) in effect.updated.sorted(by: { $0.key < $1.key }) {
      try sink.append(image, connection)
    }
    let images = try sink.finish(connection)

    let items = effect.items
    let onlySettings = items.isEmpty
    let change = Change(
      kind: onlySettings && effect.kind == .edit ? .settings : effect.kind,
      firstRevision: effect.revision,
      lastRevision: effect.revision, time: Platform.milliseconds, instance: instance,
      origin: originName, label: effect.label, target: effect.target, items: items)
    let statement = try connection.statement(constant: Journal.insert)
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
    if let images { statement.bind(12, images) } else { statement.bindNull(12) }
    try statement.run()
    return change.withAutomaticLabel
  }

  private func writeTotals() throws(ExpenseError) {
    try names.addWaiting()
    guard let deltas = effect?.totals else { return }
    effect?.totals.removeAll()
    for (key, delta) in deltas where delta != TotalDelta() {
      try Totals.apply(delta, to: key, connection, &cells)
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

  /// What packed rows are stored through.
  func newRowsTable() throws(ExpenseError) -> NewRowsTable {
    if let newRows { return newRows }
    let made = try NewRowsTable(connection)
    newRows = made
    return made
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

  /// Closes the connection and gives up the file.
  func close() {
    if effect != nil { rollback() }
    // SQLite may now take itself for the last, and then moves its log into the file.
    fileGuard?.unlockShared()
    connection.close()
    fileGuard?.close()
  }
}
