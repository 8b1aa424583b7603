import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("CSV in the dialects that banks write")
struct DialectTests {
  private let answers = #"{"currency":"EUR","spending":"positive","income":"refund"}"#

  @Test(
    "Delimiters are found",
    arguments: [
      ("Date,Payee,Amount\n2026-01-31,Tea,1.50\n", ","),
      ("Date;Payee;Amount\n2026-01-31;Tea;1,50\n", ";"),
      ("Date\tPayee\tAmount\n2026-01-31\tTea, green\t1,50\n", "\t"),
      ("Date|Payee|Amount\n2026-01-31|Tea|1.50\n", "|"),
      ("sep=;\nDate;Payee;Amount\n2026-01-31;Tea;1,50\n", ";"),
      ("\"sep=|\"\r\nDate|Payee|Amount\r\n2026-01-31|Tea|1.50\r\n", "|"),
      ("SEP=,\rDate,Payee,Amount\r2026-01-31,Tea,1.50\r", ","),
      ("\u{FEFF}sep=;\nDate;Payee;Amount\n2026-01-31;Tea;1,50\n", ";"),
      ("\"Date\";\"Payee\";\"Amount\"\n\"2026-01-31\";\"Tea; green, hot\";\"1,50\"\n", ";"),
      ("x;y;z\n01.02.2026;a;1,50\n02.02.2026;b;2,50\n", ";"),
    ])
  func delimiters(_ text: String, _ delimiter: String) throws {
    let file = try Import.open(makeStore(), text, answers)
    #expect(file.found("delimiter") == delimiter)
    #expect(file.asked == [])
    #expect(try file.allRows().first?.expense?.amount == 150)
  }

  @Test("One column has no delimiter to be found")
  func noDelimiter() throws {
    let file = try Import.open(makeStore(), "Amount\n5\n6\n")
    #expect(file.asked == ["delimiter"])
    #expect(file.candidates("delimiter") == [",", ";", "\t", "|"])
  }

  @Test(
    "Case 29: what stands before the header is passed over, and a total is rejected",
    arguments: [
      "My Bank\nAccount: DE12 3456\n\nPeriod;01.01.2026 - 31.01.2026\n",
      "\"Account statement\"\r\n\"Customer;42\"\r\n", "sep=;\nPrinted 2026-02-01\n", "",
      "\u{FEFF}\u{FEFF}",
    ])
  func preamble(_ preamble: String) throws {
    let text =
      preamble + """
        Date;Payee;Amount
        31.01.2026;Tea;1,50
        31.01.2026;Cake;2,50
        Date;Payee;Amount
        31.01.2026;Short
        31.01.2026;Long;1,00;;
        31.01.2026;Long;1,00;x
        Grand Total;;4,00

        """
    let file = try Import.open(makeStore(), text, answers)
    #expect(file.asked == [])
    let first = preamble.utf8.split(separator: 10, omittingEmptySubsequences: false).count
    #expect(file.summary.findings.first { $0.key == "header" }?.line == Int64(first))
    let rows = try file.allRows()
    #expect(rows.map(\.line) == (1...7).map { Int64(first + $0) })
    #expect(
      rows.map(\.status) == [.fresh, .fresh, .rejected, .rejected, .fresh, .rejected, .rejected])
    #expect(rows[2].reason == "the header again")
    #expect(rows[3].reason == "the row has 2 columns, the header has 3")
    #expect(rows[5].reason == "the row has 4 columns, the header has 3")
    #expect(rows[6].columnName == "Date")
    #expect(rows[6].reason == "not a date")
  }

  @Test("Lines may be skipped, and the header named")
  func skip() throws {
    let text = "Date,Payee,Amount\nnot,the,header\nWhen,Who,What\n2026-01-31,Tea,1.50\n"
    let columns = #""columns":{"date":"When","name":"Who","amount":"What"}"#
    let named = try Import.open(makeStore(), text, answers.dropLast() + "," + columns + "}")
    #expect(named.summary.text == "file: 1 new")
    let skipped = try Import.open(
      makeStore(), text,
      #"{"skip":2,"columns":{"date":1,"name":2,"amount":"3"},"currency":"EUR","spending":"positive"}"#
    )
    #expect(skipped.summary.text == "file: 1 new")
    let header = try Import.open(
      makeStore(), text, answers.dropLast() + #","header":["when","who","What"],"# + columns + "}")
    #expect(header.summary.text == "file: 1 new")
    for wrong in [#"{"skip":-1}"#, #"{"skip":1.5}"#, #"{"header":{}}"#, #"{"columns":{"date":0}}"#]
    {
      let error = try #require(throws: ExpenseError.self) {
        try Import.open(makeStore(), text, wrong)
      }
      #expect(error.code == .argument)
    }
  }

  @Test(
    "Line ends, quotes and byte-order marks",
    arguments: [
      "Date,Payee,Amount\r2026-01-31,Tea,1.50\r", "Date,Payee,Amount\r\n2026-01-31,Tea,1.50\n",
      "\u{FEFF}\"Date\",Payee,Amount\n\u{FEFF}2026-01-31,Tea,1.50",
      "\u{FEFF}\u{FEFF}Date,Payee,Amount\n\u{FEFF}\"2026-01-31\",Tea,1.50",
      "Date,Payee,Amount,,\n2026-01-31,Tea,1.50,,\n",
      "Date,Payee,Amount\n\n\n2026-01-31,Tea,1.50\n\n",
      "Date,Payee,Amount\n 2026-01-31 ,Tea,\u{A0}1.50 \n",
      "Date,Payee,Amount\n2026-01-31,Tea,1.50\u{FEFF}\n",
    ])
  func lines(_ text: String) throws {
    let file = try Import.open(makeStore(), text, answers)
    let rows = try file.allRows()
    #expect(rows.map { $0.expense?.amount } == [150])
    #expect(rows.map { $0.expense?.name } == ["Tea"])
    #expect(rows.map { $0.expense?.date.description } == ["2026-01-31"])
  }

  @Test("Quotes in the middle and line breaks inside quotes are text")
  func quotes() throws {
    let text =
      "Date,Payee,Amount\n2026-01-31,Tea \"hot\" 2\",1.50\n2026-01-31,\"a\r\nb \"\"c\"\"\",2\n"
    let file = try Import.open(makeStore(), text, answers)
    #expect(try file.allRows().map { $0.expense?.name } == ["Tea \"hot\" 2\"", "a\r\nb \"c\""])
  }

  @Test("Case 27: UTF-16 with and without a mark", arguments: [false, true], [false, true])
  func utf16(isBig: Bool, isMarked: Bool) throws {
    let text =
      (isMarked ? "\u{FEFF}" : "")
      + "Date\tPayee\tAmount\r\n2026-01-31\t\"Tea 😀\r\nÄ\"\t1.50\n"
    let bytes = text.utf16.flatMap { unit in
      isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    for encoding in ["", #""encoding":"utf-16","#] {
      let file = try Import.open(
        makeStore(), bytes: bytes,
        options: ImportOptions(profile: "{" + encoding + answers.dropFirst()))
      #expect(try file.allRows().map { $0.expense?.name } == ["Tea 😀\r\nÄ"])
      #expect(file.found("encoding").hasPrefix("utf-16"))
      #expect(file.summary.encoding.hasPrefix("utf-16"))
    }
  }

  @Test("Case 28: bytes that are not UTF-8 are CP1252, and that is reported")
  func cp1252() throws {
    let bytes =
      Array("Date,Payee,Amount\n2026-01-31,Caf".utf8) + [0xE9, 0x20, 0x80]
      + Array(",1.50\n".utf8)
    let file = try Import.open(
      makeStore(), bytes: bytes, options: ImportOptions(profile: answers))
    #expect(file.found("encoding") == "cp1252")
    #expect(try file.allRows().map { $0.expense?.name } == ["Café €"])
  }

  @Test(
    "Cases 2 to 8 without a profile of numbers: amounts of a whole file",
    arguments: [
      ("-110.7 €", -11_070, "EUR"), ("1.355,90€", 135_590, "EUR"), ("9.7", 970, "EUR"),
      ("NGN 2,300.50", 230_050, "NGN"), ("$40.00", 4_000, "USD"), ("\u{2212}12.34", -1_234, "EUR"),
      ("($30.00)", -3_000, "USD"), ("12.50-", -1_250, "EUR"), ("12.50 CR", -1_250, "EUR"),
      ("12.50 D", 1_250, "EUR"), ("1'234.50", 123_450, "EUR"), ("1 234,50", 123_450, "EUR"),
      ("12,34,567.00", 123_456_700, "EUR"), ("KRW 500000", 500_000, "KRW"),
      ("1.234 KWD", nil, ""), ("-", nil, ""), ("", nil, ""), ("12abc", nil, ""),
      ("12,34,5", nil, ""),
    ] as [(String, Int64?, String)])
  func amounts(_ cell: String, _ minor: Int64?, _ currency: String) throws {
    let text = "Date;Payee;Amount\n2026-01-31;Tea;\(cell)\n"
    let file = try Import.open(makeStore(), text, answers)
    guard cell != "1.234 KWD" else {
      #expect(file.asked == ["decimal"])
      return
    }
    let row = try file.allRows()[0]
    #expect(row.expense?.amount == minor)
    #expect(row.expense?.currency ?? "" == currency)
    if minor == nil {
      #expect(row.status == .rejected)
      #expect(row.line == 2)
      #expect(row.column == 3)
      #expect(!row.reason.isEmpty)
    }
  }
}
