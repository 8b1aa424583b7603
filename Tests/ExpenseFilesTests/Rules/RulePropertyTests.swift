import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Rules, by random rules and rows against a plain definition")
struct RulePropertyTests {
  private func expenses(_ count: Int, using random: inout SeededGenerator) -> [Expense] {
    (0..<count).map { number in
      func one(_ texts: [String]) -> String {
        texts[Int.random(in: 0..<texts.count, using: &random)]
      }
      var expense = Expense(
        name: one(PlainRules.words), type: one(["Personal", "Business", "Other"]),
        category: one(PlainRules.categories + [""]),
        amount: Int64.random(in: -600...900, using: &random), currency: one(["EUR", "USD"]),
        date: .first, account: one(["Visa", "", "Cash"]), note: one(PlainRules.words + ["", ""]))
      if number % 3 == 0 { expense.tags = [one(PlainRules.words)] }
      if number % 17 == 0 { expense.tags = (0..<64).map { "t\($0)" } }
      return expense
    }
  }

  @Test(
    "A run on a view: as defined, as the dry run says, and undone as a whole", arguments: 0..<60)
  func view(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let store = try makeStore()
    try store.add(expenses(80, using: &random))
    let rules = PlainRules.random(Int.random(in: 1...12, using: &random), using: &random)
    for rule in rules { try store.saveRule(rule.json) }
    let query = seed % 3 == 0 ? ExpenseQuery(text: "cafe") : ExpenseQuery()
    let view = try store.view(query)
    let shown = Set(try view.ids(offset: 0, limit: .max))
    let before = try store.all()

    let dry = try view.applyRules(dryRun: true)
    #expect(try store.all() == before)
    let revision = try store.revision
    let run = try view.applyRules()
    #expect(run.effects == dry.effects)
    #expect(run.rows == dry.rows)
    #expect(run.step.label == dry.step.label)
    let after = try store.all()
    for (old, new) in zip(before, after) {
      let expected = PlainRules.run(rules, old, source: "").0
      #expect(new == (shown.contains(old.id) ? expected : old))
      checkEffects(run.effects.filter { $0.id == old.id }, old, new, rules)
    }
    #expect(before.count == after.count)
    let changed = zip(before, after).filter { $0 != $1 }.count
    #expect(run.rows == Int64(changed))
    guard changed > 0 else {
      #expect(try store.revision == revision)
      return
    }
    let change = try #require(try store.history(limit: 1).first).change
    #expect(change.label == "applied rules: \(changed) expense\(changed == 1 ? "" : "s")")
    #expect(try store.revision == revision + 1)
    _ = try store.undo()
    #expect(try store.all() == before)
    _ = try store.redo()
    #expect(try store.all() == after)
    try store.check()
  }

  /// Each field that differs has one effect that says so, by a rule that sets that field; tags have
  /// one for each step.
  private func checkEffects(
    _ effects: [RuleEffect], _ old: Expense, _ new: Expense, _ rules: [PlainRules.Rule]
  ) {
    let set = effects.filter { $0.kind == .set }
    #expect(Set(set.compactMap(\.field)) == Set(new.differingFields(from: old).fields))
    for field in [ExpenseField.name, .type, .category, .note, .reimbursement] {
      let told = set.filter { $0.field == field }
      #expect(told.count <= 1)
      guard let effect = told.first, let rule = rules.first(where: { $0.name == effect.rule })
      else { continue }
      let (was, value): (String, String?) =
        switch field {
        case .name: (old.name, rule.setName)
        case .type: (old.type, rule.setType)
        case .category: (old.category, rule.setCategory)
        case .note: (old.note, rule.setNote)
        default: ("\(old.reimbursement)", rule.reimbursement.map { "\($0)" })
        }
      #expect(effect.old == was)
      #expect(effect.new == value)
    }
    let tags = effects.filter { $0.field == .tags }
    for (step, next) in zip(tags, tags.dropFirst()) { #expect(step.new == next.old) }
    for refused in tags where refused.kind == .refused {
      #expect(refused.problem == "there would be more than 64 tags")
    }
  }

  @Test("A run on a file: as defined, as the dry run says, and stored so", arguments: 0..<60)
  func file(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(1_000 + seed))
    let store = try makeStore()
    let rows = expenses(60, using: &random)
    let rules = PlainRules.random(Int.random(in: 1...12, using: &random), using: &random)
    for rule in rules { try store.saveRule(rule.json) }
    var csv = "Date;Merchant;Amount;Note\n"
    for row in rows {
      let minor = row.amount.magnitude
      // Money that comes in has no sign here.
      csv += "01.02.2026;\(row.name);\(row.amount > 0 ? "-" : "")\(minor / 100),"
      csv += "\(minor % 100 < 10 ? "0" : "")\(minor % 100);\(row.note)\n"
    }
    let profile = """
      {"columns":{"date":"Date","name":"Merchant","amount":"Amount","note":"Note"},
      "delimiter":";","decimal":",","date":"DMY","spending":"negative","currency":"EUR",
      "income":"\(seed % 2 == 0 ? "leave out" : "refund")"}
      """
    let file = try Import.open(store, csv, profile, account: seed % 3 == 0 ? "Visa" : "")
    let plain = try file.allRows()
    try file.editRow(7, Expense(name: "by hand", amount: 0, date: .first), fields: .name)
    try file.setRow(8, .excluded)

    let dry = try file.applyRules(dryRun: true)
    #expect(try file.allRows().allSatisfy(\.effects.isEmpty))
    let run = try file.applyRules()
    #expect(run == dry)
    let ruled = try file.allRows()
    #expect(ruled.flatMap(\.effects) == run.effects)
    for (index, (old, new)) in zip(plain, ruled).enumerated() {
      var base = try #require(old.expense)
      if index == 7 { base.name = "by hand" }
      var (expected, leaveOut) = PlainRules.run(
        index == 7 ? rules.map { withoutName($0) } : rules, base, source: "file")
      if index == 8 { leaveOut = nil }
      expected.source = new.expense?.source
      #expect(new.expense == expected)
      let status: RowStatus =
        index == 8 ? .excluded : leaveOut.map { $0 ? .leftOut : .fresh } ?? old.status
      #expect(new.status == status)
      #expect((new.reason.hasPrefix("left out by the rule")) == (leaveOut == true))
    }
    #expect(try file.applyRules() == run)
    #expect(try file.allRows() == ruled)
    try file.takeBackRules()
    #expect(
      try file.allRows().map(\.status) == plain.enumerated().map { $0 == 8 ? .excluded : $1.status }
    )
    _ = try file.applyRules()
    _ = try file.commit()
    let stored = try store.all()
    let wanted = ruled.filter { $0.status == .fresh }.compactMap(\.expense)
    #expect(stored.map { stripped($0) } == wanted.map { stripped($0) })
    // The file again adds nothing, with rules or without.
    let again = try Import.open(store, csv, profile, account: seed % 3 == 0 ? "Visa" : "")
    #expect(again.summary.duplicates == Int64(stored.count))
    _ = try again.applyRules()
    #expect(again.summary.duplicates == Int64(stored.count))
    _ = try store.undo()
    #expect(try store.all().isEmpty)
  }

  /// A row that was renamed by hand is renamed by no rule.
  private func withoutName(_ rule: PlainRules.Rule) -> PlainRules.Rule {
    var rule = rule
    rule.setName = nil
    return rule
  }

  private func stripped(_ expense: Expense) -> Expense {
    var expense = expense
    (expense.id, expense.uuid, expense.source) = (0, .zero, nil)
    return expense
  }

  @Test("Rules one after the other are runs one after the other", arguments: 0..<40)
  func composition(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(2_000 + seed))
    let rows = expenses(50, using: &random)
    let rules = PlainRules.random(8, using: &random)
    let split = Int.random(in: 0...8, using: &random)
    func run(_ parts: [[PlainRules.Rule]]) throws -> [Expense] {
      let store = try makeStore()
      try store.add(rows)
      for part in parts {
        for rule in try store.rules() { try store.removeRule(rule.name) }
        for rule in part { try store.saveRule(rule.json) }
        _ = try store.view(ExpenseQuery()).applyRules()
      }
      return try store.all().map { stripped($0) }
    }
    #expect(try run([rules]) == run([Array(rules[..<split]), Array(rules[split...])]))
  }

  @Test(
    "Running again changes nothing where no rule looks at what itself or a later one sets",
    arguments: 0..<40)
  func again(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(3_000 + seed))
    let store = try makeStore()
    try store.add(expenses(60, using: &random))
    for rule in PlainRules.settling(PlainRules.random(40, using: &random)) {
      try store.saveRule(rule.json)
    }
    #expect(try store.rules().count > 2)
    let view = try store.view(ExpenseQuery())
    _ = try view.applyRules()
    let after = try store.all()
    let second = try view.applyRules()
    #expect(second.rows == 0)
    #expect(second.step.revision == 0)
    #expect(!second.effects.contains { $0.kind == .set })
    #expect(try store.all() == after)
  }
}
