import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Transactions of QIF files")
struct QIFRecordTests {
  @Test("Each part of a split is a row with its own category and memo")
  func splits() throws {
    let text = qif(
      "D2026-01-05|T-100.00|N12|PMarket|MShopping|LFood|SFood|EBread|$-60.00|SHome:Garden|$-30.00"
        + "|S[Savings]|$-10.00",
      "D2026-01-06|T-5.00|PTea|LFood")
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(file.summary.text == "file: 3 new, 1 left out (transfer)")
    let rows = try file.allRows()
    #expect(rows.map(\.line) == [8, 11, 13, 16])
    #expect(rows.compactMap(\.expense?.amount) == [6_000, 3_000, 1_000, 500])
    #expect(rows.compactMap(\.expense?.category) == ["Food", "Home:Garden", "Savings", "Food"])
    #expect(rows.compactMap(\.expense?.note) == ["Bread", "Shopping", "Shopping", ""])
    #expect(rows.compactMap(\.expense?.name) == ["Market", "Market", "Market", "Tea"])
    #expect(rows[0].expense?.extra == #"{"N":"12","M":"Shopping"}"#)
    #expect(rows[2].reason == "a transfer to \"Savings\"")
    // Each row by itself is what it is among the others.
    for (index, row) in rows.enumerated().reversed() {
      #expect(try file.rows(offset: Int64(index), limit: 1) == [row])
    }
  }

  @Test("Blanks around a payee go, and around a memo that stands for one")
  func padded() throws {
    let text = qif(
      "D2026-01-05|T-5.00|PTea \u{A0}  |LFood", "D2026-01-06|T-4.00|P  |M \tBread  |LFood")
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(try file.allRows().compactMap(\.expense?.name) == ["Tea", "Bread"])
    #expect(try file.allRows().compactMap(\.expense?.note) == ["", ""])
  }

  @Test("Wages less what is taken off: the parts have signs of their own")
  func wages() throws {
    let text = qif("D2026-01-05|T2,000.00|PWork|SWages|$2,500.00|STax|$-500.00")
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(file.summary.text == "file: 1 new, 1 left out (money in)")
    #expect(try file.stored() == ["2026-01-05 50000 Work"])
  }

  @Test(
    "A split that is not whole is rejected as one row",
    arguments: [
      (
        "T-100.00|SFood|$-60.00|SHome|$-39.99", "T \"-100.00\" the parts of the split sum to -99.99"
      ),
      ("T-100.00|SFood|$-60.00|SHome", "S \"Home\" this part of the split has no amount"),
      ("T-100.00|SFood|%60|SHome|%40", "% \"60\" this part of the split has no amount"),
      ("T-1.00|SFood|$x", "$ \"x\" not an amount"),
    ])
  func badSplits(_ lines: String, _ fault: String) throws {
    let file = try Import.open(makeStore(), qif("D2026-01-05|\(lines)"), qifAnswers)
    #expect(try file.allRows().count == 1)
    #expect(try file.firstFault == "2 \(fault)")
  }

  @Test("Percentages beside amounts are kept, parts without a category are rows")
  func splitForms() throws {
    let text = qif(
      "D2026-01-05|T-10.00|PX|SFood|%60%|$-6.00|$-3.00|E1st|E2nd|S|$-1.00")
    let file = try Import.open(makeStore(), text, qifAnswers)
    let rows = try file.allRows().compactMap(\.expense)
    #expect(rows.map(\.amount) == [600, 300, 100])
    #expect(rows.map(\.category) == ["Food", "", ""])
    #expect(rows.map(\.extra) == [#"{"%":"60%"}"#, "", ""])
    #expect(rows[1].note == "1st\n2nd")
  }

  @Test("What an expense has no field for is kept by its letter")
  func extra() throws {
    let text = qif(
      "D2026-01-05|T-1.00|CX|N101|PShop|A1 Main St|ATown|MNote|MMore|LFood|F1|X\"y")
    let expense = try #require(
      try Import.open(makeStore(), text, qifAnswers).allRows().first?.expense)
    #expect(
      expense.extra == #"{"C":"X","N":"101","A":"1 Main St\nTown","F":"1","X":"\"y"}"#)
    #expect(expense.note == "Note\nMore")
    _ = try expense.validated()
  }

  @Test("A transaction without a payee has its memo as its name")
  func names() throws {
    let text = qif(
      "D2026-01-05|T-1.00|MCHEQUE 470|LFood", "D2026-01-05|T-2.00",
      "D2026-01-05|T-3.00|P  |MFirst|MSecond", "D2026-01-05|T-4.00|SFood|ECake|$-4.00")
    let rows = try Import.open(makeStore(), text, qifAnswers).allRows()
    #expect(
      rows.compactMap(\.expense?.name) == ["CHEQUE 470", "(no name)", "First", "Cake"])
    #expect(rows.compactMap(\.expense?.note) == ["", "", "First\nSecond", ""])
    #expect(rows.map(\.reason)[1] == "the file gives no name: \"(no name)\" stands for it")
  }

  @Test("A missing ^ is no guess")
  func missingEnd() throws {
    let text = "!Type:Bank\nD2026-01-05\nT-1.00\nPX\nD2026-01-06\nT-2.00\nPY\n^\n"
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(
      try file.firstFault
        == "2  \"\" D stands twice: a ^ before it is missing, or a text has a line "
        + "break")
    // A memo that goes on in a line that looks like another field.
    let memo = qif("D2026-01-05|T-1.00|LFood|MTacos|Lunch at work|PX")
    #expect(try Import.open(makeStore(), memo, qifAnswers).summary.rejected == 1)
    let amount = qif("D2026-01-05|T-1.00|MTacos|Service, 10 %|PX")
    #expect(
      try Import.open(makeStore(), amount, qifAnswers).firstFault
        == "2 S \"ervice, 10 %\" this part of the split has no amount")
  }

  @Test("A split without an amount for the whole is what its parts are")
  func partsAlone() throws {
    let text =
      "!Account\nNLiabilities:Visa\n^\n"
      + qif(
        "D2025/2/25|PClinic|M|SExpenses:Medical|$-5.00", header: "!Type:Oth L\n")
    let file = try Import.open(makeStore(), text, qifAnswers)
    let expense = try #require(try file.allRows().first?.expense)
    #expect(expense.amount == 500)
    #expect(expense.category == "Expenses:Medical")
    #expect(expense.account == "Liabilities:Visa")
    #expect(expense.note == "")
  }

  @Test("A transaction without an end does not take memory without one")
  func limits() throws {
    let lines = String(repeating: "S\n", count: 20_000)
    let text = "!Type:Bank\nD2026-01-05\nT-1.00\n" + lines + "^\nD2026-01-06\nT-2.00\nPX\n^\n"
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(try file.firstFault == "2  \"\" the transaction has more than 10000 lines")
    #expect(try file.stored() == ["2026-01-06 200 X"])
    let parts = String(repeating: "$-0.01\n", count: 1_001)
    let split = "!Type:Bank\nD2026-01-05\nT-10.01\n" + parts + "^\n"
    #expect(
      try Import.open(makeStore(), split, qifAnswers).firstFault
        == "2  \"\" the transaction is split into more than 1000 parts")
    // Sections without a record are none.
    let headers = String(repeating: "!Type:Invst\n", count: 1_000)
    #expect(
      try Import.open(makeStore(), headers + qif("D2026-01-06|T-2.00|PX"), qifAnswers).stored()
        .count == 1)
  }

  @Test("Blank lines and records, and letters without a text, say nothing")
  func blanks() throws {
    let text =
      "!Type:CCard\nD12 May 2025\nN\nT-50.19\nPSHOP\nM\nA\n^\n\n^\nD13 May 2025\nT-1\n^\n^\n"
    let rows = try Import.open(makeStore(), text, qifAnswers).allRows()
    #expect(rows.map(\.line) == [2, 11])
    #expect(rows[0].expense?.extra == "")
    #expect(rows[0].expense?.note == "")
  }

  @Test("Case 38: a file that is cut off says so, and a whole last line may stand without its ^")
  func cut() throws {
    let text = "!Type:Bank\nD2026-01-05\nT-1.00\n^\nD2026-01-06\nT-12"
    let cut = try Import.open(makeStore(), text, qifAnswers)
    #expect(try cut.stored() == ["2026-01-05 100 (no name)"])
    #expect(try cut.firstFault == "5  \"\" the file ends in the middle of this transaction")
    let whole = try Import.open(makeStore(), text + "\n", qifAnswers)
    #expect(try whole.stored().last == "2026-01-06 1200 (no name)")
    // A split that lost its end is not whole.
    let split = qif("D2026-01-05|T-3.00|SA|$-1.00|SB|$-2.00").replacing("$-2.00\n^\n", with: "")
    #expect(try Import.open(makeStore(), split, qifAnswers).summary.rejected == 1)
  }

  @Test("A file that is none is an error, an empty one has no rows")
  func noQIF() throws {
    func open(_ text: String) throws -> Import {
      try Import.open(
        makeStore(), bytes: Array(text.utf8), options: ImportOptions(format: "qif"))
    }
    #expect(throws: ExpenseError.self) { try open("a,b\n1,2\n") }
    #expect(try open("").summary.rows == 0)
    #expect(try open("!Type:Bank\n").summary.text == "data: 0 new")
    // Without a header it is a bank account, when it is said to be QIF.
    #expect(try open("D2026-01-05\nT-1.00\n^\n").asked == ["currency"])
    #expect(throws: ExpenseError.self) {
      try Import.open(makeStore(), qif("D2026-01-05|T-1.00"), #"{"skip":1}"#)
    }
    #expect(throws: ExpenseError.self) {
      try Import.open(makeStore(), "Date,Amount,Name\n", #"{"transfers":"keep"}"#)
    }
  }

  @Test("Cut off anywhere it is read or refused, never a crash, and rows are the same one by one")
  func cutAnywhere() throws {
    let text =
      "!Option:AutoSwitch\n!Account\nNCash\nTCash\n^\n!Clear:AutoSwitch\n!Account\nNVisa\n^\n"
      + qif(
        "D1/ 5'20|T-3.00|PX|SA/b|EOne|$-1.00|S[Bank]|$-2.00", "D28.02'2009|U-2|MTwo|L[Visa]",
        header: "!Type:CCard\n") + "!Type:Invst\nD1/6'20\nNBuy\n^\n!Type:Cat\nNA\nE\n^\n"
    let bytes = Array(text.utf8)
    let profile =
      #"{"currency":"EUR","income":"refund","classes":"tags","transfers":"keep","date":"MDY"}"#
    for end in 0...bytes.count {
      let file = try Import.open(
        makeStore(), bytes: Array(bytes[..<end]),
        options: ImportOptions(profile: profile, format: "qif"))
      let rows = try file.allRows()
      for index in rows.indices.reversed() {
        #expect(try file.rows(offset: Int64(index), limit: 1) == [rows[index]])
      }
      if file.summary.questions.isEmpty { _ = try file.commit() }
    }
  }
}
