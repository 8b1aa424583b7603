internal import ExpenseModel
internal import Synchronization
internal import Threads

/// An expense store: one file, exact money, and changes that everyone hears of.
///
/// Every method may be called on any thread. A transaction belongs to the thread that began it: it
/// sees its own writes, all others see the last commit. A method that changes the store tells the
/// subscribers before it returns.
public final class Store: Sendable {
  /// The path that the store was opened with; ":memory:" for one in memory.
  public let path: String
  /// Who makes the changes of this open store.
  public let origin: String
  /// Tells this open store from every other one, also of the same origin.
  public let instance: Int64

  let options: Options
  let gate = WriterGate()
  let delivery: Delivery
  /// What never changes once it is stored: the default currency, as "", and pinned currencies.
  let settledCurrencies = Guarded<[TextKey: Currency]>([:])
  private let busyTimeout: Atomic<Int32>
  /// Nil for a store that is open for reading only. Used only inside `gate`.
  private let writer: Unguarded<LateWriter>?
  let reader: Guarded<Reader>
  let committedRows = CommittedRows()
  /// Taken before the reader's lock.
  let columnState: Guarded<ColumnState>
  /// The path from the root, which stays right when the host changes its folder.
  let absolutePath: String
  let note: NoteFile?
  /// Made when someone asks for the descriptor or waits.
  let waker = Guarded<Waker?>(nil)

  init(
    path: String, options: Options, instance: Int64, writer: LateWriter?,
    reader: Guarded<Reader>, revision: Int64, place: String, openAgain: OpenAgain?
  ) {
    self.path = path
    self.options = options
    self.instance = instance
    origin = options.origin.isEmpty ? Platform.programName : options.origin
    busyTimeout = Atomic(options.busyTimeout)
    delivery = Delivery(lastRevision: revision)
    absolutePath = Platform.absolutePath(path)
    note = options.inMemory ? nil : NoteFile(store: place)
    self.writer = writer.map { Unguarded($0) }
    columnState = Guarded(ColumnState(openAgain: openAgain))
    self.reader = reader
  }

  deinit {
    close()
  }

  /// Sets how long a call waits for other writers, in milliseconds; 0 does not wait.
  public func setBusyTimeout(_ milliseconds: Int32) {
    busyTimeout.store(max(0, milliseconds), ordering: .relaxed)
  }

  /// Closes the store: rolls back an open transaction, cancels the subscriptions, gives up the file.
  ///
  /// It waits for calls that are running on other threads, and may be called twice. Every later
  /// call answers `ExpenseError.Code.handle`.
  public func close() {
    guard gate.close() else { return }
    waker.withLock { $0 }?.close()
    delivery.cancelAll()
    keepColumns()
    // The reader first: when the writer closes last, SQLite moves the log into the file.
    reader.withLock { $0.close(isLast: writer?.value.made == nil) }
    writer?.value.close()
    note?.close()
    waker.withLock { $0 = nil }
    columnState.withLock { $0 = ColumnState() }
  }

  /// Leaves the columns to whoever opens the file next.
  private func keepColumns() {
    guard let late = writer?.value, !options.inMemory else { return }
    late.made?.rollback()
    columnState.withLock { state in
      guard let columns = state.current, columns.count >= options.cachePolicy.minimumRows else {
        return
      }
      let (report, policy) = (state.cacheReport, options.cachePolicy)
      // Who has written nothing opens no connection for what is not worth it.
      if late.made == nil {
        let plan = try? readCommitted { (connection, names) throws(ExpenseError) in
          try ColumnCache.plan(columns, report, policy, connection, names)
        }
        if plan.flatMap({ $0 }) == nil { return }
      }
      try? late.writer().keep(columns, report, policy)
    }
  }

  static let closedError = ExpenseError(.handle, "the store is closed")

  // MARK: Access to the connections

  /// Until when a call that begins now waits for other writers. Inside a callback it never does.
  var deadline: Deadline {
    Deadline(after: CallbackScope.depth > 0 ? 0 : busyTimeout.load(ordering: .relaxed))
  }

  /// Runs a body that reads: in this thread's own transaction, else at the last commit.
  ///
  /// - Parameter isOneStatement: Whether it looks but once at what may change: that needs no
  ///   transaction of its own.
  func read<Result>(
    isOneStatement: Bool = false,
    _ body: (Connection, Names) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    try Store.refuseInsideWake()
    if gate.isInOwnTransaction, let writer = writer?.value {
      try gate.enter(deadline, path: path)
      defer { gate.leave(inTransaction: true) }
      return try writer.writer().read(body)
    }
    return try readCommitted(isOneStatement: isOneStatement, body)
  }

  /// Runs a body that reads in this thread's own transaction; nil when it has none.
  func readInOwnTransaction<Result>(
    _ body: (Writer) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result? {
    guard gate.isInOwnTransaction, let writer = writer?.value else { return nil }
    try gate.enter(deadline, path: path)
    defer { gate.leave(inTransaction: true) }
    let own = try writer.writer()
    return try own.read { (_, _) throws(ExpenseError) in try body(own) }
  }

  /// Runs a body that reads at the last commit, also in this thread's own transaction.
  func readCommitted<Result>(
    isOneStatement: Bool = false,
    _ body: (Connection, Names) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    try Store.refuseInsideWake()
    return try reader.withLock { (reader) throws(ExpenseError) in
      try reader.use { (connection, names) throws(ExpenseError) in
        if isOneStatement { return try body(connection, names) }
        return try connection.snapshot { () throws(ExpenseError) in
          try body(connection, names)
        }
      }
    }
  }

  /// Runs a body that writes: as a part of this thread's transaction, or as one of its own.
  ///
  /// A failure inside a transaction marks it, so that its commit fails too.
  @discardableResult
  func write<Result>(
    label: String = "", kind: Change.Kind = .edit,
    _ body: (Writer) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    let writer = try enterWriter()
    let result: Result
    if writer.effect != nil {
      defer { gate.leave(inTransaction: true) }
      if let failure = writer.failure { throw failure }
      do throws(ExpenseError) {
        result = try body(writer)
      } catch {
        writer.effect?.failure = error
        throw error
      }
      return result
    }
    do throws(ExpenseError) {
      try writer.begin(label: label, kind: kind, deadline: deadline)
      result = try body(writer)
      try finish(writer)
    } catch {
      writer.rollback()
      gate.leave(inTransaction: false)
      deliver()
      throw error
    }
    gate.leave(inTransaction: false)
    deliver()
    return result
  }

  /// The writer, for the calling thread alone until `gate.leave`.
  func enterWriter() throws(ExpenseError) -> Writer {
    try Store.refuseInsideWake()
    guard let writer = writer?.value else {
      if gate.isClosed { throw Store.closedError }
      throw ExpenseError(.readOnly, "\(path): write: the store was opened for reading only")
    }
    try gate.enter(deadline, path: path)
    do throws(ExpenseError) {
      return try writer.writer()
    } catch {
      gate.leave(inTransaction: false)
      throw error
    }
  }

  /// Commits the writer's transaction and queues what the subscribers must hear of, for `deliver`, which
  /// must follow, also on an error.
  func finish(_ writer: Writer) throws(ExpenseError) {
    let hasListeners = delivery.hasListeners
    let missed = try hasListeners ? missedChanges(writer) : []
    if hasListeners { delivery.expectThread() }
    let change = try writer.commit()
    guard let change else { return }
    committedRows.note(change.lastRevision, writer.committedRows)
    note?.touch()
    delivery.enqueue(missed + [change])
  }

  /// A wake function runs where a call could wait for its own caller.
  static func refuseInsideWake() throws(ExpenseError) {
    if CallbackScope.isWaking {
      throw ExpenseError(.busy, "a wake function may only wake its host: it may call nothing")
    }
  }

  /// What other processes have committed since the last change that was queued here.
  private func missedChanges(_ writer: Writer) throws(ExpenseError) -> [Change] {
    guard let next = writer.effect?.revision, next - 1 > delivery.lastRevision else { return [] }
    return try Journal.changes(after: delivery.lastRevision, writer.connection, writer.names)
  }

  func deliver() {
    delivery.wakeHost()
    // Inside a callback of this store the thread goes on with it when that has returned.
    if delivery.awaitsThread() { CallbackScope.tell { [self] in delivery.run(self) } }
  }
}
