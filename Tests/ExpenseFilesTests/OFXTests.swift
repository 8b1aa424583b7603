import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("OFX and QFX")
struct OFXTests {
  @Test("A statement of a bank: what is spent, with its day, id, account and note")
  func statement() throws {
    let store = try makeStore("USD")
    let text = ofx1(
      transaction("-12.50", more: "<CHECKNUM>1021\n<MEMO>Card 77 &amp; more\n")
        + transaction("+0,91", id: "A2", name: "Interest", type: "CREDIT"))
    let file = try Import.open(store, text)
    #expect(file.summary.format == "ofx")
    #expect(file.summary.encoding == "utf-8")
    #expect(
      file.summary.questions
        == ["income: is money coming in (1 row) to \"leave out\" or a \"refund\"?"])
    try file.answer(#"{"income":"leave out"}"#)
    let rows = try file.allRows()
    #expect(rows.map(\.status) == [.fresh, .leftOut])
    #expect(rows.map(\.reason) == ["", "money coming in"])
    let expense = try #require(rows[0].expense)
    #expect(expense.name == "Grocer")
    #expect(expense.amount == 1250)
    #expect(expense.currency == "EUR")
    #expect(expense.date.description == "2026-03-04")
    #expect(expense.account == "4012-77")
    #expect(expense.note == "Card 77 & more")
    #expect(expense.extra == #"{"TRNTYPE":"DEBIT","CHECKNUM":"1021"}"#)
    #expect(expense.source?.externalID == "A1")
    #expect(rows[0].line == 17)
    _ = try file.commit()
    #expect(try store.all().map(\.amount) == [1250])
  }

  @Test(
    "The civil date is the one that is written",
    arguments: [
      ("20260304", "2026-03-04"), ("20260304120000", "2026-03-04"), ("202603042359", "2026-03-04"),
      ("20260304235959.999[-5:EST]", "2026-03-04"), ("20260304000000[-03:GMT]", "2026-03-04"),
      ("20260304000000.000[+5.5:IST]", "2026-03-04"), ("20260304 [0:GMT]", "2026-03-04"),
      ("20260304000000[-3:GMT", "2026-03-04"), ("2026-03-04", "2026-03-04"),
      ("2026-03-04T00:00:00", "2026-03-04"), ("20260304235959-0500", "2026-03-04"),
      ("202603042359.9+05:30", "2026-03-04"), ("20260304000000Z", "2026-03-04"),
      ("20260304.000", "2026-03-04"), ("20260304120000-", "not a date"),
      ("20260304-0500", "not a date"), ("20260304120000-050000", "not a date"),
      ("00000000", "there is no such day"),
      ("28022009", "there is no such day"), ("20260230", "there is no such day"),
      ("2026030", "not a date"), ("today", "not a date"), ("", "there is no date"),
      ("202603041", "not a date"), ("2026-03", "the date has no day"),
    ])
  func date(_ text: String, _ right: String) throws {
    let file = try Import.open(try makeStore(), ofx1(transaction("-1.00", date: text)))
    let row = try #require(try file.allRows().first)
    #expect((row.expense?.date.description ?? row.reason) == right)
    #expect(row.expense != nil || row.columnName == "DTPOSTED")
  }

  @Test(
    "Amounts with a point or a comma, blanks, a plus sign, zeros behind, grouping",
    arguments: [
      ("-12.50", "1250"), ("           -200,00", "20000"), ("-8.95000", "895"), ("-5", "500"),
      ("-1,650.00", "165000"), ("-1.400,82", "140082"), ("\u{2212}12.34", "1234"),
      ("-1,650,000", "165000000"), ("-0,5", "50"),
      ("-5.", "500"), ("-5,", "500"), (".", "not an amount"), ("-5..", "not an amount"),
      ("-92233720368547758.07", "9223372036854775807"),
      ("92233720368547758.08", "the amount is too large"),
      ("-12.345.6", "not an amount"), ("-", "not an amount"), ("", "there is no amount"),
      ("12abc", "not an amount"), ("$12.00", "not an amount"), ("-1.2345", tooFine),
      ("-0.001", tooFine),
    ])
  func amount(_ text: String, _ right: String) throws {
    let file = try Import.open(
      try makeStore(), ofx1(transaction(text)), #"{"income":"refund"}"#)
    #expect(file.summary.questions.isEmpty)
    let row = try #require(try file.allRows().first)
    #expect(row.expense.map { "\($0.amount)" } ?? row.reason == right)
  }

  static let tooFine = "more digits behind the decimal mark than the 2 of EUR"

  @Test("A mark before three digits is a question, unless other amounts or the currency show it")
  func decimal() throws {
    let store = try makeStore()
    let file = try Import.open(store, ofx1(transaction("-1,650")))
    #expect(
      file.summary.questions
        == [#"decimal: "." or ",": line 17, TRNAMT, "-1,650" may be two numbers"#])
    #expect(file.summary.rows == 0)
    try file.answer(#"{"decimal":"."}"#)
    #expect(try file.allRows()[0].expense?.amount == 165_000)
    try file.answer(#"{"decimal":","}"#)
    #expect(try file.allRows()[0].expense?.amount == 165)

    let shown = try Import.open(store, ofx1(transaction("-1,650") + transaction("-2.50")))
    #expect(try shown.allRows().map { $0.expense?.amount } == [165_000, 250])
    #expect(shown.summary.findings.first { $0.key == "decimal" }?.value == ".")
    // The marks of a bank that mixes them settle nothing.
    let mixed = try Import.open(
      store, ofx1(transaction("-1,650") + transaction("-2.50") + transaction("-2,50")))
    #expect(mixed.summary.questions.count == 1)

    let dinar = try Import.open(
      store, ofx1(transaction("-1.234"), currency: "<CURDEF>KWD\n"))
    #expect(try dinar.allRows()[0].expense?.amount == 1_234)
    let yen = try Import.open(store, ofx1(transaction("-1,000"), currency: "<CURDEF>JPY\n"))
    #expect(yen.summary.questions.count == 1)
    try yen.answer(#"{"decimal":"."}"#)
    #expect(try yen.allRows()[0].expense?.amount == 1_000)
  }

  @Test("A statement without a known currency asks for it; others keep their own")
  func currency() throws {
    let store = try makeStore("EUR")
    let file = try Import.open(store, ofx1(transaction("-1.00"), currency: "<CURDEF>\n"))
    #expect(
      file.summary.questions == [
        "currency: in which currency are the amounts? the statement of line 17 does not say it"
      ])
    #expect(file.summary.findings.first { $0.key == "currency" }?.candidates == ["EUR"])
    try file.answer(#"{"currency":"CHF"}"#)
    #expect(try file.allRows()[0].expense?.currency == "CHF")
    let symbol = try Import.open(store, ofx1(transaction("-1.00"), currency: "<CURDEF>R$\n"))
    #expect(
      symbol.summary.questions == [
        "currency: in which currency are the amounts? line 14, CURDEF, \"R$\" is none that is known"
      ])
    let lower = try Import.open(store, ofx1(transaction("-1.00"), currency: "<CURDEF>brl\n"))
    #expect(try lower.allRows()[0].expense?.currency == "BRL")
  }

  @Test("Money spent may have a plus sign where the types say so: that is asked")
  func spending() throws {
    let store = try makeStore()
    let turned = try Import.open(
      store,
      ofx1(transaction("12.00") + transaction("-100.00", id: "A2", type: "CREDIT")),
      #"{"income":"leave out"}"#)
    let question = try #require(turned.summary.findings.first { $0.key == "spending" })
    #expect(question.state == .ambiguous)
    #expect(question.candidates == ["positive", "negative", "debit"])
    try turned.answer(#"{"spending":"positive"}"#)
    #expect(try turned.allRows().map(\.status) == [.fresh, .leftOut])
    #expect(try turned.allRows()[0].expense?.amount == 1_200)

    let unsigned = try Import.open(
      store, ofx1(transaction("12.00") + transaction("100.00", id: "A2", type: "CREDIT")),
      #"{"income":"leave out"}"#)
    try unsigned.answer(#"{"spending":"debit"}"#)
    #expect(try unsigned.allRows().map(\.status) == [.fresh, .leftOut])
    // A debit that was taken back settles nothing.
    let reversed = try Import.open(
      store, ofx1(transaction("12.00") + transaction("-100.00", id: "A2")),
      #"{"income":"refund"}"#)
    #expect(reversed.summary.questions.isEmpty)
    #expect(try reversed.allRows().map { $0.expense?.amount } == [-1_200, 10_000])
    // The sign of an amount is known before its decimal mark.
    let open = try Import.open(
      store, ofx1(transaction("12.00") + transaction("-1,650", id: "A2") + transaction("-1,50")))
    #expect(open.summary.questions.map { $0.prefix(7) } == ["decimal", "income:"])
  }

  @Test("An amount in another currency keeps the rate that the bank recorded")
  func conversion() throws {
    let store = try makeStore()
    let foreign = "<CURRENCY><CURRATE>0.92<CURSYM>USD</CURRENCY>\n"
    let original = "<ORIGCURRENCY><CURRATE>0,9213<CURSYM>USD</ORIGCURRENCY>\n"
    let file = try Import.open(
      store,
      ofx1(
        transaction("-10.00", more: foreign) + transaction("-92.13", id: "A2", more: original)
          + transaction("-5.00", id: "A3", more: original.replacing("USD", with: "EUR"))
          + transaction("-5.00", id: "A4", more: original.replacing("0,9213", with: "0"))
          + transaction("-5.00", id: "A5", more: foreign.replacing("USD", with: "XYZ"))))
    let rows = try file.allRows()
    #expect(rows[0].expense?.currency == "USD")
    #expect(rows[0].expense?.conversion == .init(amount: 920, currency: "EUR", rate: "0.92"))
    #expect(rows[0].expense?.extra == #"{"TRNTYPE":"DEBIT"}"#)
    #expect(rows[1].expense?.currency == "EUR")
    #expect(rows[1].expense?.conversion == .init(amount: 10_000, currency: "USD", rate: "0.9213"))
    #expect(rows[2].expense?.conversion == nil)
    #expect(
      rows[3].expense?.extra
        == #"{"TRNTYPE":"DEBIT","ORIGCURRENCY.CURRATE":"0","ORIGCURRENCY.CURSYM":"USD"}"#)
    #expect(rows[4].status == .rejected)
    #expect(rows[4].reason == "no known currency")
    _ = try file.commit()
    #expect(try store.all().count == 4)
  }

  @Test("A file that is cut off is an error with its place, and nothing is stored")
  func cutOff() throws {
    let store = try makeStore()
    let text = ofx1(transaction("-1.00") + transaction("-2.00", id: "A2"))
    let whole = Array(text.utf8)
    let start = text.utf8.count - text.drop { $0 != "<" }.utf8.count
    for end in start + 5..<whole.count - 6 {
      do throws(ExpenseError) {
        let file = try Import.open(store, bytes: Array(whole[..<end]))
        Issue.record("cut at \(end): \(file.summary.text)")
      } catch {
        #expect(error.code == .format)
        #expect(error.message.utf8.starts(with: "byte ".utf8))
      }
    }
    #expect(try store.all().isEmpty)
  }

  @Test("A file without a statement says what the bank's server answered")
  func noStatement() throws {
    let text =
      ofxHeader + """
        <OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Sign on invalid
        </STATUS></SONRS></SIGNONMSGSRSV1></OFX>
        """
    let error = #expect(throws: ExpenseError.self) { try Import.open(try makeStore(), text) }
    #expect(error?.code == .format)
    #expect(
      error?.message == "there is no statement in the file: the bank's server answered "
        + "status 15500, \"Sign on invalid\"")
    // A statement in which nothing happened is one.
    #expect(try Import.open(try makeStore(), ofx1("")).summary.text == "file: 0 new")
  }

  @Test("A profile's key that means nothing here is refused")
  func keys() throws {
    for profile in [#"{"delimiter":";"}"#, #"{"spending":"credit"}"#, #"{"date":"DMY"}"#] {
      let error = #expect(throws: ExpenseError.self) {
        try Import.open(try makeStore(), ofx1(transaction("-1.00")), profile)
      }
      #expect(error?.code == .argument)
    }
  }
}
