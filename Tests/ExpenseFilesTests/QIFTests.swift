import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("QIF files")
struct QIFTests {
  @Test("Case 23: the option is honoured, and Quicken's dates are read")
  func quickenDates() throws {
    let text = """
      !Option:MDY
      !Type:Bank
      D1/ 5'20
      T-1.00
      PBakery
      ^
      D28.02'2009
      T-2.00
      PSki
      ^
      D3/11' 2
      T-3.00
      PBus
      ^
      D2/14/99
      T-4.00
      PFlowers
      ^
      D2020-01-06
      T-5.00
      PTea
      ^

      """
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(file.summary.format == "qif")
    #expect(
      try file.stored() == [
        "2020-01-05 100 Bakery", "2009-02-28 200 Ski", "2002-03-11 300 Bus",
        "1999-02-14 400 Flowers", "2020-01-06 500 Tea",
      ])
    let date = try #require(file.summary.findings.first { $0.key == "date" })
    #expect(date.state == .certain)
    #expect(date.text == "date: MDY: line 1, \"!Option:MDY\"")
    #expect(file.profile.contains(#""date":"MDY""#))
  }

  @Test(
    "Dates in all their forms",
    arguments: [
      ("12/25/1999", "MDY", "1999-12-25"), ("25/12/99", "DMY", "1999-12-25"),
      ("1/ 5/20", "MDY", "2020-01-05"), (" 1/ 5'20", "MDY", "2020-01-05"),
      ("05-01'20", "DMY", "2020-01-05"), ("5-1' 7", "DMY", "2007-01-05"),
      ("1’5’2020", "DMY", "2020-05-01"), ("1'5'20", "DMY", "2020-05-01"),
      ("28.02'2009", "MDY", "2009-02-28"), ("20200105", "DMY", "2020-01-05"),
      ("2020/01/05", "DMY", "2020-01-05"), ("5 January 2020", "DMY", "2020-01-05"),
      ("3/11'98", "MDY", "1998-03-11"), ("2020-01-05 10:30", "MDY", "2020-01-05"),
    ])
  func dates(_ cell: String, _ order: String, _ expected: String) throws {
    let file = try Import.open(
      makeStore(), qif("D\(cell)|T-1.00|PX"),
      #"{"currency":"EUR","income":"refund","date":"\#(order)"}"#)
    #expect(try file.stored() == ["\(expected) 100 X"])
  }

  @Test(
    "What is no date is rejected, and no day is made up",
    arguments: [
      ("31/02/2026", "there is no such day"), ("today", "not a date"),
      ("05/2011", "the date has no day"), ("", "the date is empty"), ("1/5'", "not a date"),
      ("1/5'123", "the year has neither two nor four digits"),
    ])
  func noDates(_ cell: String, _ reason: String) throws {
    let file = try Import.open(
      makeStore(), qif("D\(cell)|T-1.00|PX"),
      #"{"currency":"EUR","income":"refund","date":"DMY"}"#)
    #expect(try file.firstFault == "2 D \"\(cell)\" \(reason)")
    #expect(file.summary.text.hasPrefix("file: 0 new, 1 rejected: line 2, D, "))
  }

  @Test("The order of dates is found in the whole file, or asked for")
  func dateOrder() throws {
    let open = try Import.open(
      makeStore(), qif("D03/04'26|T-1.00|PX", "D05/06'26|T-1.00|PY"), qifAnswers)
    #expect(open.asked == ["date"])
    #expect(
      open.summary.questionText
        == "date: \"DMY\" or \"MDY\": line 2, D, \"03/04'26\" may be 2026-04-03 or 2026-03-04")
    try open.answer(#"{"date":"DMY"}"#)
    #expect(try open.stored() == ["2026-04-03 100 X", "2026-06-05 100 Y"])

    let dayFirst = try Import.open(
      makeStore(), qif("D03/04/2026|T-1.00|PX", "D25/04/2026|T-1.00|PY"), qifAnswers)
    #expect(try dayFirst.stored() == ["2026-04-03 100 X", "2026-04-25 100 Y"])
    // An option that the file contradicts is not obeyed.
    let wrong = try Import.open(
      makeStore(), "!Option:MDY\n" + qif("D03/04/2026|T-1.00|PX", "D25/04/2026|T-1.00|PY"),
      qifAnswers)
    #expect(try wrong.stored() == ["2026-04-03 100 X", "2026-04-25 100 Y"])
    // Points with the month first, where no other reading is left.
    let points = try Import.open(
      makeStore(), qif("D02.03.2026|T-1.00|PX", "D02.28.2026|T-1.00|PY"), qifAnswers)
    #expect(points.asked == ["date"])
  }

  @Test("The decimal mark is found in the whole file, or asked for")
  func decimal() throws {
    func read(_ amounts: String...) throws -> Import {
      let text = amounts.map { "D2026-01-05\nT\($0)\nPX\n^\n" }.joined()
      return try Import.open(makeStore(), "!Type:Bank\n" + text, qifAnswers)
    }
    #expect(try read("-1.234,50", "-3.000").stored().first == "2026-01-05 123450 X")
    #expect(try read("-10'000.00").stored() == ["2026-01-05 1000000 X"])
    #expect(try read("-1,234.5").stored() == ["2026-01-05 123450 X"])
    #expect(try read("-9.7").stored() == ["2026-01-05 970 X"])
    #expect(try read("-12").stored() == ["2026-01-05 1200 X"])
    #expect(try read("−12.34").stored() == ["2026-01-05 1234 X"])
    let open = try read("-3.000")
    #expect(open.asked == ["decimal"])
    try open.answer(#"{"decimal":","}"#)
    #expect(try open.stored() == ["2026-01-05 300000 X"])
  }

  @Test("What is no amount is rejected", arguments: ["-", "", "12abc", "12,34,5", "--5.00"])
  func noAmount(_ cell: String) throws {
    let file = try Import.open(
      makeStore(), qif("D2026-01-05|T\(cell)|PX", "D2026-01-05|T-1.00|PY"),
      #"{"currency":"EUR","income":"refund","decimal":"."}"#)
    #expect(file.summary.rejected == 1)
    #expect(try file.firstFault.hasPrefix("2 T \"\(cell)\" "))
  }

  @Test("The currency is asked for, unless each amount has it")
  func currency() throws {
    let file = try Import.open(makeStore("CHF"), qif("D2026-01-05|T-1.50|PX"))
    #expect(file.asked == ["currency"])
    #expect(file.summary.findings.first { $0.key == "currency" }?.candidates == ["CHF"])
    try file.answer(#"{"currency":"JPY"}"#)
    #expect(
      try file.firstFault
        == "2 T \"-1.50\" more digits behind the decimal mark than the 0 of JPY")
    let units = try Import.open(
      makeStore(), qif("D2026-01-05|T-1.00 €|PX", "D2026-01-05|T-2.00 €|PY"), "")
    #expect(units.asked.isEmpty)
    #expect(try units.allRows().map(\.expense?.currency) == ["EUR", "EUR"])
  }

  @Test("T and U are one amount, and a difference is no guess")
  func twoAmounts() throws {
    let file = try Import.open(
      makeStore(),
      qif(
        "D2026-01-05|U-1,000.00|T-1,000.00|PX", "D2026-01-05|U-2.00|PY",
        "D2026-01-05|U-3.00|T-4.00|PZ", "D2026-01-05|PNone"), qifAnswers)
    #expect(try file.stored() == ["2026-01-05 100000 X", "2026-01-05 200 Y"])
    #expect(
      try file.allRows().map(\.reason) == [
        "", "", "T has another amount", "the transaction has no amount",
      ])
  }

  @Test("Money in is left out or a refund, and a file without a minus sign is asked about")
  func signs() throws {
    let text = qif("D2026-01-05|T-1.00|PX", "D2026-01-06|T5.00|PWages")
    let file = try Import.open(makeStore(), text, #"{"currency":"EUR"}"#)
    #expect(file.asked == ["income"])
    #expect(file.summary.findings.first { $0.key == "spending" }?.state == .certain)
    try file.answer(#"{"income":"refund"}"#)
    #expect(try file.stored() == ["2026-01-05 100 X", "2026-01-06 -500 Wages"])
    try file.answer(#"{"income":"leave out"}"#)
    #expect(file.summary.text == "file: 1 new, 1 left out (money in)")
    #expect(try file.allRows()[1].reason == "money coming in")

    let card = try Import.open(makeStore(), qif("D2026-01-05|T8.00|PX"), qifAnswers)
    #expect(card.asked == ["spending"])
    try card.answer(#"{"spending":"positive"}"#)
    #expect(try card.stored() == ["2026-01-05 800 X"])
    #expect(throws: ExpenseError.self) {
      try Import.open(makeStore(), text, #"{"currency":"EUR","spending":"debit"}"#)
    }
  }

  @Test("Encodings are as for any text")
  func encodings() throws {
    let text = qif("D2026-01-05|T-1.00|PCafé|LEssen:Außer Haus")
    var cp1252: [UInt8] = []
    for scalar in text.unicodeScalars { cp1252.append(UInt8(scalar.value)) }
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for (bytes, encoding) in [
      (Array(text.utf8), "utf-8"), (cp1252, "cp1252"), (utf16, "utf-16-le"),
      (mark + Array(text.utf8), "utf-8-sig"),
      (Array(text.replacing("\n", with: "\r\n").utf8), "utf-8"),
      (Array(text.replacing("\n", with: "\r").utf8), "utf-8"),
    ] {
      let file = try Import.open(
        makeStore(), bytes: bytes, options: ImportOptions(profile: qifAnswers))
      #expect(file.summary.encoding == encoding)
      let row = try #require(try file.allRows().first)
      #expect(row.expense?.name == "Café")
      #expect(row.expense?.category == "Essen:Außer Haus")
      #expect(row.line == 2)
    }
  }
}
