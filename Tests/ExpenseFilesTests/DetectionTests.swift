import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

extension Import {
  /// The value of a finding; "?" when it is ambiguous, "-" when there is none.
  func found(_ key: String) -> String {
    guard let finding = summary.findings.first(where: { $0.key == key }) else { return "-" }
    return finding.state == .ambiguous ? "?" : finding.value
  }

  /// The keys of the open questions.
  var asked: [String] { summary.findings.filter { $0.state == .ambiguous }.map(\.key) }

  func candidates(_ key: String) -> [String] {
    summary.findings.first { $0.key == key }?.candidates ?? []
  }
}

@Suite("What a file makes certain, and what it leaves open")
struct DetectionTests {
  private func table(
    _ cells: [String], header: String = "Date;Merchant;Amount", date: String = "2026-01-01"
  ) -> String {
    header + "\n" + cells.map { "\(date);Tea;\($0)\n" }.joined()
  }

  @Test(
    "Case 1: the decimal mark, from cells that can be read in one way only",
    arguments: [
      (["-3.000"], "?"), (["3,000"], "?"), (["-3.000", "4,000"], "?"), (["-3.000", "1.5"], "."),
      (["-3.000", "1,5"], ","), (["1.234.567"], ","), (["1,234,567"], "."), (["1'000.50"], "."),
      (["0.123"], "."), (["1234.567"], "."), (["1234,567"], ","), (["12", "-13"], "-"),
      (["1.50", "1,50"], "?"), (["12,34,567"], "."), (["1 000,50"], ","), (["-110.7 €"], "."),
      (["1.355,90€"], ","), (["Fr. 5"], "-"), (["(3.000)"], "?"), (["3.000 CR"], "?"),
      (["12abc", "1.5"], "."), (["1.5x", "3.000"], "?"), (["", "-"], "-"), (["9.7"], "."),
    ])
  func decimal(_ cells: [String], _ expected: String) throws {
    let file = try Import.open(makeStore(), table(cells))
    #expect(file.found("decimal") == expected)
    if expected == "?" { #expect(file.candidates("decimal") == [".", ","]) }
  }

  @Test("Case 1: an ambiguous amount says what it may be, and an answer settles it")
  func ambiguousAmount() throws {
    let file = try Import.open(
      makeStore(), table(["-3.000"]), #"{"spending":"negative","currency":"EUR"}"#)
    #expect(
      file.summary.questions
        == [#"decimal: "." or ",": line 2, Amount, "-3.000" may be -3 or -3000"#])
    #expect(throws: ExpenseError.self) { try file.commit() }
    try file.answer(#"{"decimal":","}"#)
    #expect(file.summary.questions.isEmpty)
    #expect(try file.allRows().map { $0.expense?.amount } == [300_000])
    try file.answer(#"{"decimal":"."}"#)
    #expect(try file.allRows().map { $0.expense?.amount } == [300])
    #expect(throws: ExpenseError.self) { try file.answer(#"{"decimal":"x"}"#) }
    #expect(try file.allRows().map { $0.expense?.amount } == [300])
    _ = try file.commit()
    #expect(throws: ExpenseError.self) { try file.answer(#"{"decimal":","}"#) }
  }

  @Test("Case 9: three digits are a group where the currency has none behind the point")
  func withoutDigits() throws {
    for (cell, currency, expected) in [
      ("1,000", "JPY", "."), ("1.000", "KRW", ","), ("1,000", "USD", "?"), ("1.234", "KWD", "?"),
    ] {
      let file = try Import.open(makeStore(), table([cell]), #"{"currency":"\#(currency)"}"#)
      #expect(file.found("decimal") == expected, "\(cell) \(currency)")
    }
    #expect(try Import.open(makeStore(), table(["¥1,000"])).found("currency") == "?")
    #expect(try Import.open(makeStore(), table(["₩1,000"])).found("decimal") == ".")
  }

  @Test(
    "Case 21: the order of dates",
    arguments: [
      (["03/04/2026", "25/04/2026"], "DMY"), (["03/04/2026", "04/25/2026"], "MDY"),
      (["03/04/2026", "05/06/2026"], "?"), (["25/04/2026", "04/25/2026"], "?"),
      (["2026-04-03"], "YMD"), (["20260403"], "YMD"), (["2023.02.28."], "YMD"),
      (["03.04.2026"], "DMY"), (["3.4.26"], "DMY"), (["05/05/2026"], "-"), (["3 Apr 2026"], "-"),
      (["03-04-2026"], "?"), (["13-04-2026"], "DMY"), (["03/04/26"], "?"), (["25/04/26"], "DMY"),
      (["01-JAN-20"], "DMY?"), (["03/04/2026", "31/02/2026"], "?"), (["today"], "-"),
      (["2011-05"], "-"), (["2026-04-03T10:00:00Z"], "YMD"), (["03/04/2026 10:00"], "?"),
      (["03/04/2026", "today", "25/04/2026"], "DMY"), (["26-04-25"], "?"),
    ])
  func dates(_ dates: [String], _ expected: String) throws {
    let text = "Date,Merchant,Amount\n" + dates.map { "\($0),Tea,1.50\n" }.joined()
    let file = try Import.open(makeStore(), text)
    #expect(file.found("date") == (expected == "DMY?" ? "?" : expected))
  }

  @Test("An ambiguous date says which days it may be")
  func ambiguousDate() throws {
    let file = try Import.open(makeStore(), "Date,Merchant,Spend\n03/04/2026,Tea,€1.50\n")
    #expect(
      file.summary.questions
        == [#"date: "DMY" or "MDY": line 2, Date, "03/04/2026" may be 2026-04-03 or 2026-03-04"#])
    #expect(file.candidates("date") == ["DMY", "MDY"])
    try file.answer(#"{"date":"MDY"}"#)
    #expect(try file.allRows()[0].expense?.date.description == "2026-03-04")
  }

  @Test(
    "The sign rule",
    arguments: [
      ("Amount", ["5.00", "-3.00"], "?"), ("Amount", ["5.00"], "?"),
      ("Spend", ["5.00"], "positive"),
      ("Expenditure", ["5.00", "6.00", "-3.00"], "positive"), ("Ausgaben", ["-5.00"], "negative"),
      ("Spend", ["5.00", "-3.00"], "?"), ("DEBIT", ["5.00"], "positive"),
      ("paid out", ["5.00"], "positive"), ("Amount", ["5.00", "3.00 CR"], "positive"),
      ("Amount", ["5.00", "3.00 D"], "negative"), ("Amount", ["5.00 D", "3.00 C"], "-"),
      ("Amount", ["0.00"], "-"), ("Amount", ["x"], "-"),
    ])
  func spending(_ header: String, _ cells: [String], _ expected: String) throws {
    let text = table(cells, header: "Date;Merchant;\(header)")
    #expect(try Import.open(makeStore(), text).found("spending") == expected)
  }

  @Test(
    "Case 30: debits and credits in columns of their own",
    arguments: [
      ("Debit", "Credit", "5.00", "3.00", "?"), ("DEBIT", "credit", "5.00", "3.00", "?"),
      ("Soll", "Haben", "5,00", "3,00", "?"), ("Paid out", "Paid in", "5.00", "3.00", "debit"),
      ("Money Out", "Money In", "5.00", "3.00", "debit"),
      ("Withdrawals", "Deposits", "5.00", "3.00", "debit"),
      ("Ausgaben", "Einnahmen", "5.00", "3.00", "debit"),
      ("Débit", "Crédit", "-5,00", "3,00", "negative"), ("Af", "Bij", "5,00", "3,00", "?"),
    ])
  func sides(
    _ debit: String, _ credit: String, _ out: String, _ into: String, _ expected: String
  ) throws {
    let text = """
      Date;Merchant;\(debit);\(credit)
      2026-01-01;Tea;\(out);
      2026-01-02;Shop;;\(into)
      2026-01-03;Both;\(out);\(into)
      2026-01-04;Zero;\(out);0

      """
    let file = try Import.open(makeStore(), text, #"{"currency":"EUR","income":"refund"}"#)
    #expect(file.found("columns.debit") == debit)
    #expect(file.found("columns.credit") == credit)
    #expect(file.found("spending") == expected)
    if expected == "?" {
      #expect(file.candidates("spending") == ["debit", "credit"])
      try file.answer(#"{"spending":"debit"}"#)
    }
    let rows = try file.allRows()
    #expect(rows.map { $0.expense?.amount } == [500, -300, nil, 500])
    #expect(rows[2].reason.contains("both a debit and a credit"))
    if expected == "?" {
      try file.answer(#"{"spending":"credit"}"#)
      #expect(try file.allRows().map { $0.expense?.amount } == [-500, 300, nil, -500])
    }
  }

  @Test(
    "A column with marks for debit and credit",
    arguments: [
      ("D/C", "D", "C"), ("Debit/Credit", "Debit", "Credit"), ("Af Bij", "Af", "Bij"),
      ("Soll/Haben", "S", "H"), ("Type", "DR", "CR"), ("Transaction Type", "DEBIT", "CREDIT"),
      ("Indicator", "DBIT", "CRDT"), ("Sign", "-", "+"),
    ])
  func flags(_ header: String, _ out: String, _ into: String) throws {
    let text =
      "Date,Merchant,Amount,\(header)\n2026-01-01,Tea,5.00,\(out)\n2026-01-01,Shop,3.00,\(into)\n"
    let file = try Import.open(makeStore(), text, #"{"currency":"EUR","income":"refund"}"#)
    #expect(file.asked == [])
    #expect(file.found("spending") == "debit")
    #expect(try file.allRows().map { $0.expense?.amount } == [500, -300])
  }

  @Test("Marks that are not known are asked for; a sign that goes with the mark is enough")
  func otherFlags() throws {
    let text = "Date,Merchant,Amount,Kind\n2026-01-01,Tea,5.00,X1\n2026-01-01,Shop,3.00,X2\n"
    let file = try Import.open(
      makeStore(), text, #"{"currency":"EUR","income":"refund","columns":{"flag":"Kind"}}"#)
    #expect(file.asked == ["spendingMark"])
    #expect(file.candidates("spendingMark") == ["X1", "X2"])
    try file.answer(#"{"spendingMark":"X2"}"#)
    #expect(try file.allRows().map { $0.expense?.amount } == [-500, 300])
    let signed = "Date,Merchant,Amount,D/C\n2026-01-01,Tea,-5.00,D\n2026-01-01,Shop,3.00,C\n"
    let second = try Import.open(makeStore(), signed, #"{"currency":"EUR","income":"refund"}"#)
    #expect(second.found("spending") == "negative")
    #expect(try second.allRows().map { $0.expense?.amount } == [500, -300])
  }

  @Test("A balance settles the sign rule in either order of the rows; a misfit is a remark")
  func balance() throws {
    let rows = [
      "2026-01-01,A,-5.00,95.00", "2026-01-02,B,-10.00,85.00", "2026-01-03,C,20.00,105.00",
    ]
    for order in [rows, rows.reversed()] {
      let text = "Date,Merchant,Amount,Balance\n" + order.joined(separator: "\n")
      let file = try Import.open(makeStore(), text, #"{"currency":"EUR","income":"refund"}"#)
      #expect(file.found("spending") == "negative")
      #expect(file.asked == [])
    }
    let many = (1...9).map { "2026-01-0\($0),A,-1.00,\(100 - $0).00" }
    let broken = many.map { $0.hasSuffix("-1.00,95.00") ? "2026-01-05,A,-1.00,95.50" : $0 }
    let text = "Date,Merchant,Amount,Balance\n" + broken.joined(separator: "\n")
    let open = try Import.open(makeStore(), text, #"{"currency":"EUR"}"#)
    #expect(open.asked == ["spending"])
    try open.answer(#"{"spending":"negative"}"#)
    let read = try open.allRows()
    #expect(read.allSatisfy { $0.status == .fresh })
    #expect(read.filter { $0.reason.contains("balance") }.map(\.line) == [6, 7])
  }

  @Test(
    "Cases 2 and 5: the currency",
    arguments: [
      ("Amount", ["-110.7 €"], "EUR"), ("Amount", ["$40.00"], "USD"),
      ("Amount (EUR)", ["5"], "EUR"),
      ("Betrag in CHF", ["5"], "CHF"), ("Amount GBP", ["5"], "GBP"), ("Amount (£)", ["5"], "GBP"),
      ("EUR amount", ["5"], "EUR"), ("Amount", ["5"], "?"), ("Amount", ["5", "€5"], "?"),
      ("Amount", ["NGN 2,300.50", "$40.00"], "-"), ("Amount", ["¥5"], "?"),
      ("Amount", ["5 kr"], "?"),
      ("Amount (net of VAT)", ["5"], "?"), ("Amount", ["HK$5"], "HKD"), ("Amount", ["12abc"], "-"),
    ])
  func currency(_ header: String, _ cells: [String], _ expected: String) throws {
    let text = table(cells, header: "Date;Merchant;\(header)")
    let file = try Import.open(makeStore(), text, #"{"spending":"positive"}"#)
    #expect(file.found("currency") == expected)
  }

  @Test("The store's currency is likely, never taken silently")
  func likelyCurrency() throws {
    let file = try Import.open(makeStore("SEK"), table(["5"]))
    #expect(file.candidates("currency") == ["SEK"])
    #expect(
      try Import.open(makeStore("SEK"), table(["€5", "5"])).candidates("currency")
        == ["EUR", "SEK"])
    #expect(
      try Import.open(makeStore(), table(["5 kr"])).candidates("currency")
        == ["SEK", "NOK", "DKK", "ISK"])
    let column = "Date;Merchant;Amount;Currency\n2026-01-01;Tea;5;USD\n2026-01-01;Tea;5;jpy\n"
    let named = try Import.open(makeStore(), column, #"{"spending":"positive"}"#)
    #expect(named.asked == [])
    #expect(try named.allRows().map { $0.expense?.currency } == ["USD", "JPY"])
    let differing = "Date;Merchant;Spend;Currency\n2026-01-01;Tea;€5;USD\n"
    #expect(
      try Import.open(makeStore(), differing).allRows()[0].reason.contains("another currency"))
  }

  @Test("Money coming in is a question only where there is some")
  func income() throws {
    #expect(
      try Import.open(makeStore(), table(["€5.00"], header: "Date;Merchant;Spend")).asked == [])
    let both = table(["€5.00", "€6.00", "€-1.00"], header: "Date;Merchant;Spend")
    #expect(try Import.open(makeStore(), both).asked == ["income"])
    #expect(
      try Import.open(makeStore(), table(["€5.00", "-€6.00"])).asked == ["spending", "income"])
    #expect(try Import.open(makeStore(), table(["€5.00"])).asked == ["spending"])
  }
}
