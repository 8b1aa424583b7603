public import CIExpense
internal import ExpenseFiles
internal import ExpenseModel
internal import ExpenseStore

/// The rules of a store, and all their texts.
///
/// They live until iex_rules_close or until their store is closed.
public typealias iex_rules = OpaquePointer

/// What rules did, or would do, and all their texts.
///
/// They live until iex_effects_close or until their store is closed.
public typealias iex_effects = OpaquePointer

/// Saves a rule in a store: in place of the one with its name, else behind all others.
///
/// It is a change of kind IEX_CHANGE_SETTINGS, which undo passes over. No expense is changed by it:
/// rules run when they are told to.
///
/// - Parameters:
///   - store: A store.
///   - json: The rule, with its name in it.
///   - position: Where it is to stand among the rules, from 0, beyond the end for the end; -1: where
///     the one with its name stands, else at the end.
///   - error: Receives what went wrong, with the rule's name and the key at fault; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for a wrong rule, IEX_ERROR_INVALID for a wrong name and for more
///   than 4,096 rules, IEX_ERROR_CURRENCY for an unknown currency; IEX_ERROR_BUSY,
///   IEX_ERROR_READ_ONLY, …
@_cdecl("iex_store_save_rule")
public func iex_store_save_rule(
  _ store: iex_store?, _ json: UnsafePointer<CChar>?, _ position: Int64,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in
      let json = try unsafe requiredText(json, "json")
      try store.saveRule(json, at: position == -1 ? nil : Int(position))
    }
  }
}

/// Removes a rule.
///
/// - Parameters:
///   - store: A store.
///   - name: The rule's name.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when there is none of this name; IEX_ERROR_BUSY,
///   IEX_ERROR_READ_ONLY, …
@_cdecl("iex_store_remove_rule")
public func iex_store_remove_rule(
  _ store: iex_store?, _ name: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in
      try store.removeRule(try unsafe requiredText(name, "name"))
    }
  }
}

/// Moves a rule to another place among the rules, which run in their order.
///
/// - Parameters:
///   - store: A store.
///   - name: The rule's name.
///   - position: Where it stands afterwards, from 0; beyond the end means at the end.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when there is none of this name; IEX_ERROR_ARGUMENT when `position`
///   is negative; IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, …
@_cdecl("iex_store_move_rule")
public func iex_store_move_rule(
  _ store: iex_store?, _ name: UnsafePointer<CChar>?, _ position: Int64,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in
      try store.moveRule(try unsafe requiredText(name, "name"), to: Int(position))
    }
  }
}

/// Reads the rules of a store, in the order in which they run.
///
/// - Parameters:
///   - store: A store.
///   - rules: Receives them; NULL on failure. Close it with iex_rules_close.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_store_rules")
public func iex_store_rules(
  _ store: iex_store?, _ rules: UnsafeMutablePointer<iex_rules?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, rules, "rules") {
    let lender = try resolveStore(store)
    return try lender.lend(RulesObject(lender.store.rules()))
  }
}

/// Gives the rules that were read.
///
/// - Parameters:
///   - rules: Rules.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until they or their store are closed;
///   NULL and a `count` of 0 when `rules` is no open handle of them.
@_cdecl("iex_rules_rows")
public func iex_rules_rows(
  _ rules: iex_rules?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_rule>? {
  unsafe give(peek(rules, as: RulesObject.self)?.rows, count: count)
}

/// Closes rules that were read, and frees their texts.
///
/// - Parameter rules: Rules. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_rules_close")
public func iex_rules_close(_ rules: iex_rules?) -> iex_status {
  closeHandle(rules, kind: .rules)
}

/// Runs the rules of a store on the rows of a file, before they are stored.
///
/// Each row then says in its effects which rule has set which field, and what rules leave out is
/// IEX_ROW_LEFT_OUT. It takes the place of an earlier run; iex_import_answer takes it back. What
/// iex_import_edit_row and iex_import_set_row have said of a row stands over what rules say.
/// Rows that the store has already and rejected ones are passed over. The rules are those of this moment: the commit
/// runs none.
///
/// - Parameters:
///   - import: An import that is not committed.
///   - flags: 0, IEX_RULES_DRY_RUN or IEX_RULES_TAKE_BACK.
///   - effects: Receives what was or would be done, in order of the rows; NULL on failure. May be
///     NULL. Close it with iex_effects_close; it outlives the import.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_AMBIGUOUS while a question keeps the rows from being read;
///   IEX_ERROR_ARGUMENT for unknown flags, and for a rule that a newer version has saved;
///   IEX_ERROR_TRANSACTION when the import is committed.
@_cdecl("iex_import_apply_rules")
public func iex_import_apply_rules(
  _ import: iex_import?, _ flags: UInt32, _ effects: UnsafeMutablePointer<iex_effects?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe effects?.pointee = nil
  return unsafe call(error) {
    let object = try resolve(`import`, "import", as: ImportObject.self)
    let flags = try RuleFlags(flags, isOfView: false)
    var done: [RuleEffect] = []
    if flags.takesBack {
      try object.file.takeBackRules()
    } else {
      done = try object.file.applyRules(
        dryRun: flags.isDryRun, collectsEffects: unsafe effects != nil
      ).effects
    }
    guard let effects = unsafe effects else { return }
    unsafe effects.pointee = try object.lender.lend(EffectsObject(done)).handle
  }
}

/// Runs the rules of a store on the expenses of a view, as one change.
///
/// They are the expenses that the view has shown, as for iex_view_remove_at; those that are gone
/// since are passed over. The change has the label "applied rules: 12 expenses", and one undo takes
/// it back. Inside a transaction it becomes a part of that. "leaveOut" does nothing here.
///
/// - Parameters:
///   - view: A view.
///   - flags: 0 or IEX_RULES_DRY_RUN.
///   - step: Receives the new revision, 0 where nothing was stored, and the label; may be NULL.
///   - effects: Receives what was or would be done, in the view's order; NULL on failure. May be
///     NULL. Close it with iex_effects_close; it outlives the view.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for unknown flags, and for a rule that a newer version has saved;
///   IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, IEX_ERROR_FULL, IEX_ERROR_IO.
@_cdecl("iex_view_apply_rules")
public func iex_view_apply_rules(
  _ view: iex_view?, _ flags: UInt32, _ step: UnsafeMutablePointer<iex_step>?,
  _ effects: UnsafeMutablePointer<iex_effects?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe effects?.pointee = nil
  return unsafe call(error, optional: step) {
    let lender = try resolve(view, "view", as: ViewObject.self).lender
    let flags = try RuleFlags(flags, isOfView: true)
    let run = try changing(view) { view in
      try view.applyRules(dryRun: flags.isDryRun, collectsEffects: unsafe effects != nil)
    }
    if let effects = unsafe effects {
      unsafe effects.pointee = try lender.lend(EffectsObject(run.effects)).handle
    }
    return iex_step(run.step)
  }
}

/// Tells which rules have set the fields of an expense to what they are now.
///
/// It is told from the changes that stand: when a field is set by someone else later, no rule has set
/// it any more, and the undo of that makes it the rule's again.
///
/// - Parameters:
///   - store: A store.
///   - id: An expense.
///   - effects: Receives them, in order of the fields; NULL on failure. Close it with
///     iex_effects_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when there is no such expense.
@_cdecl("iex_store_rule_effects")
public func iex_store_rule_effects(
  _ store: iex_store?, _ id: Int64, _ effects: UnsafeMutablePointer<iex_effects?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, effects, "effects") {
    let lender = try resolveStore(store)
    return try lender.lend(EffectsObject(lender.store.ruleEffects(on: id)))
  }
}

/// Gives what rules did.
///
/// - Parameters:
///   - effects: Effects.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until they or their store are closed;
///   NULL and a `count` of 0 when `effects` is no open handle of them.
@_cdecl("iex_effects_rows")
public func iex_effects_rows(
  _ effects: iex_effects?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_effect>? {
  unsafe give(peek(effects, as: EffectsObject.self)?.rows, count: count)
}

/// Closes effects and frees their texts.
///
/// - Parameter effects: Effects. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_effects_close")
public func iex_effects_close(_ effects: iex_effects?) -> iex_status {
  closeHandle(effects, kind: .effects)
}
