import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Which rule has set a field of a stored expense")
struct RulingTests {
  private func told(_ store: Store, _ id: Int64 = 1) throws -> [String] {
    try store.ruleEffects(on: id).map { effect in
      "\(effect.field.map { "\($0)" } ?? "") \(effect.new): \(effect.rule)"
    }
  }

  private func store() throws -> Store {
    let store = try makeStore()
    try store.saveRule(
      #"{"name":"Trains","when":{"text":{"contains":"train"}},"set":{"category":"Travel"}}"#)
    try store.saveRule(
      #"{"name":"Tags","when":{"category":"Travel"},"set":{"tags":{"add":["x"]},"type":"Business"}}"#
    )
    try store.saveRule(#"{"name":"More","when":{},"set":{"tags":{"add":["x","y"]}}}"#)
    return store
  }

  private let all = [
    "type Business: Tags", "category Travel: Trains", "tags x, y: Tags", "tags x, y: More",
  ]

  private func set(_ store: Store, category: String) throws {
    var expense = Expense(name: "", amount: 0, date: .first)
    (expense.id, expense.category) = (1, category)
    try store.update(expense, fields: .category)
  }

  @Test("It is told after a run, and after edits, undo and redo of what stands")
  func view() throws {
    let store = try store()
    try store.add(Expense(name: "Train", amount: 1, date: .first))
    let view = try store.view(ExpenseQuery())
    #expect(try told(store).isEmpty)
    _ = try view.applyRules()
    #expect(try told(store) == all)
    // By hand the category is nobody's, and the undo of that makes it the rule's again.
    try set(store, category: "Mine")
    #expect(try told(store) == all.filter { !$0.hasPrefix("category") })
    _ = try store.undo()
    #expect(try told(store) == all)
    _ = try store.undo()
    #expect(try told(store).isEmpty)
    _ = try store.redo()
    #expect(try told(store) == all)
    _ = try store.redo()
    #expect(try told(store) == all.filter { !$0.hasPrefix("category") })
    #expect(throws: ExpenseError.self) { try store.ruleEffects(on: 7) }
    try store.check()
  }

  @Test("A rule that is renamed or gone is told by the name that it had")
  func gone() throws {
    let store = try store()
    try store.add(Expense(name: "Train", amount: 1, date: .first))
    _ = try store.view(ExpenseQuery()).applyRules()
    for rule in try store.rules() { try store.removeRule(rule.name) }
    #expect(try told(store) == all)
  }

  @Test("What was set to what it was already is no rule's")
  func same() throws {
    let store = try store()
    try store.add(
      Expense(name: "Train", category: "Travel", amount: 1, date: .first, tags: ["x", "y"]))
    _ = try store.view(ExpenseQuery()).applyRules()
    #expect(try told(store) == ["type Business: Tags"])
  }

  @Test("An imported row keeps it, also through undo and redo of the import")
  func imported() throws {
    let store = try store()
    let csv = "Date;Merchant;Amount\n01.02.2026;Train;-2,40\n02.02.2026;Tea;-1,80\n"
    let file = try Import.open(store, csv, cardProfile)
    _ = try file.applyRules()
    try file.editRow(0, Expense(name: "", type: "Mine", amount: 0, date: .first), fields: .type)
    _ = try file.commit()
    let expected = all.filter { !$0.hasPrefix("type") }
    #expect(try told(store) == expected)
    #expect(try told(store, 2) == ["tags x, y: More"])
    _ = try store.undo()
    #expect(throws: ExpenseError.self) { try store.ruleEffects(on: 1) }
    _ = try store.redo()
    #expect(try told(store) == expected)
  }

  @Test("In one transaction the last word counts, whoever has it")
  func transaction() throws {
    let store = try store()
    try store.add(Expense(name: "Train", amount: 1, date: .first))
    let view = try store.view(ExpenseQuery())
    try store.begin()
    _ = try view.applyRules()
    try set(store, category: "Mine")
    try store.commit()
    #expect(try told(store) == all.filter { !$0.hasPrefix("category") })
    try store.begin()
    try set(store, category: "")
    _ = try view.applyRules()
    try store.commit()
    #expect(try told(store) == all)
  }

  @Test("A run that is rolled back has left nothing")
  func rolledBack() throws {
    let store = try store()
    try store.add(Expense(name: "Train", amount: 1, date: .first))
    try store.begin()
    _ = try store.view(ExpenseQuery()).applyRules()
    #expect(try told(store).isEmpty)
    try store.rollback()
    #expect(try told(store).isEmpty)
    _ = try store.view(ExpenseQuery()).applyRules()
    #expect(try told(store) == all)
  }
}
