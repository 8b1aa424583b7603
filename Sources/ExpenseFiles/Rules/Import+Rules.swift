public import ExpenseModel
internal import ExpenseStore
internal import Threads

extension Import {
  /// Runs the rules of the store on the rows, as the file gives them and the caller has edited them.
  ///
  /// It takes the place of an earlier run: what rules that are gone since have set is as the file
  /// gives it. What the caller has said of a row, by ``editRow(_:_:fields:)`` and ``setRow(_:_:)``,
  /// stands over what rules say. Rows that the store has and rejected rows are passed
  /// over.
  ///
  /// - Parameters:
  ///   - dryRun: Whether only to tell what a run would change.
  ///   - collectsEffects: Whether to tell of each row and field, and not only how many rows.
  /// - Throws: `ambiguous` while a question keeps the rows from being read; `argument` for a rule
  ///   that a newer version has saved; `transaction` when it is committed or answered meanwhile;
  ///   `handle` when it is closed.
  public func applyRules(
    dryRun: Bool = false, collectsEffects: Bool = true
  ) throws(ExpenseError) -> RuleRun {
    let before = try state.withLock { (state) throws(ExpenseError) in
      try Import.checkOpen(state)
      return state
    }
    guard let reader = before.reader else {
      throw ExpenseError(
        .ambiguous, "\(before.summary.name) leaves open: \(before.summary.questionText)")
    }
    // No lock is held here: it may take long.
    let rules = try RuleSet(store)
    let found = try outcomes(rules, reader, before, collectsEffects: collectsEffects)
    if !dryRun {
      try state.withLock { (state) throws(ExpenseError) in
        try Import.checkOpen(state)
        guard state.reading === before.reading else {
          throw ExpenseError(.transaction, "the import was answered while its rules ran")
        }
        state.take(found.rows)
      }
    }
    return found.run
  }

  /// Takes back what a run of the rules has done to the rows.
  ///
  /// - Throws: `transaction` when it is committed; `handle` when it is closed.
  public func takeBackRules() throws(ExpenseError) {
    try state.withLock { (state) throws(ExpenseError) in
      try Import.checkOpen(state)
      state.take(nil)
    }
  }

  /// Finds out what the rules come to for each row.
  private func outcomes(
    _ rules: RuleSet, _ reader: any RowReader, _ state: State, collectsEffects: Bool
  ) throws(ExpenseError) -> (rows: RuledRows, run: RuleRun) {
    let digits = Dictionary(
      try store.currencies().map { ($0.code, $0.digits) }, uniquingKeysWith: { first, _ in first })
    var runner = RuleRunner(rules) { code in
      reader.currency(code)?.digits ?? digits[code] ?? Currency.iso(code)?.digits
    }
    var rows = RuledRows(rules, count: state.entries.count)
    var run = RuleRun(effects: [], rows: 0, step: UndoStep(revision: 0, target: 0, label: ""))
    var cursor = reader.cursor()
    for (index, entry) in state.entries.enumerated() {
      guard entry.found != .duplicate, entry.found != .differing, entry.found != .rejected,
        let expense = Confirmation.expense(entry, &cursor)
      else {
        rows.append(.nothing)
        continue
      }
      let edit = state.edits[index]
      var edited = expense
      edit?.apply(to: &edited)
      rows.append(
        runner.outcome(
          for: edited, source: Import.source(of: expense, reader, state.summary.name),
          settled: edit?.fields ?? []))
      guard let row = rows.row(index) else { continue }
      var ruled = entry
      ruled.take(row.choice)
      let effects = row.effects(ruled, expense, edit)
      if effects.contains(where: { $0.kind != .refused }) { run.rows += 1 }
      if collectsEffects { run.effects += effects }
    }
    run.step.label = RuleRun.label(run.rows, "row")
    return (rows, run)
  }

  /// The name of the import that the store will have for a row.
  private static func source(
    of expense: Expense, _ reader: any RowReader, _ name: String
  ) -> String {
    guard let names = reader.importNames else { return name }
    return expense.source.flatMap { names[$0.importNumber] } ?? ""
  }
}

extension Import.State {
  /// Puts what a run of the rules came to in the place of what an earlier one did.
  fileprivate mutating func take(_ rows: RuledRows?) {
    ruled = rows
    for index in entries.indices { entries[index].take(rows?.row(index)?.choice) }
    summaryIsOld = true
  }
}

extension RowEntry {
  /// Takes what rules want to become of the row, unless the caller has said it.
  fileprivate mutating func take(_ choice: RowChoice?) {
    if self.choice?.isOfRule ?? true { self.choice = choice }
  }
}
