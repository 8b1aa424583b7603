public import ExpenseModel
internal import Threads

/// Hearing of changes when it suits: by a descriptor for an event loop, by waiting, or by asking.
extension Store {
  /// One descriptor that is readable when `dispatch` or `nextChange` should be called.
  ///
  /// For poll, epoll or any event loop, which must not read from it or close it. Besides the
  /// commits of other processes a timer makes it readable once a second. A store in memory has no
  /// other processes.
  public func descriptor() throws(ExpenseError) -> Int32 {
    try readyWaker().descriptor
  }

  /// Tells the subscribers what this and other processes have changed, on the calling thread.
  ///
  /// With nothing to tell it waits: until there is something, the time has passed, or a signal
  /// came. Inside a callback it does nothing.
  ///
  /// - Parameter timeout: In milliseconds; 0 does not wait, -1 waits without end.
  /// - Returns: How many callbacks ran.
  @discardableResult
  public func dispatch(timeout: Int32 = 0) throws(ExpenseError) -> Int {
    try Store.refuseInsideWake()
    if CallbackScope.depth > 0 { return 0 }
    return try waitFor(timeout, \.queued) { (deadline) throws(ExpenseError) in
      try refresh()
      let count = delivery.run(self) + delivery.runQueued(self, until: deadline)
      return count > 0 ? count : nil
    } ?? 0
  }

  /// The next change that was not pulled yet, of this or another process; nil when there is none.
  ///
  /// The first call begins the pulling: it answers changes that come after it.
  ///
  /// - Parameter timeout: As in `dispatch`.
  public func nextChange(timeout: Int32 = 0) throws(ExpenseError) -> Change? {
    delivery.expectListener()
    let beginning = try revision
    return try waitFor(CallbackScope.depth > 0 ? 0 : timeout, \.pull) { (_) throws(ExpenseError) in
      try refresh()
      delivery.run(self)
      return delivery.pull(beginningAt: beginning)
    }
  }

  /// Sets what runs when changes begin to wait, for hosts that cannot poll; nil for nothing.
  ///
  /// It runs on the thread that made the change, at most once until everything was told. It must
  /// only wake the host: a call to the store inside it throws `busy`.
  public func setWake(_ wake: (@Sendable () -> Void)?) throws(ExpenseError) {
    try Store.refuseInsideWake()
    if gate.isClosed { throw Store.closedError }
    delivery.setWake(wake)
    delivery.wakeHost()
  }

  /// Looks for the commits of other processes, and tells those who are told now.
  func lookForOthers() throws(ExpenseError) {
    waker.withLock { $0 }?.drain()
    try refresh()
    deliver()
  }

  private func readyWaker() throws(ExpenseError) -> Waker {
    let made = waker.withLock { waker -> Waker? in
      if waker == nil, !gate.isClosed, let new = Waker(note, isFile: !options.inMemory) {
        waker = new
        delivery.setSignals(new.signals)
      }
      return waker
    }
    if gate.isClosed { throw Store.closedError }
    guard let made else {
      throw ExpenseError(.io, "\(path): wait: the process has no more file descriptors")
    }
    return made
  }

  /// Tries a body until it answers something, and sleeps in between.
  private func waitFor<Result>(
    _ timeout: Int32, _ signal: KeyPath<Waker.Signals, EventSignal>,
    _ body: (Deadline) throws(ExpenseError) -> Result?
  ) throws(ExpenseError) -> Result? {
    let waker = try readyWaker()
    let end = timeout < 0 ? nil : Deadline(after: timeout)
    while true {
      waker.drain()
      // Without end is 24 days, and then again.
      let deadline = end ?? Deadline(after: .max)
      if let result = try body(deadline) { return result }
      if let end, end.hasPassed { return nil }
      if !waker.sleep(on: waker.signals[keyPath: signal], until: deadline), !deadline.hasPassed {
        if gate.isClosed { throw Store.closedError }
        // A signal came: the host may want to look.
        return try body(Deadline(after: 0))
      }
    }
  }

  /// Queues what other processes have committed.
  private func refresh() throws(ExpenseError) {
    if options.inMemory { return }
    var editedAfter: Int64?
    var wasReplaced = false
    try reader.withLock { (reader) throws(ExpenseError) in
      wasReplaced = !reader.isFile(at: absolutePath)
      guard try reader.hasNews() else { return }
      let before = reader.seen
      try reader.look { (connection, names) throws(ExpenseError) in
        try queueForeign(connection, names)
      }
      if let before, let now = reader.seen, before.version != now.version,
        before.revision == now.revision, before.cache == now.cache
      {
        editedAfter = before.revision
      }
    }
    if wasReplaced { announceReplacement() }
    if let editedAfter { try repairAfterForeignEdit(editedAfter) }
  }

  private func queueForeign(_ connection: Connection, _ names: Names) throws(ExpenseError) {
    while true {
      let changes = try Journal.changes(
        after: delivery.lastRevision, limit: 1000, connection, names)
      if changes.isEmpty { return }
      delivery.enqueue(changes)
    }
  }

  /// Tells once that the file at the path is another one: nothing more will be heard of this one.
  private func announceReplacement() {
    let last = delivery.lastRevision
    guard last < .max else { return }
    delivery.enqueue([
      Change(
        kind: .reset, firstRevision: last + 1, lastRevision: .max, time: Platform.milliseconds,
        instance: 0, origin: "", label: "the file was replaced or removed; open it again",
        items: [])
    ])
  }

  /// The file seems to have been written without this library: counts the totals again and has
  /// everyone reset. Of several processes that notice, the first one does it.
  private func repairAfterForeignEdit(_ revision: Int64) throws(ExpenseError) {
    if options.readOnly { return }
    do throws(ExpenseError) {
      try write(kind: .reset) { (writer) throws(ExpenseError) in
        let connection = writer.connection
        if try Journal.hasReset(after: revision, connection) { return }
        // A commit that had begun when we looked may have been all: SQLite starts its log anew then.
        if try Journal.lastRevision(connection) > revision,
          try Totals.all(connection) == Totals.recount(connection)
        {
          return
        }
        try Totals.rebuild(connection)
        try ColumnCache.clear(connection)
        writer.effect?.changedSettings = true
        writer.effect?.label = "the file was edited by another program"
      }
    } catch {
      reader.withLock { $0.forget() }
      throw error
    }
  }
}
