import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Which OFX rows are the same")
struct OFXIdentityTests {
  private let text = ofx1(
    transaction("-12.50") + transaction("-3.00", date: "20260305", id: "A2", name: "Tea"))

  @Test("The same statement again adds nothing, and each row says which expense it is")
  func again() throws {
    let store = try makeStore()
    _ = try Import.open(store, text).commit()
    let again = try Import.open(store, text)
    #expect(again.summary.text == "file: 0 new, 2 duplicates")
    #expect(try again.allRows().map(\.duplicateOf) == [1, 2])
    #expect(try again.commit().revision == 0)
    // In another version of OFX, with other texts and a time: the same transactions.
    let other = ofx1(
      transaction("-12,5", date: "20260304120000[-5:EST]", name: "GROCER 0815")
        + transaction("-3.000", date: "20260305000000.000", id: "A2", name: "Tea")
    ).replacing("<DTEND>", with: "<DTEND>20260401")
    let third = try Import.open(store, other, #"{"decimal":"."}"#)
    #expect(third.summary.duplicates == 2)
  }

  @Test("An id that returns with another date and amount is a new row")
  func idReturns() throws {
    let store = try makeStore()
    _ = try Import.open(store, text).commit()
    let next = ofx1(transaction("-99.00", date: "20260404", id: "A1", name: "Rent"))
    let file = try Import.open(store, next)
    #expect(file.summary.fresh == 1)
    _ = try file.commit()
    #expect(try store.all().map { $0.source?.externalID } == ["A1", "A2", "A1"])
  }

  @Test("A bank that numbers its transactions anew: those of one day and name are suggested")
  func idsAnew() throws {
    let store = try makeStore()
    _ = try Import.open(
      store, ofx1(transaction("-9.00", id: "A1", name: "Cafe") + transaction("-4.00", id: "A2"))
    ).commit()
    let again = ofx1(
      transaction("-9.00", id: "B1", name: "Cafe") + transaction("-9.00", id: "B2", name: "Bar")
        + transaction("-4.00", date: "20260305", id: "B3") + transaction("-4.00", id: "A2"))
    let file = try Import.open(store, again)
    #expect(try file.allRows().map(\.status) == [.suspected, .fresh, .fresh, .duplicate])
  }

  @Test("One id for two transactions of a file, such as a payment and its fee: both are kept")
  func idTwice() throws {
    let store = try makeStore()
    let fee = ofx1(
      transaction("-100.00") + transaction("-3.00", name: "Fee") + transaction("-3.00", name: "Fee")
    )
    _ = try Import.open(store, fee).commit()
    #expect(try store.all().map(\.amount) == [10_000, 300, 300])
    #expect(try Import.open(store, fee).summary.duplicates == 3)
  }

  @Test("Without ids equal rows are kept as often as the file has them")
  func noIDs() throws {
    let store = try makeStore()
    let coffee = transaction("-2.00", id: "", name: "Coffee")
    let file = ofx1(coffee + coffee)
    _ = try Import.open(store, file).commit()
    #expect(try store.all().count == 2)
    let third = ofx1(coffee + coffee + coffee)
    #expect(try Import.open(store, third).summary.text == "file: 1 new, 2 duplicates")
    let other = ofx1(transaction("-2.00", id: "", name: "Coffee", more: "<MEMO>large\n"))
    #expect(try Import.open(store, other).summary.duplicates == 0)
  }

  @Test("The account that the caller names is part of what makes rows the same")
  func account() throws {
    let store = try makeStore()
    _ = try Import.open(store, text, account: "Visa").commit()
    #expect(try store.all().map(\.account) == ["Visa", "Visa"])
    #expect(try Import.open(store, text, account: "Visa").summary.duplicates == 2)
    #expect(try Import.open(store, text, account: "Amex").summary.duplicates == 0)
  }

  @Test("Import, edit, import; import, remove, import, undo: as with every format")
  func editedAndRemoved() throws {
    let store = try makeStore()
    let file = try Import.open(store, text)
    try file.editRow(0, Expense(name: "Market", amount: 1, date: .first), fields: [.name])
    try file.setRow(1, .excluded)
    _ = try file.commit()
    #expect(try store.all().map(\.name) == ["Market"])
    #expect(try Import.open(store, text).summary.text == "file: 1 new, 1 duplicate")
    _ = try store.undo()
    #expect(try Import.open(store, text).summary.text == "file: 2 new")
    _ = try Import.open(store, text).commit()
    let first = try #require(try store.all().first)
    try store.remove([first.id])
    let again = try Import.open(store, text)
    #expect(again.summary.text == "file: 0 new, 1 duplicate, 1 removed earlier")
    #expect(try again.allRows()[0].reason == "it was imported before, and removed")
    try again.setRow(0, .fresh)
    _ = try again.commit()
    #expect(try store.all().count == 2)
  }

  @Test("What was typed in by hand is suggested, not taken for the same")
  func suspected() throws {
    let store = try makeStore()
    _ = try store.add(
      Expense(name: "Grocer", amount: 1_250, date: try CivilDate(parsing: "2026-03-05")))
    let file = try Import.open(store, text)
    #expect(try file.allRows().map(\.status) == [.suspected, .fresh])
  }

  @Test("A transaction in place of an earlier one is for a person to see, and is the same again")
  func correction() throws {
    let store = try makeStore()
    _ = try Import.open(store, text).commit()
    let more = "<CORRECTFITID>A1\n<CORRECTACTION>REPLACE\n"
    let corrected = ofx1(transaction("-13.00", id: "A9", more: more))
    let file = try Import.open(store, corrected)
    #expect(file.summary.text == "file: 0 new, 1 perhaps a duplicate")
    let row = try #require(try file.allRows().first)
    #expect(
      row.reason == "it stands in place of the bank's transaction \"A1\": remove that one")
    #expect(row.duplicateOf == 0)
    let revision = try file.commit().revision
    #expect(try store.all().map(\.amount) == [1_250, 300, 1_300])
    #expect(try Import.open(store, corrected).summary.duplicates == 1)
    try store.remove([3])
    #expect(try Import.open(store, corrected).allRows().map(\.status) == [.removedEarlier])
    _ = try store.undo(revision: revision)
    #expect(try Import.open(store, corrected).allRows().map(\.status) == [.suspected])
    let again = try Import.open(store, corrected)
    try again.setRow(0, .excluded)
    #expect(try again.commit().revision == 0)
  }

  @Test("The fingerprints of stores are kept for ever")
  func pinned() throws {
    let file = try Import.open(
      try makeStore(), ofx1(transaction("-12.50") + transaction("-2.00", id: "", name: "Tea")))
    let rows = try file.allRows()
    #expect(
      rows.map { $0.expense?.source?.fingerprint }
        == [16_737_743_223_808_526_056, 8_995_002_373_149_804_989])
  }
}
