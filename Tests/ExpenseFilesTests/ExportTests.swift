import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Files that this library writes")
struct ExportTests {
  private func write(_ store: Store, _ format: String) throws -> [UInt8] {
    format == "json" ? try Export.json(store) : try Export.csv(store)
  }

  /// Reads an export into an empty store.
  private func copy(_ bytes: [UInt8]) throws -> Store {
    let store = try makeStore("")
    let file = try Import.open(store, bytes: bytes)
    #expect(file.summary.rejected == 0, "\(file.summary.text)")
    #expect(file.summary.questions.isEmpty)
    _ = try file.commit()
    return store
  }

  private func makeSample() throws -> Store {
    let store = try makeStore()
    try store.registerCurrency(Currency(code: "XBTC", digits: 8))
    var first = Expense(
      name: "=\"Hotel\"; né\nRoma", amount: 21_400, date: try CivilDate(parsing: "2026-03-14"))
    first.type = "Business"
    first.category = try CategoryPath(names: ["AA / BB : CC", "x\\y"]).description
    first.conversion = Expense.Conversion(amount: 23_000, currency: "USD", rate: "1.0748")
    first.account = "Visa, gold"
    first.note = "a \"quoted\"\r\nline"
    first.tags = ["a;b", "c\\d", "é"]
    first.reimbursement = .submitted
    first.source = Expense.Source(importNumber: 7, line: 3, fingerprint: .max, externalID: "X\t1")
    first.extra = #"{"date":6.9424e8, "s":"\ud800","n":[1.0]}"#
    try store.add(first)
    var second = Expense(name: "Coins", amount: -5, date: .first)
    second.currency = "XBTC"
    try store.add(second)
    try store.add(Expense(name: "Yen", amount: 0, date: .last))
    return store
  }

  @Test("The JSON file, byte for byte")
  func json() throws {
    let store = try makeSample()
    let ids = try store.all().map(\.uuid.description)
    let expected = """
      {"format":"iexpense","version":1,
      "currencies":[{"code":"XBTC","digits":8}],
      "imports":[""],
      "expenses":[
      {"uuid":"\(ids[0])","date":"2026-03-14","name":"=\\"Hotel\\"; né\\nRoma","type":"Business",\
      "category":"AA / BB \\\\: CC:x\\\\\\\\y","amount":"214.00","currency":"EUR",\
      "conversion":{"amount":"230.00","currency":"USD","rate":"1.0748"},"account":"Visa, gold",\
      "note":"a \\"quoted\\"\\r\\nline","tags":["a;b","c\\\\d","é"],"reimbursement":"submitted",\
      "source":{"import":1,"line":3,"fingerprint":"ffffffffffffffff","id":"X\\t1"},\
      "extra":{"date":6.9424e8, "s":"\\ud800","n":[1.0]}},
      {"uuid":"\(ids[1])","date":"0001-01-01","name":"Coins","type":"Personal","category":"",\
      "amount":"-0.00000005","currency":"XBTC","conversion":null,"account":"","note":"","tags":[],\
      "reimbursement":"none","source":null,"extra":null},
      {"uuid":"\(ids[2])","date":"9999-12-31","name":"Yen","type":"Personal","category":"",\
      "amount":"0.00","currency":"EUR","conversion":null,"account":"","note":"","tags":[],\
      "reimbursement":"none","source":null,"extra":null}
      ]}

      """
    #expect(String(decoding: try Export.json(store), as: UTF8.self) == expected)
  }

  @Test("The CSV file, byte for byte")
  func csv() throws {
    let store = try makeSample()
    let ids = try store.all().map(\.uuid.description)
    let expected = [
      OwnField.header,
      "\(ids[0]),2026-03-14,\"=\"\"Hotel\"\"; né\nRoma\",Business,AA / BB \\: CC:x\\\\y,214.00,EUR,"
        + "230.00,USD,1.0748,\"Visa, gold\",\"a \"\"quoted\"\"\r\nline\",a\\;b;c\\\\d;é,submitted,1,,3,"
        + "ffffffffffffffff,X\t1,\"{\"\"date\"\":6.9424e8, \"\"s\"\":\"\"\\ud800\"\",\"\"n\"\":[1.0]}\"",
      "\(ids[1]),0001-01-01,Coins,Personal,,-0.00000005,XBTC,,,,,,,none,,,,,,",
      "\(ids[2]),9999-12-31,Yen,Personal,,0.00,EUR,,,,,,,none,,,,,,", "",
    ]
    #expect(
      String(decoding: try Export.csv(store), as: UTF8.self) == expected.joined(separator: "\r\n"))
  }

  @Test(
    "Read back it is the same store, and written again the same bytes", arguments: ["json", "csv"])
  func roundTrip(_ format: String) throws {
    let store = try makeSample()
    let bytes = try write(store, format)
    let second = try copy(bytes)
    #expect(try write(second, format) == bytes)
    try compare(store, second)
    try compareCurrencies(store, second)
    let again = try Import.open(second, bytes: bytes)
    #expect(again.summary.duplicates == 3)
    #expect(again.summary.fresh == 0)
  }

  /// Compares all but the numbers that a store gives itself.
  private func compare(_ first: Store, _ second: Store) throws {
    let (a, b) = (try first.all(), try second.all())
    #expect(a.count == b.count)
    for (x, y) in zip(a, b) {
      #expect(x.differingFields(from: y).subtracting(.source).isEmpty, "\(x) \(y)")
      // A source that says nothing is none.
      var (from, to) = (x.source ?? Expense.Source(), y.source ?? Expense.Source())
      (from.importNumber, to.importNumber) = (0, 0)
      #expect(from == to)
    }
  }

  private func compareCurrencies(_ first: Store, _ second: Store) throws {
    #expect(
      try first.currencies().filter { Currency.iso($0.code) != $0 }
        == second.currencies().filter { Currency.iso($0.code) != $0 })
  }

  @Test("Expenses that share an id are both kept", arguments: ["json", "csv"])
  func sharedID(_ format: String) throws {
    let store = try makeStore()
    var expense = Expense(name: "Tea", amount: 1, date: .first)
    expense.uuid = UUID128(high: 1, low: 2)
    for name in ["Tea", "Tea", "Cake"] {
      expense.name = name
      try store.add(expense)
    }
    let bytes = try write(store, format)
    let second = try copy(bytes)
    #expect(try write(second, format) == bytes)
    #expect(try Import.open(second, bytes: bytes).summary.duplicates == 3)
    try second.remove([2])
    #expect(try Import.open(second, bytes: bytes).summary.fresh == 1)
  }

  @Test("An empty store", arguments: ["json", "csv"])
  func empty(_ format: String) throws {
    let bytes = try write(makeStore(), format)
    #expect(try write(copy(bytes), format) == bytes)
  }

  @Test("Only what a query selects, in its order", arguments: ["json", "csv"])
  func query(_ format: String) throws {
    let store = try makeSample()
    let query = ExpenseQuery(currencies: ["EUR"], sort: [SortKey(.date, descending: true)])
    let bytes = format == "json" ? try Export.json(store, query) : try Export.csv(store, query)
    #expect(try copy(bytes).all().map(\.name) == ["Yen", "=\"Hotel\"; né\nRoma"])
  }

  @Test("Imported rows keep where they came from")
  func sources() throws {
    let store = try makeStore("USD")
    for name in ["gone.json", "a.json", "b.json"] {
      _ = try Import.open(store, #"[{"name":"\#(name)","amount":1}]"#, itemsProfile, name: name)
        .commit()
    }
    try store.remove([1])
    for format in ["json", "csv"] {
      let bytes = try write(store, format)
      let second = try copy(bytes)
      #expect(try second.importNames() == [1: "a.json", 2: "b.json"])
      #expect(try write(second, format) == bytes)
      let again = try Import.open(second, #"[{"name":"b.json","amount":1}]"#, itemsProfile)
      #expect(again.summary.duplicates == 1)
    }
  }

  @Test("A newer file is refused with its version, a broken one with its place")
  func refused() throws {
    func error(_ text: String) throws -> ExpenseError {
      try #require(throws: ExpenseError.self) { try Import.open(makeStore(), text) }
    }
    #expect(try error(#"{"format":"iexpense","version":2,"expenses":[]}"#).code == .newer)
    #expect(try error(OwnField.header + ",more\r\n").code == .newer)
    #expect(
      try error(#"{"format":"iexpense","version":1,"other":1,"expenses":[]}"#).code == .format)
    #expect(try error(#"{"format":"iexpense","version":1}"#).code == .format)
    #expect(try error(#"{"format":"iexpense","expenses":[]}"#).code == .format)
    #expect(
      try error(#"{"format":"iexpense","version":1,"expenses":[}"#).message.hasPrefix("byte 45"))
  }

  @Test("Rows that were damaged are rejected with line and reason")
  func damagedRows() throws {
    let store = try makeSample()
    let json = String(decoding: try Export.json(store), as: UTF8.self)
    let broken = json.replacing("\"0.00\"", with: "\"zero\"").replacing("\"Coins\"", with: "3")
    let rows = try Import.open(makeStore(), broken).allRows()
    #expect(rows.map(\.status) == [.fresh, .rejected, .rejected])
    #expect(rows.map(\.line) == [5, 6, 7])
    #expect(rows.map(\.columnName) == ["", "name", "amount"])
    let csv = String(decoding: try Export.csv(store), as: UTF8.self)
    let cut = try Import.open(makeStore(), csv.replacing(",none,", with: ",maybe,")).allRows()
    #expect(cut.map(\.status) == [.fresh, .rejected, .rejected])
    #expect(cut[1].columnName == "reimbursement")
    #expect(cut[1].column == 14)
  }

  @Test("Random expenses with awkward texts come back the same", arguments: 0..<60)
  func property(_ seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    let store = try makeStore()
    try store.registerCurrency(Currency(code: "XBTC", digits: 8))
    for number in 1...3 {
      try store.transaction("") { () throws(ExpenseError) in
        _ = try store.newImport(name: "f\(number)")
      }
    }
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      try store.add(generator.expense())
    }
    for format in ["json", "csv"] {
      let bytes = try write(store, format)
      let second = try copy(bytes)
      #expect(try write(second, format) == bytes)
      try compare(store, second)
      if format == "json" { try compareCurrencies(store, second) }
      #expect(try Import.open(second, bytes: bytes).summary.fresh == 0)
    }
  }
}

extension SeededGenerator {
  /// Text of the characters that break formats.
  mutating func text(_ length: ClosedRange<Int>) -> String {
    let pieces = [
      "\"", "\"\"", "\n", "\r\n", "\r", ";", ",", "\\", ":", "=", "+", "-", "@", "\t", " ", "é",
      "€", "😀",
      "\u{FEFF}", "\u{2028}", "\u{1}", "\u{7F}", "e\u{301}", "a", "b", "0", "'", "{", "}", "null",
      "\u{A0}",
    ]
    return (0..<Int.random(in: length, using: &self)).map { _ in
      pieces.randomElement(using: &self) ?? ""
    }.joined()
  }

  mutating func amount() -> Int64 {
    Bool.random(using: &self)
      ? Int64.random(in: -100_000...100_000, using: &self)
      : Int64.random(in: .min ... .max, using: &self)
  }

  mutating func expense() -> Expense {
    let currencies = ["EUR", "JPY", "KWD", "XBTC", "CLF", "XAU", ""]
    var expense = Expense(
      name: "x" + text(0...12), amount: amount(),
      date: CivilDate(day: Int32.random(in: -719_162...2_932_896, using: &self)) ?? .first)
    expense.type = text(0...3)
    expense.currency = currencies.randomElement(using: &self) ?? ""
    let names = (0..<Int.random(in: 0...3, using: &self)).map { _ in "n" + text(0...5) + "n" }
    expense.category = (try? CategoryPath(names: names).description) ?? ""
    if Bool.random(using: &self) {
      expense.conversion = Expense.Conversion(
        amount: amount(), currency: "USD", rate: Bool.random(using: &self) ? "0.920" : "")
    }
    expense.account = text(0...4)
    expense.note = text(0...20)
    expense.tags = (0..<Int.random(in: 0...4, using: &self)).map { _ in "t" + text(0...4) + "t" }
    expense.reimbursement = Reimbursement.allCases.randomElement(using: &self) ?? .none
    if Bool.random(using: &self) {
      expense.source = Expense.Source(
        importNumber: Int64.random(in: 0...3, using: &self),
        line: Int64.random(in: 0...9, using: &self),
        fingerprint: Bool.random(using: &self) ? 0 : next(), externalID: text(0...4))
    }
    if Bool.random(using: &self) {
      var writer = JSONWriter()
      writer.raw("{ \"k\" :")
      writer.string(text(0...6))
      writer.raw(",\n\"n\":1.50e-3}")
      expense.extra = String(decoding: writer.take(), as: UTF8.self)
    }
    return expense
  }
}
