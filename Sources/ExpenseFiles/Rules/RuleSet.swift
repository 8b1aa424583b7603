internal import ExpenseModel
internal import ExpenseStore

/// The rules of a store at one moment, in their order.
struct RuleSet: Sendable {
  let rules: [Rule]

  init(_ rules: [Rule]) { self.rules = rules }

  /// - Throws: `argument` for a rule that this version cannot read; `damaged`, `io`.
  init(_ store: Store) throws(ExpenseError) {
    var rules: [Rule] = []
    for saved in try store.rules() {
      rules.append(try Rule(parsing: saved.json, currency: store.currency))
    }
    self.rules = rules
  }

  subscript(number: RuleOutcome.Number) -> Rule { rules[Int(number) - 1] }

  /// Does to an expense what was found out for it.
  ///
  /// - Parameter settled: Fields that stay what they are.
  /// - Returns: The fields that rules have set, also to what they were.
  @discardableResult
  func apply(
    _ outcome: RuleOutcome, to expense: inout Expense, except settled: ExpenseFields = []
  ) -> ExpenseFields {
    var fields: ExpenseFields = []
    for field in RuleOutcome.fields where outcome[field] != 0 && !settled.contains(field) {
      expense.apply(ExpenseFields(field), from: self[outcome[field]].values)
      fields.insert(ExpenseFields(field))
    }
    guard !outcome.tags.isEmpty, !settled.contains(.tags) else { return fields }
    for number in outcome.tags { _ = self[number].changeTags(&expense.tags) }
    return fields.union(.tags)
  }

  /// Tells what that does, field by field.
  ///
  /// - Parameter expense: As it is before.
  func effects(
    _ outcome: RuleOutcome, on expense: Expense, row: Int64, except settled: ExpenseFields = []
  ) -> [RuleEffect] {
    var effects: [RuleEffect] = []
    func add(_ number: RuleOutcome.Number, _ field: ExpenseField, _ old: String, _ new: String) {
      effects.append(
        RuleEffect(
          kind: .set, row: row, id: expense.id, field: field, rule: self[number].name, old: old,
          new: new, problem: ""))
    }
    for field in RuleOutcome.fields where outcome[field] != 0 && !settled.contains(field) {
      let number = outcome[field]
      let (old, new) = (expense.text(of: field), self[number].values.text(of: field))
      if !old.isIdentical(to: new) { add(number, field, old, new) }
    }
    guard !outcome.tags.isEmpty, !settled.contains(.tags) else { return effects }
    var tags = expense.tags
    for number in outcome.tags { _ = self[number].changeTags(&tags) }
    // What is put back behind its removal has not changed.
    let isChanged = !TagList.text(tags).isIdentical(to: TagList.text(expense.tags))
    tags = expense.tags
    for number in outcome.tags {
      let old = TagList.text(tags)
      let isDone = self[number].changeTags(&tags)
      let new = TagList.text(tags)
      if isDone, isChanged, !old.isIdentical(to: new) { add(number, .tags, old, new) }
      guard !isDone else { continue }
      effects.append(
        RuleEffect(
          kind: .refused, row: row, id: expense.id, field: .tags, rule: self[number].name, old: old,
          new: old, problem: "there would be more than \(Expense.Limits.tags) tags"))
    }
    return effects
  }
}

extension Rule {
  /// Adds or replaces tags; false where there would be too many, and nothing is done.
  func changeTags(_ tags: inout [String]) -> Bool {
    guard addedTags.isEmpty else {
      var new = tags
      for tag in addedTags where !new.contains(where: { $0.isIdentical(to: tag) }) {
        new.append(tag)
      }
      guard new.count <= Expense.Limits.tags else { return false }
      tags = new
      return true
    }
    tags = values.tags
    return true
  }
}

extension Expense {
  /// A field that rules set, as text.
  func text(of field: ExpenseField) -> String {
    switch field {
    case .name: name
    case .type: type
    case .category: category
    case .note: note
    case .reimbursement: "\(reimbursement)"
    case .tags: TagList.text(tags)
    default: ""
    }
  }
}
