import ExpenseModel
import ExpenseStore
import Foundation
import Testing

@testable import ExpenseFiles

@Suite("The tutorial's list, written")
struct ItemsExportTests {
  /// As the tutorial's app declares it.
  private struct ExpenseItem: Codable, Equatable {
    let id: UUID
    let name: String
    let type: String
    let amount: Double
  }

  @Test("It is what JSONEncoder writes, with the keys in the order of the app's struct")
  func encoder() throws {
    let store = try makeStore("USD")
    let names = ["Lunch", "a/b \"c\" \\ \u{1}\u{1F}\u{7F}\n\r\t\u{8}\u{C}", "né 😀\u{2028}"]
    for (index, name) in names.enumerated() {
      var expense = Expense(name: name, amount: [1250, 1200, -5][index], date: .first)
      expense.type = index == 1 ? "Business" : "Personal"
      try store.add(expense)
    }
    let expected = try store.all().map { expense in
      let item = ExpenseItem(
        id: try #require(UUID(uuidString: expense.uuid.description)), name: expense.name,
        type: expense.type, amount: Double(expense.amount) / 100)
      // Its keys come in any order: one at a time they come as they are.
      func member(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode([value]).dropFirst().dropLast(), as: UTF8.self)
      }
      return "{\"id\":\(try member(item.id)),\"name\":\(try member(item.name)),"
        + "\"type\":\(try member(item.type)),\"amount\":\(try member(item.amount))}"
    }
    let bytes = try Export.items(store)
    #expect(String(decoding: bytes, as: UTF8.self) == "[" + expected.joined(separator: ",") + "]")
    let items = try JSONDecoder().decode([ExpenseItem].self, from: Data(bytes))
    #expect(items.map(\.name) == names)
    #expect(items.map(\.amount) == [12.5, 12, -0.05])
  }

  @Test(
    "Amounts have no zeros at their ends, and all that they need",
    arguments: [
      ("EUR", 0, "0"), ("EUR", 1, "0.01"), ("EUR", 10, "0.1"), ("EUR", 1000, "10"),
      ("JPY", 1000, "1000"), ("KWD", -1230, "-1.23"), ("EUR", .min, "-92233720368547758.08"),
      ("EUR", .max, "92233720368547758.07"),
    ] as [(String, Int64, String)])
  func amounts(_ currency: String, _ minor: Int64, _ text: String) throws {
    let store = try makeStore(currency)
    try store.add(Expense(name: "x", amount: minor, date: .first))
    let bytes = try Export.items(store)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\"amount\":\(text)}]"))
  }

  @Test("Read back it is the same: names, types, amounts and ids")
  func roundTrip() throws {
    var generator = SeededGenerator(state: 7)
    let store = try makeStore("USD")
    for _ in 0..<200 {
      var expense = generator.expense()
      expense.currency = "USD"
      try store.add(expense)
    }
    let bytes = try Export.items(store)
    let second = try makeStore("USD")
    let options = ImportOptions(profile: itemsProfile)
    _ = try Import.open(second, bytes: bytes, options: options).commit()
    #expect(try Export.items(second) == bytes)
    #expect(try Import.open(second, bytes: bytes, options: options).summary.fresh == 0)
  }

  @Test("Only one currency at a time; none at all is an empty list")
  func currencies() throws {
    let store = try makeStore("EUR")
    #expect(try Export.items(store) == Array("[]".utf8))
    try store.add(Expense(name: "x", amount: 1, date: .first))
    try store.add(Expense(name: "y", amount: 1, currency: "USD", date: .first))
    let error = try #require(throws: ExpenseError.self) { try Export.items(store) }
    #expect(error.code == .currency)
    #expect(error.message.contains("EUR and USD"))
    let one = try Export.items(store, ExpenseQuery(currencies: ["USD"]))
    #expect(String(decoding: one, as: UTF8.self).contains("\"name\":\"y\""))
    #expect(try Export.items(store, ExpenseQuery(currencies: ["JPY"])) == Array("[]".utf8))
  }
}
