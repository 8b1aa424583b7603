import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("The tutorial's items, in every variant")
struct ItemsTests {
  private let id = "7C0E1C5A-3B52-4D0E-9C55-6C8E6D0B9A01"

  private func item(_ amount: String) -> String {
    #"[{"amount":\#(amount),"id":"\#(id)","type":"Personal","name":"Lunch"}]"#
  }

  @Test(
    "Case 35: amounts are read from their own text",
    arguments: [
      ("12", 1_200), ("12.5", 1_250), ("19.99", 1_999), ("\"12.50\"", 1_250), ("1e2", 10_000),
      ("1.25E+1", 1_250), ("1250e-2", 1_250), ("9.7", 970), ("0.1", 10), ("-59.95", -5_995),
      ("12.500", 1_250), ("-0", 0), ("-0.0", 0), ("\"-0\"", 0), ("0e5", 0),
      ("92233720368547758.07", Int64.max),
    ] as [(String, Int64)])
  func amounts(_ text: String, _ minor: Int64) throws {
    let rows = try Import.open(makeStore("USD"), item(text), itemsProfile).allRows()
    #expect(rows.map(\.status) == [.fresh])
    let expense = try #require(rows[0].expense)
    #expect(expense.amount == minor)
    #expect(expense.currency == "USD")
    #expect(expense.date.description == "2026-01-31")
    #expect(expense.name == "Lunch")
    #expect(expense.uuid.description == id.lowercased())
  }

  @Test(
    "Amounts that are none are rejected with their reason, never 0",
    arguments: [
      ("1e+21", "fit"), ("92233720368547758.08", "fit"), ("1e999999999999", "fit"),
      ("12.345", "digits"), ("1e-999999999999", "digits"), ("\"12,50\"", "not an amount"),
      ("\"\"", "not an amount"), ("\" 1\"", "not an amount"), ("\"1e2\"", "not an amount"),
      ("null", "no amount"), ("true", "not an amount"), ("[1]", "not an amount"),
      ("{}", "not an amount"),
    ])
  func badAmounts(_ text: String, _ reason: String) throws {
    let file = try Import.open(makeStore("USD"), item(text), itemsProfile)
    let row = try #require(try file.allRows().first)
    #expect(row.status == .rejected)
    #expect(row.expense == nil)
    #expect(row.columnName == "amount")
    #expect(row.reason.contains(reason), "\(row.reason)")
    #expect(row.line == 1)
    #expect(file.summary.rejected == 1)
  }

  @Test(
    "Elements that are no items are rejected",
    arguments: [
      ("1", ""), ("null", ""), ("[]", ""), ("{}", "name"), (#"{"name":"x"}"#, "amount"),
      (#"{"name":"","amount":1}"#, "name"), (#"{"name":" ","amount":1}"#, "name"),
      (#"{"name":3,"amount":1}"#, "name"), (#"{"name":null,"amount":1}"#, "name"),
      (#"{"name":"x","type":1,"amount":1}"#, "type"),
      (#"{"name":"x","amount":1,"amount":2}"#, "amount"),
      (#"{"name":"\u0000","amount":1}"#, "name"), (#"{"name":"\ud800","amount":1}"#, "name"),
    ])
  func rejects(_ element: String, _ key: String) throws {
    let text = "[\(element),\n\(item("1").dropFirst().dropLast())]"
    let rows = try Import.open(makeStore(), text, itemsProfile).allRows()
    #expect(rows.map(\.status) == [.rejected, .fresh])
    #expect(rows.map(\.line) == [1, 2])
    #expect(rows[0].columnName == key)
    #expect(!rows[0].reason.isEmpty)
  }

  @Test("Case 36: ids in every form")
  func ids() throws {
    let store = try makeStore("USD")
    let text = """
      [{"name":"none","amount":1},{"id":"\(id.lowercased())","name":"lower","amount":1},
       {"id":"no uuid","name":"other","amount":1},{"id":17,"name":"number","amount":1},
       {"id":"\(id)","name":"again","amount":1},{"id":"\(id)","name":"lower","amount":1},
       {"id":null,"name":"null","amount":1},{"id":"00000000-0000-0000-0000-000000000000","name":"nil","amount":1}]
      """
    let file = try Import.open(store, text, itemsProfile)
    let rows = try file.allRows()
    #expect(rows.map(\.status) == Array(repeating: .fresh, count: 8))
    #expect(rows.map { $0.reason.isEmpty } == [true, true, true, true, false, false, true, true])
    _ = try file.commit()
    let all = try store.all()
    #expect(all.count == 8)
    #expect(Set(all.map(\.uuid)).count == 8)
    #expect(all.allSatisfy { !$0.uuid.isZero })
    #expect(all[1].uuid.description == id.lowercased())
    #expect(
      all.map { $0.source?.externalID } == [
        "", "", "no uuid", "17", id, id, "", "00000000-0000-0000-0000-000000000000",
      ])
    let again = try Import.open(store, text, itemsProfile)
    #expect(again.summary.text == "file: 0 new, 8 duplicates")
    #expect(try again.commit().revision == 0)
    #expect(try store.all().count == 8)
  }

  @Test("An item that came back with another amount is new, and keeps its id as external")
  func changedItem() throws {
    let store = try makeStore("USD")
    _ = try Import.open(store, item("1"), itemsProfile).commit()
    let file = try Import.open(store, item("2"), itemsProfile)
    let row = try #require(try file.allRows().first)
    #expect(row.status == .fresh)
    #expect(row.reason.contains("another expense"))
    _ = try file.commit()
    #expect(Set(try store.all().map(\.uuid)).count == 2)
    #expect(try store.all()[1].source?.externalID == id)
  }

  @Test("Case 37: what an expense has no field for is kept as it stands")
  func extras() throws {
    let store = try makeStore("USD")
    let text = """
      [{"name":"Flight","type":"Travel","amount":250.00,"date":6.9424e8,"currencyCode" : "USD",
        "image": {"a" : [1.50, "\\u00e9"]},"ratio":1e400}]
      """
    _ = try Import.open(store, text, itemsProfile).commit()
    let expense = try store.all()[0]
    #expect(expense.type == "Travel")
    #expect(
      expense.extra
        == #"{"date":6.9424e8,"currencyCode":"USD","image":{"a" : [1.50, "\u00e9"]},"ratio":1e400}"#
    )
    #expect(expense.date.description == "2026-01-31")
  }

  @Test("Case 38: a file that is cut off is an error with the byte, and nothing is stored")
  func cutOff() throws {
    let store = try makeStore("USD")
    var text = "["
    for number in 0..<500 {
      text +=
        #"{"id":"\#(number)","name":"Item \#(number)","type":"Personal","amount":1.5},"# + "\n"
    }
    text += #"{"name":"Last","ty"#
    let error = try #require(throws: ExpenseError.self) {
      try Import.open(store, text, itemsProfile)
    }
    #expect(error.code == .format)
    #expect(error.message.hasPrefix("byte \(text.utf8.count) (line 501"), "\(error.message)")
    #expect(try store.all().isEmpty)
    #expect(throws: ExpenseError.self) { try Import.open(store, text, "") }
  }

  @Test("A row that is no object is told by its reason")
  func noObject() throws {
    let file = try Import.open(makeStore(), "[1]", itemsProfile, name: "a.json")
    #expect(file.summary.text == "a.json: 0 new, 1 rejected: line 1, not an object")
    let row = try file.allRows()[0]
    #expect(row.cell == "1")
    #expect(row.reason == "not an object")
  }

  @Test("Currency and date come from the profile or are asked for")
  func questions() throws {
    let store = try makeStore("EUR")
    let file = try Import.open(store, item("1"))
    #expect(file.summary.questions.count == 2)
    #expect(file.summary.questionText.contains("currency"))
    #expect(file.summary.questionText.contains("defaultDate"))
    let error = try #require(throws: ExpenseError.self) { try file.commit() }
    #expect(error.code == .ambiguous)
    #expect(error.message.contains("defaultDate"))
    #expect(try Import.open(store, "[]").summary.questions.isEmpty)
    let unknown = try #require(throws: ExpenseError.self) {
      try Import.open(store, item("1"), #"{"currency":"XYZ"}"#)
    }
    #expect(unknown.code == .currency)
  }

  @Test("Keys in any order make the same item")
  func keyOrder() throws {
    let store = try makeStore("USD")
    _ = try Import.open(store, #"[{"name":"a","type":"b","amount":1,"z":2}]"#, itemsProfile)
      .commit()
    let file = try Import.open(store, #"[{"z":2,"amount":1,"type":"b","name":"a"}]"#, itemsProfile)
    #expect(file.summary.duplicates == 1)
  }

  @Test(
    "Not JSON, not UTF-8, not a list",
    arguments: [
      (Array("".utf8), ExpenseError.Code.format), (Array("{}".utf8), .format),
      (Array("3".utf8), .format),
      ([0x5B, 0x22, 0xFF, 0x22, 0x5D], .encoding), (Array(#"{"format":"other"}"#.utf8), .format),
    ])
  func notItems(_ bytes: [UInt8], _ code: ExpenseError.Code) throws {
    let error = try #require(throws: ExpenseError.self) {
      try Import.open(makeStore(), bytes: bytes, options: ImportOptions(format: "json"))
    }
    #expect(error.code == code)
  }

  @Test("A byte-order mark is no reason to refuse")
  func marks() throws {
    let utf8 = try Import.open(makeStore(), "\u{FEFF}" + item("1"), itemsProfile)
    #expect(utf8.summary.encoding == "utf-8-sig")
    #expect(utf8.summary.fresh == 1)
    let units = Array(("\u{FEFF}" + item("1")).utf16).flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    let utf16 = try Import.open(
      makeStore(), bytes: units, options: ImportOptions(profile: itemsProfile))
    #expect(utf16.summary.fresh == 1)
  }
}
