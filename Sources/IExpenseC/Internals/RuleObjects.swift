internal import CIExpense
internal import ExpenseFiles
internal import ExpenseModel

/// What stands behind an `iex_rules`.
@safe
final class RulesObject: HandleObject {
  static let kind = HandleKind.rules

  let rows: Block<iex_rule>

  init(_ rules: [SavedRule]) {
    unsafe rows = unsafe Block(count: rules.count) { index, writer in
      var row = unsafe iex_rule()
      unsafe row.struct_size = UInt32(MemoryLayout<iex_rule>.size)
      unsafe row.name = writer.write(rules[index].name)
      unsafe row.json = writer.write(rules[index].json)
      return unsafe row
    }
  }
}

/// What stands behind an `iex_effects`.
@safe
final class EffectsObject: HandleObject {
  static let kind = HandleKind.effects

  let rows: Block<iex_effect>

  init(_ effects: [RuleEffect]) {
    unsafe rows = unsafe Block(count: effects.count) { index, writer in
      unsafe iex_effect(effects[index], writer: &writer)
    }
  }
}

extension iex_effect {
  /// Lays out what a rule does.
  init(_ effect: RuleEffect, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe kind = effect.kind.rawValue
    unsafe row = effect.row
    unsafe id = effect.id
    unsafe rule = writer.write(effect.rule)
    unsafe old_value = writer.write(effect.old)
    unsafe new_value = writer.write(effect.new)
    unsafe problem = writer.write(effect.problem)
    unsafe field = effect.field?.rawValue ?? -1
  }
}

/// The bits of a run's flags; `isOfView` refuses those that a view has no use for.
struct RuleFlags {
  let isDryRun: Bool
  let takesBack: Bool

  init(_ flags: UInt32, isOfView: Bool) throws(ExpenseError) {
    let known = UInt32(isOfView ? IEX_RULES_DRY_RUN : IEX_RULES_DRY_RUN | IEX_RULES_TAKE_BACK)
    guard flags & ~known == 0, flags != known || isOfView else {
      throw ExpenseError(
        .argument,
        isOfView
          ? "flags is \(flags): of a view it is 0 or IEX_RULES_DRY_RUN"
          : "flags is \(flags): it is 0, IEX_RULES_DRY_RUN or IEX_RULES_TAKE_BACK")
    }
    isDryRun = flags & UInt32(IEX_RULES_DRY_RUN) != 0
    takesBack = flags & UInt32(IEX_RULES_TAKE_BACK) != 0
  }
}
