public import ExpenseModel
internal import ExpenseStore

extension Import {
  /// Runs the rules of the store on the rows, as the file gives them and the caller has edited them.
  ///
  /// It takes the place of an earlier run: what rules that are gone since have set is as the file
  /// gives it. What the caller has said of a row, by ``editRow(_:_:fields:)`` and ``setRow(_:_:)``,
  /// stands over what rules say. Duplicates and rejected rows are passed over.
  ///
  /// - Parameters:
  ///   - dryRun: Whether only to tell what a run would change.
  ///   - collectsEffects: Whether to tell of each row and field, and not only how many rows.
  /// - Throws: `ambiguous` while a question keeps the rows from being read; `argument` for a rule
  ///   that a newer version has saved; `transaction` when it is committed; `handle` when it is closed.
  public func applyRules(
    dryRun: Bool = false, collectsEffects: Bool = true
  ) throws(ExpenseError) -> RuleRun {
    throw ExpenseError(.argument, "rules do not run yet")
  }

  /// Takes back what a run of the rules has done to the rows.
  ///
  /// - Throws: `transaction` when it is committed; `handle` when it is closed.
  public func takeBackRules() throws(ExpenseError) {
    throw ExpenseError(.argument, "rules do not run yet")
  }
}
