import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("CSV with a profile")
struct CSVImportTests {
  private func profile(_ changes: [String: String] = [:], without: Set<String> = []) -> String {
    var keys = [
      "columns": #"{"date":"Date","name":"Merchant","amount":"Amount"}"#, "delimiter": "\",\"",
      "decimal": "\".\"", "date": "\"YMD\"", "spending": "\"positive\"", "income": "\"refund\"",
      "currency": "\"EUR\"", "encoding": "\"utf-8\"",
    ]
    for (key, value) in changes { keys[key] = value }
    for key in without { keys[key] = nil }
    return "{" + keys.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  @Test("A statement: new, left out, rejected, told in one line")
  func statement() throws {
    let store = try makeStore()
    let text = """
      Date;Merchant;Amount\r
      02.03.2026;Trenitalia;-89,90\r
      03.03.2026;"Caffè ""Rivoire""; Firenze";-4,50\r
      05.03.2026;Hotel;20,00\r
      06.03.2026;Shop;-12,34,5\r

      """
    let file = try Import.open(store, text, cardProfile, account: "Visa", name: "visa-05.csv")
    #expect(
      file.summary.text
        == #"visa-05.csv: 2 new, 1 left out (money in), 1 rejected: line 5, Amount, "-12,34,5""#)
    #expect(file.summary.encoding == "utf-8")
    #expect(file.summary.format == "csv")
    let rows = try file.allRows()
    #expect(rows.map(\.status) == [.fresh, .fresh, .leftOut, .rejected])
    #expect(rows[2].reason == "money coming in")
    #expect(rows[2].expense?.amount == -2_000)
    #expect(rows[3].column == 3)
    #expect(rows[3].columnName == "Amount")
    #expect(rows[3].cell == "-12,34,5")
    #expect(
      try file.commit()
        == UndoStep(revision: store.revision, target: 0, label: "imported visa-05.csv"))
    let all = try store.all()
    #expect(all.map(\.name) == ["Trenitalia", "Caffè \"Rivoire\"; Firenze"])
    #expect(all.map(\.amount) == [8_990, 450])
    #expect(all.map(\.date.description) == ["2026-03-02", "2026-03-03"])
    #expect(all.allSatisfy { $0.account == "Visa" && $0.currency == "EUR" })
    #expect(all.map { $0.source?.line } == [2, 3])
    #expect(all.allSatisfy { $0.source?.importNumber == 1 && $0.source?.fingerprint != 0 })
    #expect(try store.importNames() == [1: "visa-05.csv"])
    #expect(try store.undo()?.label == "imported visa-05.csv")
    #expect(try store.all().isEmpty)
  }

  @Test(
    "Case 8: cells that are no amount are rejected with line, column and reason",
    arguments: [
      "-", "", "12abc", "\"12,34,5\"", "--1", "1.2.3", "€", "12 abc", "1e3",
    ])
  func rejects(_ cell: String) throws {
    let text = "Date,Merchant,Amount\n2026-01-01,Tea,1.00\n2026-01-02,Tea,\(cell)\n"
    let file = try Import.open(makeStore(), text, profile())
    let row = try file.allRows()[1]
    #expect(row.status == .rejected)
    #expect(row.expense == nil)
    #expect(row.line == 3)
    #expect(row.column == 3)
    #expect(row.columnName == "Amount")
    #expect(row.cell == cell.filter { $0 != "\"" })
    #expect(!row.reason.isEmpty)
  }

  @Test(
    "Cases 9 and 10: each currency has its digits",
    arguments: [
      ("KRW", "500000", 500_000), ("JPY", "\"1,000\"", 1_000), ("KWD", "1.234", 1_234),
      ("CLF", "1.2345", 12_345), ("USD", "1.234", nil), ("JPY", "0.5", nil),
    ] as [(String, String, Int64?)])
  func digits(_ currency: String, _ cell: String, _ minor: Int64?) throws {
    let text = "Date,Merchant,Amount\n2026-01-01,Tea,\(cell)\n"
    let row = try Import.open(makeStore(), text, profile(["currency": "\"\(currency)\""]))
      .allRows()[0]
    #expect(row.expense?.amount == minor)
    #expect((row.status == .rejected) == (minor == nil))
    if minor == nil { #expect(row.reason.contains(currency)) }
  }

  @Test("Case 5: headers match in any case; a wrong one is an error that names the columns")
  func headers() throws {
    let row = "\n2026-01-01,Tea,1.00\n"
    #expect(
      try Import.open(makeStore(), "DATE, merchant ,AMOUNT" + row, profile()).summary.fresh == 1)
    let missing = try #require(throws: ExpenseError.self) {
      try Import.open(makeStore(), "Date,Payee,Amount" + row, profile())
    }
    #expect(missing.code == .format)
    #expect(missing.message.contains("Merchant") && missing.message.contains("\"Payee\""))
    let double = try #require(throws: ExpenseError.self) {
      try Import.open(makeStore(), "Date,Merchant,Amount,amount" + row, profile())
    }
    #expect(double.message.contains("2 columns"))
    #expect(throws: ExpenseError.self) { try Import.open(makeStore(), "", profile()) }
    #expect(try Import.open(makeStore(), "Date,Merchant,Amount", profile()).summary.rows == 0)
  }

  @Test("Every column that a profile can name")
  func columns() throws {
    let columns = """
      {"date":"d","name":"n","amount":"a","type":"t","category":"c","account":"k","note":"o",\
      "currency":"u","id":"i","tags":"g"}
      """
    let store = try makeStore()
    let text = """
      d,n,a,t,c,k,o,u,i,g
      2026-01-01,Tea,1.5,Business,AA / BB : CC,Card,"a
      ""b\""",usd,X1,"red, big,,red"
      2026-01-01,Tea,1500,,,,,jpy,,
      2026-01-01,Tea,1500,,,,,XYZ,,
      2026-01-01,Tea,1500,,,,,,,

      """
    let file = try Import.open(
      store, text, profile(["columns": columns, "type": "\"Office\""]), account: "Main")
    #expect(file.summary.text == #"file: 3 new, 1 rejected: line 5, u, "XYZ""#)
    _ = try file.commit()
    let all = try store.all()
    #expect(all.map(\.currency) == ["USD", "JPY", "EUR"])
    #expect(all.map(\.amount) == [150, 1_500, 150_000])
    #expect(all.map(\.type) == ["Business", "Office", "Office"])
    #expect(try CategoryPath(parsing: all[0].category).names == ["AA / BB : CC"])
    #expect(all.map(\.account) == ["Card", "Main", "Main"])
    #expect(all[0].note == "a\n\"b\"")
    #expect(all[0].tags == ["red", "big"])
    #expect(all[0].source?.externalID == "X1")
  }

  @Test("A category is one name, or a path where the profile has a separator")
  func categories() throws {
    let columns = #"{"date":"Date","name":"Merchant","amount":"Amount","category":"Category"}"#
    let text =
      "Date,Merchant,Amount,Category\n2026-01-01,Tea,1,Food > Tea: green\n2026-01-01,Tea,1, \n2026-01-01,Tea,1,Food >\n"
    let plain = try Import.open(makeStore(), text, profile(["columns": columns])).allRows()
    #expect(plain.map { $0.expense?.category } == [#"Food > Tea\: green"#, "", "Food >"])
    let split = try Import.open(
      makeStore(), text, profile(["columns": columns, "categorySeparator": "\" >\""])
    ).allRows()
    #expect(split.map { $0.expense?.category } == [#"Food:Tea\: green"#, "", nil])
    #expect(split[2].columnName == "Category")
  }

  @Test("Money coming in: left out, a refund, or a question")
  func income() throws {
    let text = "Date,Merchant,Amount\n2026-01-01,Tea,1\n2026-01-01,Shop,-2\n2026-01-01,Free,0\n"
    let refund = try Import.open(makeStore(), text, profile()).allRows()
    #expect(refund.map { $0.expense?.amount } == [100, -200, 0])
    #expect(refund.allSatisfy { $0.status == .fresh })
    let negative = try Import.open(
      makeStore(), text, profile(["spending": "\"negative\"", "income": "\"leave out\""])
    ).allRows()
    #expect(negative.map(\.status) == [.leftOut, .fresh, .fresh])
    #expect(negative.map { $0.expense?.amount } == [-100, 200, 0])
    let open = try Import.open(makeStore(), text, profile(without: ["income"]))
    #expect(open.summary.questions.count == 1)
    #expect(open.summary.questionText.hasPrefix("income"))
    #expect(throws: ExpenseError.self) { try open.commit() }
    let none = "Date,Merchant,Amount\n2026-01-01,Tea,1\n"
    #expect(
      try Import.open(makeStore(), none, profile(without: ["income"])).summary.questions.isEmpty)
  }

  @Test("What is left out must be readable all the same")
  func unreadableIncome() throws {
    let text =
      "Date,Merchant,Amount\n2026-02-30,Shop,-2\n2026-01-01,a\u{0},-2\n2026-01-01,Café,-2\n"
    let rows = try Import.open(
      makeStore(), text, profile(["income": "\"leave out\""])
    ).allRows()
    #expect(rows.map(\.status) == [.rejected, .rejected, .leftOut])
    #expect(rows[2].expense?.amount == -200)
  }

  @Test("Long cells are cut in messages")
  func longCells() throws {
    let long = String(repeating: "é", count: 10_000)
    let file = try Import.open(
      makeStore(), "Date,Merchant,Amount\n2026-01-01,Tea,\(long)\n", profile())
    #expect(file.summary.text.count < 200)
    #expect(try file.allRows()[0].cell == long)
    let header = (0..<500).map { "\($0)\(long)" }.joined(separator: ",")
    let error = try #require(throws: ExpenseError.self) {
      try Import.open(makeStore(), header, profile())
    }
    #expect(error.message.count < 2_000)
  }

  @Test("A sign that cannot be turned round is rejected")
  func smallest() throws {
    let text = "Date,Merchant,Amount\n2026-01-01,Tea,-92233720368547758.08\n"
    let row = try Import.open(makeStore(), text, profile(["spending": "\"negative\""])).allRows()[0]
    #expect(row.status == .rejected)
    #expect(row.reason.contains("large"))
  }

  @Test("A file without dates takes the profile's")
  func defaultDate() throws {
    let text = "Merchant,Amount\nTea,1\n"
    let columns = #"{"name":"Merchant","amount":"Amount"}"#
    let row = try Import.open(
      makeStore(), text,
      profile(["columns": columns, "defaultDate": "\"2026-01-31\""], without: ["date"])
    ).allRows()[0]
    #expect(row.expense?.date.description == "2026-01-31")
  }

  @Test(
    "Rows of another shape",
    arguments: [
      ("2026-01-01,Tea", "Amount", 3), ("2026-01-01", "Merchant", 2), ("2026-01-01,Tea,1,2", "", 0),
      ("2026-01-01,\"Tea\"x,1", "Merchant", 2), ("2026-01-01,\"Tea,1", "Merchant", 2),
      ("2026-02-30,Tea,1", "Date", 1), (",Tea,1", "Date", 1), ("2011-05,Tea,1", "Date", 1),
      (",,", "Date", 1), ("2026-01-01,a\u{0}b,1", "Merchant", 2),
    ])
  func shapes(_ row: String, _ name: String, _ column: Int64) throws {
    let file = try Import.open(makeStore(), "Date,Merchant,Amount\n\(row)\n", profile())
    let rejected = try file.allRows()
    #expect(rejected.map(\.status) == [.rejected])
    #expect(rejected[0].columnName == name)
    #expect(rejected[0].column == column)
    #expect(!rejected[0].reason.isEmpty)
  }

  @Test("A payment without a payee is kept, and told")
  func nameless() throws {
    let row = try Import.open(
      makeStore(), "Date,Merchant,Amount\n2026-01-01, ,1\n", profile()
    ).allRows()[0]
    #expect(row.status == .fresh)
    #expect(row.expense?.name == "(no name)")
    #expect(row.reason.contains("no name"))
  }

  @Test(
    "Encodings",
    arguments: [
      ("cp1252", [0x80, 0xE9, 0x96, 0x81], "€é–\u{81}", "cp1252"),
      ("latin-1", [0xE9, 0xA4], "é¤", "latin-1"),
      ("utf-8", [0xC3, 0xA9], "é", "utf-8"), ("", [0xC3, 0xA9], "é", "utf-8"),
      ("", [0xE9], "é", "cp1252"),
    ] as [(String, [UInt8], String, String)])
  func encodings(_ declared: String, _ name: [UInt8], _ text: String, _ reported: String) throws {
    let bytes = Array("Date,Merchant,Amount\n2026-01-01,".utf8) + name + Array(",1\n".utf8)
    let json = profile(
      declared.isEmpty ? [:] : ["encoding": "\"\(declared)\""],
      without: declared.isEmpty ? ["encoding"] : [])
    let file = try Import.open(makeStore(), bytes: bytes, options: ImportOptions(profile: json))
    #expect(try file.allRows()[0].expense?.name == text)
    #expect(file.summary.encoding == reported)
  }

  @Test("Bytes that are not UTF-8 where it was declared are an error with the place")
  func wrongEncoding() throws {
    let bytes = Array("Date,Merchant,Amount\n2026-01-01,".utf8) + [0xE9, 0x2C, 0x31]
    let error = try #require(throws: ExpenseError.self) {
      try Import.open(makeStore(), bytes: bytes, options: ImportOptions(profile: profile()))
    }
    #expect(error.code == .encoding)
    #expect(error.message.contains("byte 32 (line 2, column 12)"), "\(error.message)")
  }

  @Test("Case 27: UTF-16 with a mark, tabs, mixed line ends, a line break inside quotes")
  func utf16() throws {
    let text = "\u{FEFF}Date\tMerchant\tAmount\r\n2026-01-01\t\"Tea 😀\r\nand cake\"\t1.00\n"
    let json = profile(["delimiter": "\"\\t\"", "encoding": "\"utf-16\""])
    for isBig in [false, true] {
      let bytes = text.utf16.flatMap { unit in
        isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
      let file = try Import.open(makeStore(), bytes: bytes, options: ImportOptions(profile: json))
      #expect(try file.allRows().map { $0.expense?.name } == ["Tea 😀\r\nand cake"])
      #expect(throws: ExpenseError.self) {
        try Import.open(
          makeStore(), bytes: Array(bytes.dropLast()), options: ImportOptions(profile: json))
      }
    }
  }

  @Test("A mark before UTF-8 is reported and not part of the header")
  func mark() throws {
    let file = try Import.open(
      makeStore(), "\u{FEFF}Date,Merchant,Amount\n2026-01-01,Tea,1\n", profile())
    #expect(file.summary.encoding == "utf-8-sig")
    #expect(file.summary.fresh == 1)
  }
}
