public import ExpenseModel
public import ExpenseStore

extension LiveView {
  /// Runs the rules of the store on the expenses that the view has shown, as one change with the
  /// label `applied rules: 12 expenses`, which one undo takes back.
  ///
  /// Shown is what the last call has read or told, as for ``LiveView/remove(at:)``; expenses that are
  /// gone since are passed over. Inside this thread's own transaction it becomes a part of that.
  /// `leaveOut` is for files and does nothing here.
  ///
  /// - Parameters:
  ///   - dryRun: Whether only to tell what a run would change.
  ///   - collectsEffects: Whether to tell of each expense and field, and not only how many expenses.
  /// - Throws: `argument` for a rule that a newer version has saved; what updating throws.
  public func applyRules(
    dryRun: Bool = false, collectsEffects: Bool = true
  ) throws(ExpenseError) -> RuleRun {
    let ids = try ids(offset: 0, limit: .max, asShown: true).filter { $0 != 0 }
    let rules = try RuleSet(store)
    let imports = try store.importNames()
    let digits = Dictionary(
      try store.currencies().map { ($0.code, $0.digits) }, uniquingKeysWith: { first, _ in first })
    var runner = RuleRunner(rules) { digits[$0] ?? Currency.iso($0)?.digits }
    var run = RuleRun(effects: [], rows: 0, step: UndoStep(revision: 0, target: 0, label: ""))
    var texts = RulingText()
    func rewrite(_ expense: Expense) -> Store.Rewrite? {
      let source = expense.source.flatMap { imports[$0.importNumber] } ?? ""
      let outcome = runner.outcome(for: expense, source: source)
      if collectsEffects { run.effects += rules.effects(outcome, on: expense, row: -1) }
      var new = expense
      let fields = rules.apply(outcome, to: &new)
      if fields.isEmpty { return nil }
      let ruling = texts.ruling(rules, outcome, from: expense, to: new, fields: fields)
      return Store.Rewrite(new, fields: fields, ruling: ruling)
    }
    if dryRun {
      try store.look(at: ids) { expense in
        if rewrite(expense)?.ruling != nil { run.rows += 1 }
      }
    } else {
      let (rows, revision) = try store.rewrite(
        ids, label: { RuleRun.label($0, "expense") }, rewrite)
      (run.rows, run.step.revision) = (rows, revision)
    }
    run.step.label = RuleRun.label(run.rows, "expense")
    return run
  }
}

extension Store {
  /// Which rules have set the fields of an expense to what they are now.
  ///
  /// It is told from the commits that stand: a later edit of a field, by hand or by an import, makes
  /// the field nobody's again, and its undo makes it the rule's again.
  ///
  /// - Throws: `notFound` when there is no such expense.
  public func ruleEffects(on id: Int64) throws(ExpenseError) -> [RuleEffect] {
    let (expense, rulings) = try rulings(of: id)
    var effects: [RuleEffect] = []
    for field in RuleOutcome.fields + [.tags] {
      for ruling in rulings where ruling.fields.contains(field) {
        for rule in try RulingText.rules(field, in: ruling.text) {
          effects.append(
            RuleEffect(
              kind: .set, row: -1, id: id, field: field, rule: rule, old: "",
              new: expense.text(of: field), problem: ""))
        }
      }
    }
    return effects
  }
}
