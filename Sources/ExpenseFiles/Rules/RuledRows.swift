internal import ExpenseModel
internal import ExpenseStore

/// What a run of the rules came to for each row of a file, in 4 bytes a row.
struct RuledRows: Sendable {
  let rules: RuleSet
  /// Each that occurs, once; the first is that nothing is done.
  private(set) var outcomes = [RuleOutcome.nothing]
  private var numbers: [RuleOutcome: UInt32] = [.nothing: 0]
  /// By row.
  private var rows: [UInt32] = []

  init(_ rules: RuleSet, count: Int) {
    self.rules = rules
    rows.reserveCapacity(count)
  }

  /// Takes in the outcome for the next row.
  mutating func append(_ outcome: RuleOutcome) {
    if let number = numbers[outcome] {
      rows.append(number)
      return
    }
    let number = UInt32(truncatingIfNeeded: outcomes.count)
    numbers[outcome] = number
    outcomes.append(outcome)
    rows.append(number)
  }

  /// What was found out for a row.
  func row(_ index: Int) -> RuledRow? {
    guard rows.indices.contains(index) else { return nil }
    let number = Int(rows[index])
    return number == 0 ? nil : RuledRow(index: index, rules: rules, outcome: outcomes[number])
  }
}

/// What a run of the rules came to for one row of a file.
struct RuledRow {
  let index: Int
  let rules: RuleSet
  let outcome: RuleOutcome

  /// Does to an expense what was found out for its row, but for what the caller has edited.
  func apply(to expense: inout Expense, _ edit: RowEdit?) {
    rules.apply(outcome, to: &expense, except: edit?.fields ?? [])
  }

  /// The same, with the fields that rules have set, and what to note of those that have changed.
  func apply(
    to expense: inout Expense, _ edit: RowEdit?, _ texts: inout RulingText
  ) -> (fields: ExpenseFields, ruling: Store.Ruling?) {
    let old = expense
    let fields = rules.apply(outcome, to: &expense, except: edit?.fields ?? [])
    return (fields, texts.ruling(rules, outcome, from: old, to: expense, fields: fields))
  }

  /// What becomes of the row by the rules.
  var choice: RowChoice? {
    guard outcome.leaveOut != 0 else { return nil }
    return rules[outcome.leaveOut].leavesOut == true ? .leftOutByRule : .keptByRule
  }

  /// Tells what the rules have done to a row.
  ///
  /// - Parameter expense: As the file gives it.
  func effects(_ entry: RowEntry, _ expense: Expense, _ edit: RowEdit?) -> [RuleEffect] {
    var effects = rules.effects(
      outcome, on: expense, row: Int64(index), except: edit?.fields ?? [])
    if let kind = fate(entry) {
      effects.append(
        RuleEffect(
          kind: kind, row: Int64(index), id: 0, field: nil, rule: rules[outcome.leaveOut].name,
          old: "", new: "", problem: ""))
    }
    return effects
  }

  /// Why a row is not stored, when that is by a rule.
  func reason(_ entry: RowEntry) -> String? {
    guard fate(entry) == .leftOut else { return nil }
    return "left out by the rule \(quoted(rules[outcome.leaveOut].name))"
  }

  /// Whether it is the rules that have a row left out or kept.
  private func fate(_ entry: RowEntry) -> RuleEffect.Kind? {
    switch entry.choice {
    case .leftOutByRule where entry.status == .leftOut: .leftOut
    case .keptByRule where entry.found == .leftOut: .kept
    default: nil
    }
  }
}
