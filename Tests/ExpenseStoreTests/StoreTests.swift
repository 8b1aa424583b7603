import ExpenseModel
import Foundation
import Testing

@testable import ExpenseStore

@Suite struct StoreTests {
  @Test func everyFieldComesBackAsItWasAdded() throws {
    let store = try Store.memory()
    var new = try expense("Hotel", -21_400, type: "Business", category: "Travel:Rail")
    new.account = "Visa"
    new.note = "with\nline break and \"quotes\""
    new.tags = ["client", "a\"b\\c", "ü"]
    new.reimbursement = .submitted
    new.conversion = Expense.Conversion(amount: 23_000, currency: "USD", rate: "0.92")
    new.source = Expense.Source(
      importNumber: 3, line: 17, fingerprint: .max, externalID: "x-1")
    new.extra = "{\"image\":null}"
    let id = try store.add(new)
    let stored = try #require(try store.get([id]).first)
    new.id = id
    new.currency = "EUR"
    new.uuid = stored.uuid
    #expect(stored == new)
    #expect(!stored.uuid.isZero)
  }

  @Test func idsAreNeverUsedAgain() throws {
    let folder = TemporaryFolder()
    let first = try Store.file(folder.file())
    let id = try first.add(try expense("A"))
    try first.remove([id])
    first.close()
    let second = try Store.file(folder.file())
    #expect(try second.add(try expense("B")) == id + 1)
  }

  @Test func updateWritesOnlyItsFields() throws {
    let store = try Store.memory()
    let id = try store.add(try expense("Lunch", 1250))
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    var values = try expense("ignored", 1350)
    values.id = id
    values.note = "with tip"
    try store.update(values, fields: [.amount, .note])
    let stored = try store.get([id])[0]
    #expect(stored.name == "Lunch" && stored.amount == 1350 && stored.note == "with tip")
    #expect(
      heard.changes.map(\.items) == [
        [Change.Item(kind: .updated, firstID: id, count: 1, fields: [.amount, .note])]
      ])
    try store.update(values, fields: [.amount, .note])
    #expect(heard.changes.count == 1, "an update without effect is no change")
    subscription.cancel()
  }

  @Test func aMissingExpenseIsNamed() throws {
    let store = try Store.memory()
    try store.add(try expense("A"))
    expectError(.notFound) { _ = try store.get([1, 7]) }
    expectError(.notFound) { try store.remove([1, 7]) }
    var values = try expense("B")
    values.id = 7
    expectError(.notFound) { try store.update(values, fields: [.name]) }
    #expect(try store.all().count == 1, "all or none")
  }

  @Test func aBareAmountNeedsADefaultCurrency() throws {
    let store = try Store.memory(currency: "")
    expectError(.currency) { try store.add(try expense("A")) }
    try store.add(try expense("A", currency: "JPY"))
    expectError(.currency) { try store.add(try expense("A", currency: "XYZ")) }
    try store.registerCurrency(try Currency(code: "XYZ", digits: 4))
    try store.add(try expense("A", currency: "XYZ"))
    expectError(.currency) { try store.registerCurrency(try Currency(code: "XYZ", digits: 2)) }
    expectError(.currency) { try store.registerCurrency(try Currency(code: "USD", digits: 3)) }
    try store.registerCurrency(try Currency(code: "USD", digits: 2))
  }

  @Test func theDefaultCurrencyIsKept() throws {
    let folder = TemporaryFolder()
    try Store.file(folder.file()).close()
    let again = try Store.file(folder.file()) { $0.currency = "" }
    #expect(try again.defaultCurrency?.code == "EUR")
    again.close()
    expectError(.currency) { _ = try Store.file(folder.file()) { $0.currency = "USD" } }
  }

  @Test func everyCallAfterCloseIsRefused() throws {
    let store = try Store.memory()
    let view = try store.view(ExpenseQuery())
    store.close()
    store.close()
    expectError(.handle) { try store.add(try expense("A")) }
    expectError(.handle) { _ = try view.count() }
    expectError(.handle) { _ = try store.revision }
    expectError(.handle) { try store.begin() }
    expectError(.handle) { _ = try store.undo() }
  }

  @Test func viewsFilterAndSort() throws {
    let store = try Store.memory()
    try store.add([
      try expense("Train", 8990, date: "2026-03-14", category: "Travel:Rail"),
      try expense("hotel", 21_400, date: "2026-03-15", type: "Business", category: "Travel"),
      try expense("Parking", 300, date: "2026-04-01", category: "Travelling"),
      try expense("Yen", 500, date: "2026-04-02", currency: "JPY"),
    ])
    func names(_ query: ExpenseQuery) throws -> [String] {
      try store.view(query).read(offset: 0, limit: 10).compactMap(\.expense?.name)
    }
    #expect(try names(ExpenseQuery()) == ["Train", "hotel", "Parking", "Yen"])
    #expect(try names(ExpenseQuery(category: "Travel")) == ["Train", "hotel"])
    #expect(try names(ExpenseQuery(types: ["Business"])) == ["hotel"])
    #expect(try names(ExpenseQuery(currencies: ["JPY"])) == ["Yen"])
    #expect(try names(ExpenseQuery(text: "PARK")) == ["Parking"])
    #expect(
      try names(ExpenseQuery(firstDate: date("2026-03-15"), lastDate: date("2026-04-01")))
        == ["hotel", "Parking"])
    #expect(
      try names(ExpenseQuery(sort: [SortKey(.name)])) == ["hotel", "Parking", "Train", "Yen"])
    #expect(
      try names(ExpenseQuery(sort: [SortKey(.type), SortKey(.amount, descending: true)]))
        == ["hotel", "Yen", "Train", "Parking"], "500 yen are more than 89.90 euro in numbers")
    let view = try store.view(ExpenseQuery(sort: [SortKey(.amount, descending: true)]))
    #expect(try view.count() == 4)
    #expect(try view.read(offset: 1, limit: 2).compactMap(\.expense?.name) == ["hotel", "Train"])
    try store.remove([2])
    #expect(try view.count() == 3, "a view stays true")
  }

  @Test func backupIsTheWholeStore() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.add(try expense("A"))
    try store.add(try expense("B"))
    try store.backup(to: folder.file("copy.db"))
    expectError(.argument) { try store.backup(to: folder.file("copy.db")) }
    let copy = try Store.file(folder.file("copy.db"))
    #expect(try copy.all() == (try store.all()))
    #expect(try copy.undo()?.label == "added 1 expense")
    try copy.check()
    let memory = try Store.memory()
    try memory.add(try expense("C"))
    try memory.backup(to: folder.file("memory.db"))
    let fromMemory = try Store.file(folder.file("memory.db"))
    #expect(try fromMemory.all().map(\.name) == ["C"])
  }

  @Test func aStoreThatWasOnlyCreatedIsOneFile() throws {
    let folder = TemporaryFolder()
    let memory = try Store.memory()
    try memory.backup(to: folder.file("copy.db"))
    for name in ["new.db", "copy.db"] {
      try Store.file(folder.file(name)) { $0.currency = "" }.close()
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == ["copy.db", "new.db"])
  }

  @Test func aClosedStoreIsOneFile() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.add(try expense("A"))
    store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.db"])
  }

  @Test func textsAreKeptByteByByte() throws {
    let store = try Store.memory()
    // The same letter as one scalar and as two: equal to Swift, but not the same text.
    for name in ["Caf\u{e9}", "Cafe\u{301}"] {
      try store.add(try expense(name, type: name, category: name))
    }
    let stored = try store.all()
    #expect(Array(stored[0].type.utf8) != Array(stored[1].type.utf8))
    #expect(Array(stored[0].category.utf8) != Array(stored[1].category.utf8))
    #expect(try store.totals([.type]).count == 2)
    #expect(
      try store.totals([.type], query: ExpenseQuery(types: ["Cafe\u{301}"])).map(\.count) == [1])
    var values = stored[0]
    values.name = stored[1].name
    try store.update(values, fields: [.name])
    #expect(Array(try store.get([1])[0].name.utf8) == Array("Cafe\u{301}".utf8))
  }
}
