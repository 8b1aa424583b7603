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
    throw ExpenseError(.argument, "rules do not run yet")
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
    throw ExpenseError(.argument, "rules do not run yet")
  }
}
