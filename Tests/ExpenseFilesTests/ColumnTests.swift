import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Which column is what, by its name and by what it holds")
struct ColumnTests {
  @Test(
    "Names that banks write",
    arguments: [
      ("Date,Description,Amount", "Date", "Description", "Amount"),
      (
        "TransactionDate,MerchantName,TransactionAmount", "TransactionDate", "MerchantName",
        "TransactionAmount"
      ),
      ("posting_date,payee,amount", "posting_date", "payee", "amount"),
      ("Buchungstag,Empfänger,Betrag", "Buchungstag", "Empfänger", "Betrag"),
      ("Buchungsdatum,Verwendungszweck,Umsatz", "Buchungsdatum", "Verwendungszweck", "Umsatz"),
      (
        "BUCHUNGSTAG,Name Zahlungsbeteiligter,Betrag", "BUCHUNGSTAG", "Name Zahlungsbeteiligter",
        "Betrag"
      ),
      ("Date opération,Libellé,Montant", "Date opération", "Libellé", "Montant"),
      ("Fecha,Concepto,Importe", "Fecha", "Concepto", "Importe"),
      ("Data,Descrizione,Importo", "Data", "Descrizione", "Importo"),
      ("Datum,Naam / Omschrijving,Bedrag", "Datum", "Naam / Omschrijving", "Bedrag"),
      ("Data,Descrição,Valor", "Data", "Descrição", "Valor"),
      ("Dato,Tekst,Beløb", "Dato", "Tekst", "Beløb"),
      ("Datum,Beskrivning,Belopp", "Datum", "Beskrivning", "Belopp"),
      ("Data operacji,Opis operacji,Kwota", "Data operacji", "Opis operacji", "Kwota"),
      ("Completed Date,Merchant,Amount", "Completed Date", "Merchant", "Amount"),
      ("Payment Date,Supplier Name,Net amount", "Payment Date", "Supplier Name", "Net amount"),
    ])
  func names(_ header: String, _ date: String, _ name: String, _ amount: String) throws {
    let file = try Import.open(makeStore(), header + "\n2026-01-31,Tea,1.50\n")
    #expect(file.found("columns.date") == date)
    #expect(file.found("columns.name") == name)
    #expect(file.found("columns.amount") == amount)
    #expect(file.asked == ["spending", "currency"])
  }

  @Test(
    "Where several fit it is a question with the candidates",
    arguments: [
      ("Date,Payee,Gross,Net", "2026-01-31,Tea,1.50,1.20", "columns.amount", ["Gross", "Net"]),
      (
        "Transaction date,Posting date,Payee,Amount", "2026-01-31,2026-02-01,Tea,1.50",
        "columns.date", ["Transaction date", "Posting date"]
      ),
      (
        "Date,Supplier,Merchant,Amount", "2026-01-31,A,B,1.50", "columns.name",
        ["Supplier", "Merchant"]
      ),
      ("Date,a,b,Amount", "2026-01-31,x,y,1.50", "columns.name", ["a", "b"]),
      ("Date,Payee,Amount,amount", "2026-01-31,Tea,1.50,1.50", "columns.amount", ["3", "4"]),
    ])
  func several(_ header: String, _ row: String, _ key: String, _ candidates: [String]) throws {
    let file = try Import.open(makeStore(), "\(header)\n\(row)\n", #"{"currency":"EUR"}"#)
    #expect(file.found(key) == "?")
    #expect(file.candidates(key) == candidates)
    let column = key.split(separator: ".")[1]
    try file.answer(#"{"columns":{"\#(column)":"\#(candidates[1])"},"spending":"positive"}"#)
    #expect(file.asked == [])
    #expect(file.summary.fresh == 1)
  }

  @Test("What stands beside the amount is not the amount; a value date is not the day of spending")
  func others() throws {
    let file = try Import.open(
      makeStore(),
      "Date,Value date,Payee,Amount,Fee,VAT,Balance,Category,Notes\n"
        + "2026-01-31,2026-02-02,Tea,-1.50,0.10,0.20,98.50,Food,warm\n"
        + "2026-01-31,2026-02-02,Tea,-2.50,0.10,0.20,96.00,Food,warm\n", #"{"currency":"EUR"}"#)
    #expect(file.asked == [])
    #expect(file.found("columns.date") == "Date")
    #expect(file.found("columns.amount") == "Amount")
    #expect(file.found("columns.category") == "Category")
    #expect(file.found("columns.note") == "Notes")
    #expect(file.found("columns.id") == "-")
    let rows = try file.allRows()
    #expect(rows.map { $0.expense?.note } == ["warm", "warm"])
    #expect(rows.map { $0.expense?.category } == ["Food", "Food"])
    // A profile that names what an expense needs is in charge.
    let given = try Import.open(
      makeStore(), "Date,Payee,Amount,Category\n2026-01-31,Tea,1.50,Food\n",
      #"{"columns":{"date":"Date","name":"Payee","amount":"Amount"},"currency":"EUR","spending":"positive"}"#
    )
    #expect(given.found("columns.category") == "-")
  }

  @Test("Without a header, a row that is too short at the beginning is rejected, not passed over")
  func shortFirstRow() throws {
    let file = try Import.open(
      makeStore(), "2026-01-01,-1.00\n2026-01-25,Tea,-2.00\n2026-01-26,Rent,-3.00\n",
      #"{"currency":"EUR","spending":"negative"}"#)
    #expect(try file.allRows().map(\.status) == [.rejected, .fresh, .fresh])
    #expect(try file.allRows().map(\.line) == [1, 2, 3])
  }

  @Test("Of thousands of columns the names are compared once, and not each with all others")
  func manyColumns() throws {
    let names = (0..<4_000).map { "c\($0)" }.joined(separator: ",")
    let cells = String(repeating: "2026-01-02,", count: 3_999)
    let started = ContinuousClock.now
    let file = try Import.open(makeStore(), "\(names)\n\(cells)1.00\n")
    #expect(file.found("columns.amount") == "c3999")
    #expect(file.summary.findings.first { $0.key == "columns.date" }?.candidates.count == 3_999)
    // Minutes, when each is compared with all others.
    #expect(ContinuousClock.now - started < .seconds(60))
  }

  @Test("A column whose name is a number goes by its own number")
  func numberAsName() throws {
    let profile = #"{"currency":"EUR","spending":"negative","columns":{"name":3}}"#
    let text = "Date,Amount,2,3\n2026-01-25,-1.00,Tea,Cup\n"
    let file = try Import.open(makeStore(), text, profile)
    #expect(try file.allRows().map { $0.expense?.name } == ["Tea"])
    #expect(try Import.open(makeStore(), text, file.profile).allRows() == file.allRows())
  }

  @Test("An answer moves neither the header nor the delimiter that were found")
  func answerKeepsLayout() throws {
    let text =
      "Sum,\nWhen,What,Sum,Sum too\n2026-01-25,Tea,1.00,2.00\n2026-01-26,Tea,1.00,-2.00\n"
    let file = try Import.open(
      makeStore(), text, #"{"currency":"EUR","spending":"negative","income":"refund"}"#)
    let header = file.summary.findings.first { $0.key == "header" }
    for question in file.summary.findings where question.state == .ambiguous {
      let field = question.key.split(separator: ".")
      try #require(field.count == 2, "\(question.text)")
      try file.answer(#"{"columns":{"\#(field[1])":"\#(question.candidates[0])"}}"#)
      #expect(file.summary.findings.first { $0.key == "header" } == header)
    }
    #expect(file.summary.questions.isEmpty)
  }

  @Test("Columns go by their number where there is no header, or two have the same name")
  func numbers() throws {
    let file = try Import.open(
      makeStore(), "2026-01-31,Tea,-1.50\n2026-02-01,Café,-2\n", #"{"currency":"EUR"}"#)
    #expect(file.found("header") == "[]")
    #expect(file.found("columns.date") == "1")
    #expect(file.found("columns.name") == "2")
    #expect(file.found("columns.amount") == "3")
    try file.answer(#"{"spending":"negative"}"#)
    #expect(try file.allRows().map { $0.expense?.amount } == [150, 200])
    #expect(try file.allRows().map(\.line) == [1, 2])
    let profile = file.profile
    let again = try Import.open(makeStore(), "2026-03-01,Tea,-3.50\n", profile)
    #expect(again.asked == [])
    #expect(again.summary.fresh == 1)
    // Lines before the rows are passed over as they were.
    let preamble = try Import.open(makeStore(), "My bank\n2026-03-01,Tea,-3.50\n", profile)
    #expect(try preamble.allRows().map(\.line) == [2])
    let numbered = try Import.open(
      makeStore(), "Date,Amount,Amount,Name\n2026-01-31,1.50,2.50,Tea\n",
      #"{"columns":{"amount":3},"currency":"EUR","spending":"positive"}"#)
    #expect(try numbered.allRows()[0].expense?.amount == 250)
  }

  @Test(
    "The profile to save has all that is given and certain, and reads the file without a question")
  func profile() throws {
    let text = "Date;Payee;Amount\n25/01/2026;Tea;-1,50\n26/01/2026;Shop;3,00\n"
    let file = try Import.open(makeStore(), text)
    #expect(file.asked == ["spending", "currency", "income"])
    try file.answer(#"{"spending":"negative"}"#)
    #expect(file.asked == ["currency", "income"])
    try file.answer(#"{"currency":"EUR","income":"leave out"}"#)
    #expect(
      file.profile
        == #"{"header":["Date","Payee","Amount"],"columns":{"date":"Date","name":"Payee","#
        + #""amount":"Amount"},"delimiter":";","decimal":",","date":"DMY","spending":"negative","#
        + #""income":"leave out","currency":"EUR"}"#)
    let again = try Import.open(makeStore(), text, file.profile)
    #expect(again.summary.findings.allSatisfy { $0.state == .given || $0.key == "encoding" })
    #expect(try again.allRows() == file.allRows())
    #expect(again.profile == file.profile)
    // What would be ambiguous alone is read as the profile says.
    let next = try Import.open(
      makeStore(), "Date;Payee;Amount\n03/04/2026;Tea;-3.000\n", file.profile)
    #expect(try next.allRows().map { $0.expense?.amount } == [300_000])
    #expect(try next.allRows()[0].expense?.date.description == "2026-04-03")
    let other = try #require(throws: ExpenseError.self) {
      try Import.open(makeStore(), "Day;Payee;Amount\n03/04/2026;Tea;-3.000\n", file.profile)
    }
    #expect(other.code == .format)
  }
}
