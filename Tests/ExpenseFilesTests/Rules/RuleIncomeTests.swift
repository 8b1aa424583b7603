import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Rules that decide which rows of a file are stored")
struct RuleIncomeTests {
  private let csv = """
    Date;Merchant;Amount
    01.02.2026;Coffee;-2,40
    02.02.2026;Salary;2000,00
    03.02.2026;Shop refund;15,00

    """
  private let refunds = #"""
    {"name":"Refunds","when":{"amount":{"below":"0"},"text":{"contains":"refund"}},"leaveOut":false}
    """#
  private let salary = #"""
    {"name":"Salary","when":{"amount":{"below":"0"},"text":{"contains":"salary"}},"leaveOut":true}
    """#

  @Test("Of what the profile leaves out, a rule keeps some")
  func kept() throws {
    let store = try makeStore()
    try store.saveRule(refunds)
    let file = try Import.open(store, csv, cardProfile)
    #expect(file.summary.text == "file: 1 new, 2 left out (money in)")
    _ = try file.applyRules()
    #expect(file.summary.text == "file: 2 new, 1 left out (money in)")
    _ = try file.commit()
    #expect(try store.all().map(\.amount) == [240, -1500])
    // It is known again, with rules or without them.
    let again = try Import.open(store, csv, cardProfile)
    #expect(again.summary.text == "file: 0 new, 2 duplicates, 1 left out (money in)")
  }

  @Test("What a rule has kept and someone has removed stays removed")
  func removed() throws {
    let store = try makeStore()
    try store.saveRule(refunds)
    let file = try Import.open(store, csv, cardProfile)
    _ = try file.applyRules()
    _ = try file.commit()
    try store.remove([2])
    let again = try Import.open(store, csv, cardProfile)
    _ = try again.applyRules()
    #expect(
      again.summary.text == "file: 0 new, 1 duplicate, 1 left out (money in), 1 removed earlier")
    #expect(try again.allRows()[2].reason == "it was imported before, and removed")
    #expect(try again.commit().revision == 0)
  }

  @Test("Of what the profile stores, a rule leaves some out; a later rule has the last word")
  func leftOut() throws {
    let store = try makeStore()
    try store.saveRule(#"{"name":"None","when":{"amount":{"below":"0"}},"leaveOut":true}"#)
    let file = try Import.open(store, csv, cardProfile)
    try file.answer(#"{"income":"refund"}"#)
    _ = try file.applyRules()
    #expect(file.summary.text == "file: 1 new, 2 left out by rules")
    try store.saveRule(refunds)
    #expect(file.summary.text == "file: 1 new, 2 left out by rules")
    let run = try file.applyRules()
    #expect(file.summary.text == "file: 2 new, 1 left out by a rule")
    #expect(run.effects.map(\.kind) == [.leftOut])
    #expect(run.effects.map(\.rule) == ["None"])
    #expect(try file.allRows()[1].reason == "left out by the rule \"None\"")
    _ = try file.commit()
    #expect(try store.all().count == 2)
  }

  @Test("A row that is left out by a rule comes in by hand, with what rules have set")
  func byHand() throws {
    let store = try makeStore()
    try store.saveRule(
      #"{"name":"Out","when":{"text":{"contains":"coffee"}},"set":{"note":"x"},"leaveOut":true}"#)
    let file = try Import.open(store, csv, cardProfile)
    _ = try file.applyRules()
    try file.setRow(0, .fresh)
    _ = try file.applyRules()
    #expect(file.summary.text == "file: 1 new, 2 left out (money in)")
    #expect(try file.allRows()[0].effects.map(\.kind) == [.set])
    _ = try file.commit()
    #expect(try store.all().map(\.note) == ["x"])
  }

  @Test("A rule that renames a row leaves it the same row for the next file")
  func renamed() throws {
    let store = try makeStore()
    try store.saveRule(#"{"name":"N","when":{},"set":{"name":"Renamed"}}"#)
    let file = try Import.open(store, csv, cardProfile)
    _ = try file.applyRules()
    _ = try file.commit()
    try store.saveRule(#"{"name":"N","when":{},"set":{"name":"Otherwise"}}"#)
    let again = try Import.open(store, csv, cardProfile)
    #expect(again.summary.duplicates == 1)
    #expect(try again.applyRules().rows == 2)
  }

  @Test("Rules run on a file whose import is closed or answered have a status")
  func closed() throws {
    let store = try makeStore()
    let file = try Import.open(store, csv, cardProfile)
    file.close()
    #expect(throws: ExpenseError(.handle, "the import is closed")) { try file.applyRules() }
    #expect(throws: ExpenseError(.handle, "the import is closed")) { try file.takeBackRules() }
  }

  @Test("Of another store the new rows are ruled, and not those that both have")
  func otherStore() throws {
    let folder = try StoreImportTests.Folder()
    let laptop = try folder.store("laptop.db")
    try laptop.add(Expense(name: "Tea", amount: 250, date: .first))
    let desktop = try folder.store("desktop.db")
    _ = try Import.open(desktop, path: folder.file("laptop.db")).commit()
    try laptop.update(Expense(id: 1, name: "Green tea", amount: 250, date: .first), fields: .name)
    try laptop.add(Expense(name: "Tea again", amount: 250, date: .first))
    try desktop.saveRule(
      #"{"name":"T","when":{"text":{"contains":"tea"}},"set":{"note":"x"},"leaveOut":false}"#)
    let file = try Import.open(
      desktop, path: folder.file("laptop.db"),
      options: ImportOptions(profile: #"{"differing":"take"}"#))
    let run = try file.applyRules()
    #expect(run.effects.map(\.row) == [1])
    _ = try file.commit()
    #expect(try desktop.all().map(\.name) == ["Green tea", "Tea again"])
    #expect(try desktop.all().map(\.note) == ["", "x"])
    #expect(try desktop.ruleEffects(on: 2).map(\.rule) == ["T"])
  }

  @Test("Where it came from is the file's name, then and later")
  func source() throws {
    let store = try makeStore()
    try store.saveRule(#"{"name":"V","when":{"source":{"glob":"VISA-*"}},"set":{"note":"card"}}"#)
    try store.saveRule(#"{"name":"T","when":{"source":{"glob":""}},"set":{"note":"typed"}}"#)
    try store.add(Expense(name: "Lunch", amount: 1, date: .first))
    let file = try Import.open(store, csv, cardProfile, name: "visa-05.csv")
    _ = try file.applyRules()
    _ = try file.commit()
    #expect(try store.all().map(\.note) == ["", "card"])
    #expect(try store.view(ExpenseQuery()).applyRules().rows == 1)
    #expect(try store.all().map(\.note) == ["typed", "card"])
  }
}
