import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Which QIF rows are the same")
struct QIFIdentityTests {
  private let text = qif(
    "D2026-01-05|T-2.40|N7|PCoffee|LFood", "D2026-01-05|T-2.40|N7|PCoffee|LFood",
    "D2026-01-06|T-9.00|PMarket|SFood|$-4.00|SHome|ESoap|$-5.00", "D2026-01-07|T50.00|PWages")

  private func open(
    _ store: Store, _ text: String, account: String = ""
  ) throws -> Import {
    try Import.open(store, text, qifAnswers, account: account)
  }

  @Test("Two coffees are both kept, the same file again adds none, and one undo takes it back")
  func again() throws {
    let store = try makeStore()
    let step = try open(store, text).commit()
    #expect(step.label == "imported file")
    #expect(try store.all().map(\.amount) == [240, 240, 400, 500])
    let again = try open(store, text)
    #expect(again.summary.text == "file: 0 new, 4 duplicates, 1 left out (money in)")
    #expect(try again.commit().revision == 0)
    _ = try store.undo()
    #expect(try store.all().isEmpty)
    #expect(try open(store, text).summary.fresh == 4)
    try store.check()
  }

  @Test("Cleared, sorted into categories and exported again, it is the same")
  func changed() throws {
    let store = try makeStore()
    _ = try open(store, text).commit()
    let later = text.replacing("N7", with: "CX\nN7").replacing("LFood", with: "LDrinks")
      .replacing("SHome", with: "SHousehold").replacing("!Type", with: "!Option:AllXfr\n!Type")
      .replacing("T-9.00", with: "U-9.00\nT-9.00")
    #expect(try open(store, later).summary.duplicates == 4)
    let other = text.replacing("N7", with: "N8")
    #expect(try open(store, other).summary.duplicates == 2)
  }

  @Test("Cases 44, 45: edited it is the same, removed it is left out")
  func editedAndRemoved() throws {
    let store = try makeStore()
    let file = try open(store, text)
    try file.editRow(0, Expense(name: "Espresso", amount: 250, date: .first), fields: [.name])
    _ = try file.commit()
    let stored = try store.all()
    #expect(stored.map(\.name) == ["Espresso", "Coffee", "Market", "Market"])
    try store.remove([stored[2].id])
    #expect(
      try open(store, text).summary.text
        == "file: 0 new, 3 duplicates, 1 left out (money in), 1 removed earlier")
  }

  @Test("Case 46: equal transactions of two accounts are both kept")
  func accounts() throws {
    let store = try makeStore()
    _ = try open(store, text, account: "One").commit()
    #expect(try open(store, text, account: "Two").summary.fresh == 4)
    let blocks = ["A", "B"].map { "!Account\nN\($0)\n^\n" + text }.joined()
    #expect(try open(makeStore(), blocks).summary.fresh == 8)
  }

  @Test("The fingerprints that stores keep are pinned")
  func pinned() throws {
    let file = try open(
      makeStore(),
      "!Account\nNCard\n^\n"
        + qif(
          "D1/ 5'20|T-2.40|CX|N7|PCafé|MOne|MTwo|A1 Main St|LFood",
          "D1/16'20|U-9.00|PMarket|SFood|$-4.00|SHome|ESoap|$-5.00"), account: "Visa")
    let fingerprints = try file.allRows().compactMap(\.expense?.source?.fingerprint)
    #expect(
      fingerprints == [0x78dc_7f1a_c887_56da, 0xd253_611a_b535_35bf, 0x799e_f24b_fc81_bb85])
  }
}
