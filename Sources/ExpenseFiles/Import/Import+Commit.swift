public import ExpenseModel
public import ExpenseStore
internal import Threads

extension Import {
  /// Stores the new rows as one change with the label `imported NAME`, which one undo takes back.
  ///
  /// When the store has changed since the file was opened, the rows are compared with it again
  /// first. Inside this thread's own transaction it becomes a part of that.
  ///
  /// - Returns: The new revision, or 0 when no row was new, and the label.
  /// - Throws: `ambiguous`, listing the open questions; `transaction` when it was committed before;
  ///   `handle` when it is closed; what adding to the store throws. After a failure nothing is
  ///   stored, and it may be tried again.
  public func commit() throws(ExpenseError) -> UndoStep {
    let before = try state.withLock { (state) throws(ExpenseError) in
      try Import.check(state)
      state.phase = .committing
      return state
    }
    let label = Import.label(before.summary.name)
    // What the transaction of this thread has written so far has no revision that would tell.
    let isPart = store.isInTransaction
    var entries = before.entries
    let step: UndoStep
    do throws(ExpenseError) {
      // No lock is held here: the store calls its subscribers.
      step = try store.transaction(label) { () throws(ExpenseError) in
        let last = try store.revision
        if isPart || last != before.revision {
          try before.matching.run(store, &entries)
          try checkDiffering(entries, before)
        }
        let isNew = try add(entries, before)
        return UndoStep(revision: isNew ? last + 1 : 0, target: 0, label: label)
      }
    } catch {
      // Inside the thread's own transaction a part may have been written.
      store.noteFailure(error)
      state.withLock { if $0.phase == .committing { $0.phase = .open } }
      throw error
    }
    state.withLock { state in
      guard state.phase == .committing else { return }
      state.phase = .committed
      state.entries = entries
      Import.describe(&state.summary, entries, state.reader)
    }
    return step
  }

  private static func check(_ state: State) throws(ExpenseError) {
    switch state.phase {
    case .open: break
    case .committing: throw ExpenseError(.transaction, "the import is being committed already")
    case .committed: throw ExpenseError(.transaction, "the import is committed already")
    case .closed: throw closedError
    }
    guard state.summary.questions.isEmpty else {
      throw ExpenseError(
        .ambiguous, "\(state.summary.name) leaves open: \(state.summary.questionText)")
    }
  }

  /// The label of the change; at most 255 bytes, as the store demands.
  private static func label(_ name: String) -> String {
    var label = "imported \(name)"
    while label.utf8.count > 255 { label.removeLast() }
    return label.utf8.contains(0) ? "imported" : label
  }

  /// Adds what is new, expenses and currencies; false when nothing is.
  private func add(
    _ entries: [RowEntry], _ state: State
  ) throws(ExpenseError) -> Bool {
    guard let reader = state.reader else { return false }
    var isNew = false
    for currency in reader.currencies where try store.pinCurrency(currency) { isNew = true }
    guard entries.contains(where: { $0.isStored || $0.isUpdate }) else { return isNew }
    for currency in try store.currencies() {
      guard let known = reader.currency(currency.code), known != currency else { continue }
      throw ExpenseError(
        .conflict,
        "the digits of \(currency.code) have changed since the file was opened; open it "
          + "again", field: .currency)
    }
    let count = entries.reduce(0) { $0 + ($1.isStored ? 1 : 0) }
    var numbers = ImportNumbers(store: store, names: reader.importNames)
    var work = RowWork(
      entries: entries, reader: reader, edits: state.edits, ruled: state.ruled)
    if reader.importNames == nil, count > 0 {
      work.importNumber = try store.newImport(name: state.summary.name)
    }
    var meter = ProgressMeter(options.progress, .store, total: Int64(count))
    let feed = RowFeed(work, isThreaded: count > 4 * RowPacker.batch)
    defer { feed.stop() }
    var done = 0
    var rows = NewRows()
    while var batch = try feed.next() {
      try meter.reach(done)
      if work.importNumber == 0 {
        try batch.packed.setImports { (number) throws(ExpenseError) in try numbers.number(number) }
      }
      let first = try store.add(batch.packed, &rows)
      for (place, original) in batch.originals {
        try store.keepOriginal(original, of: first + Int64(place))
      }
      for (place, ruling) in batch.rulings {
        try store.noteRuling(ruling, of: first + Int64(place))
      }
      done += batch.packed.count
    }
    try meter.finish()
    return try update(entries, state, reader) || count > 0 || isNew
  }

  /// Asks of rows that have come to differ since they were compared.
  private func checkDiffering(_ entries: [RowEntry], _ state: State) throws(ExpenseError) {
    guard let reader = state.reader, reader.differing == nil,
      entries.contains(where: { $0.status == .differing && $0.choice?.isOfRule ?? true })
    else { return }
    let finding = try Differences(state.reader)?.finding(entries, store, state.summary.name)
    throw ExpenseError(
      .ambiguous, "\(state.summary.name) has come to leave open: \(finding?.text ?? "differing")")
  }

  /// Gives expenses that both stores have the values of the other; false when nothing changed.
  private func update(
    _ entries: [RowEntry], _ state: State, _ reader: any RowReader
  ) throws(ExpenseError) -> Bool {
    var cursor = reader.cursor()
    var isNew = false
    for (row, entry) in entries.enumerated() where entry.isUpdate {
      var expense = try Import.expense(entry, &cursor)
      guard let stored = try Differences.stored([entry.duplicateOf], store).first ?? nil else {
        continue
      }
      state.edits[row]?.apply(to: &expense)
      let fields = Differences.fields(expense, stored)
      if fields.isEmpty { continue }
      expense.id = entry.duplicateOf
      try store.update(expense, fields: fields)
      isNew = true
    }
    return isNew
  }

  static func expense(
    _ entry: RowEntry, _ cursor: inout any RowCursor
  ) throws(ExpenseError) -> Expense {
    do throws(RowProblem) {
      return try cursor.expense(at: entry)
    } catch {
      throw ExpenseError(.invalid, "line \(entry.line), \(error.text): \(error.reason)")
    }
  }
}

extension Store.Original {
  /// Of a row as the file gives it.
  init(_ expense: Expense) {
    self.init(amount: expense.amount, day: Int64(expense.date.day), name: expense.name)
  }
}

/// The store's numbers of the imports that rows of the library's own files come from.
private struct ImportNumbers {
  let store: Store
  /// By their numbers in the file.
  let names: [Int64: String]?
  private var known: [Int64: Int64] = [:]

  init(store: Store, names: [Int64: String]?) {
    self.store = store
    self.names = names
  }

  /// The store's number for one of the file's, made when a row needs it.
  mutating func number(_ key: Int64) throws(ExpenseError) -> Int64 {
    if let number = known[key] { return number }
    let number = try store.newImport(name: names?[key] ?? "")
    known[key] = number
    return number
  }
}
