import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

/// Exports in the shapes that banks write, without a profile: nothing is certain but what the file
/// says.
@Suite("Files of banks as they are")
struct BankFilesTests {
  private static let found = ["date", "name", "amount", "debit", "credit", "flag", "currency"]

  /// What became of the columns, then of the keys: `date=Datum amount=? decimal=, date=DMY`.
  private func told(_ text: String) throws -> String {
    let file = try Import.open(makeStore(), text)
    let columns = Self.found.map { ($0, file.found("columns.\($0)")) }
    let keys = ["decimal", "date", "spending"].map { ($0, file.found($0)) }
    return (columns + keys).filter { $0.1 != "-" }.map { "\($0)=\($1)" }.joined(separator: "; ")
  }

  @Test(
    "What is told of them",
    arguments: [
      // Every row has a blank more than the header: Chase, NatWest and others end rows with a comma.
      (
        """
        Details,Posting Date,Description,Amount,Type,Balance
        DEBIT,02/29/2024,"WHOLE FOODS",-12.34,DEBIT_CARD,987.66,
        CREDIT,02/28/2024,"PAYROLL",500.00,ACH_CREDIT,1000.00,
        DEBIT,02/27/2024,"CHECK 101",-50.00,CHECK_PAID,500.00,
        """,
        "date=Posting Date; name=Description; amount=Amount; decimal=.; date=MDY; spending=negative"
      ),
      (
        "Date,Name,Amount\n01/02/2024,Tea,\"-3,000\",\n02/02/2024,Tea,\"-4,000\",,\n",
        "date=Date; name=Name; amount=Amount; decimal=?; date=?; spending=?"
      ),
      // A table of sums stands before the one of payments: Bank of America, mBank.
      (
        """
        Description,,Summary Amt.
        Beginning balance as of 02/01/2024,,"1,000.00"
        Total debits,,"-62.34"

        Date,Description,Amount,Running Bal.
        02/15/2024,"TRADER JOE'S","-12.34","987.66"
        02/20/2024,"Check 101","-50.00","937.66"
        """,
        "date=Date; name=Description; amount=Amount; decimal=.; date=MDY; spending=negative"
      ),
      (
        """
        #Waluta;#Wpływy;#Wydatki;
        PLN;1000,00;-62,34;

        #Data operacji;#Opis operacji;#Rachunek;#Kwota;
        2024-02-29;"BIEDRONKA";"eKonto";-12,34 PLN;;
        2024-02-28;"PRZELEW";"eKonto";1 000,00 PLN;;
        """,
        "date=#Data operacji; name=#Opis operacji; amount=#Kwota; decimal=,; date=YMD; spending=?"
      ),
      // The day that interest counts from is none of spending: Swedbank.
      (
        """
        Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Beskrivning,Belopp
        SEK,2024-02-29,2024-02-28,2024-02-29,Kortköp,-123.45
        """,
        "date=?; name=Beskrivning; amount=Belopp; currency=Valuta; decimal=.; date=YMD; spending=?"
      ),
      (
        "Päev,Value Date,Text,Amount\n2024-02-29,2024-03-01,Tea,-1.50\n",
        "date=?; name=Text; amount=Amount; decimal=.; date=YMD; spending=?"
      ),
      (
        """
        "Dato";"Tekst";"Rentedato";"Ut fra konto";"Inn på konto"
        "29.02.2024";"Rema 1000";"29.02.2024";"123,45";""
        """,
        "date=Dato; name=Tekst; debit=Ut fra konto; credit=Inn på konto; decimal=,; date=DMY; "
          + "spending=debit"
      ),
      // The currency in words: Crédit Agricole.
      (
        """
        Date;Libellé;Débit euros;Crédit euros;
        29/02/2024;CARREFOUR;12,34;;
        28/02/2024;VIR;;1 000,00;
        """,
        "date=Date; name=Libellé; debit=Débit euros; credit=Crédit euros; decimal=,; date=DMY; "
          + "spending=?"
      ),
      // Two columns of currencies are one question, not two: ING, Santander.
      (
        "Fecha;Concepto;Importe;Divisa;Saldo;Divisa\n29/02/2024;Compra;-12,34;EUR;1.234,56;EUR\n",
        "date=Fecha; name=Concepto; amount=Importe; currency=?; decimal=,; date=DMY; spending=?"
      ),
      // A fee is not the amount because the amount's name is not known.
      (
        "Date,Text,Fee,Kokku\n25.02.2024,Tea,0.50,-12.00\n",
        "date=Date; name=Text; amount=?; decimal=.; date=DMY; spending=?"
      ),
      // The balance of a card may be what is owed: it rises with each payment.
      (
        "Date,Name,Amount,Balance\n29/02/2024,Tea,12.50,112.50\n28/02/2024,Tea,10.00,100.00\n",
        "date=Date; name=Name; amount=Amount; decimal=.; date=DMY; spending=?"
      ),
      (
        "Date,Name,Debit,Credit,Balance\n28/02/2024,Tea,10.00,,10.00\n29/02/2024,Tea,12.50,,22.50\n",
        "date=Date; name=Name; debit=Debit; credit=Credit; decimal=.; date=DMY; spending=?"
      ),
      (
        "Date,Name,Currency,Gross,Balance Impact\n02/28/2024,Tea,USD,-12.34,Debit\n",
        "date=Date; name=Name; amount=Gross; flag=Balance Impact; currency=Currency; decimal=.; "
          + "date=MDY; spending=negative"
      ),
    ])
  func told(_ text: String, _ expected: String) throws {
    #expect(try told(text) == expected)
    let file = try Import.open(makeStore(), text)
    if file.asked.contains("columns.currency") { #expect(!file.asked.contains("currency")) }
    // A question never comes from a file that has no payment in it, nor is a payment lost.
    #expect(file.summary.rejected == 0)
  }

  @Test("Debits with a minus sign in their own column go with the balance: UBS")
  func signedDebits() throws {
    var text = "Date;Text;Belastung;Gutschrift;Saldo\n"
    for day in 10...19 { text += "\(day).03.2024;in;;100.00;\(day)00.00\n" }
    text += "20.03.2024;out;-50.00;;1850.00\n21.03.2024;in;;100.00;1950.00\n"
    text += "22.03.2024;odd;;100.00;1.00\n"
    let file = try Import.open(
      makeStore(), text, #"{"income":"refund","currency":"CHF"}"#)
    #expect(file.found("spending") == "negative")
    let remarked = try file.allRows().filter { !$0.reason.isEmpty }
    #expect(remarked.map(\.expense?.name) == ["odd"])
    #expect(try file.allRows()[10].expense?.amount == 5_000)
  }

  @Test("Credits with a minus sign in their own column are no spending: Citi")
  func signedCredits() throws {
    let text = """
      Status,Date,Description,Debit,Credit,Balance
      Cleared,02/26/2024,COSTCO,12.34,,512.34
      Cleared,02/27/2024,PAYMENT,,-500.00,12.34
      Cleared,02/28/2024,TEA,2.00,,14.34
      """
    let file = try Import.open(makeStore(), text, #"{"income":"refund","currency":"USD"}"#)
    #expect(file.found("spending") == "positive")
    #expect(try file.allRows().map { $0.expense?.amount } == [1_234, -50_000, 200])
    #expect(try file.allRows().allSatisfy { $0.reason.isEmpty })
  }

  @Test("A mark that is not known, beside those that are, is a fault of its row")
  func unknownMark() throws {
    let text = """
      Date,Name,Amount,Dr/Cr
      2024-02-01,Tea,1.50,Dr
      2024-02-02,Refund,2.50,Cr
      2024-02-03,Odd,3.50,XX
      """
    let file = try Import.open(makeStore(), text, #"{"income":"refund","currency":"EUR"}"#)
    #expect(file.asked.isEmpty)
    let rows = try file.allRows()
    #expect(rows.map { $0.expense?.amount } == [150, -250, nil])
    #expect(rows[2].column == 4 && rows[2].cell == "XX" && !rows[2].reason.isEmpty)
  }

  @Test("A text that is surely in neither encoding is asked for, not stored as other letters")
  func foreignEncoding() throws {
    // "日付" and "カード" in Shift_JIS.
    let bytes =
      Array("Date,Name,Amount\n2024-02-29,".utf8) + [
        0x93, 0xFA, 0x95, 0x74, 0x83, 0x4A, 0x81, 0x5B,
      ]
      + Array(",1.50\n".utf8)
    let answers = #"{"spending":"positive","currency":"EUR"}"#
    let file = try Import.open(
      makeStore(), bytes: bytes, options: ImportOptions(profile: answers))
    #expect(file.asked == ["encoding"])
    #expect(file.candidates("encoding") == ["cp1252", "latin-1"])
    #expect(file.summary.questionText.contains("byte 0x81 in line 2;"))
    #expect(throws: ExpenseError.self) { try file.commit() }
    try file.answer(#"{"encoding":"cp1252"}"#)
    #expect(file.asked.isEmpty)
    #expect(try file.allRows().map(\.status) == [.fresh])
  }

  @Test(
    "A number that is no column is an error, whatever it is",
    arguments: ["0", "4", "-1", "\(Int.min)", "\(Int.max)", "99999999999999999999"])
  func numbers(_ number: String) throws {
    for profile in [
      #"{"columns":{"amount":"\#(number)"}}"#,
      #"{"header":["Date","Name","Amount"],"columns":{"amount":"\#(number)"}}"#,
      #"{"header":[],"columns":{"amount":"\#(number)"}}"#,
    ] {
      #expect(throws: ExpenseError.self) {
        try Import.open(makeStore(), "Date,Name,Amount\n2024-02-29,Tea,1.50\n", profile)
      }
    }
  }

  @Test("A first row that breaks a limit is told as that, and an unknown key as one")
  func messages() throws {
    func message(_ text: String, _ profile: String = "") throws -> String {
      let error = #expect(throws: ExpenseError.self) {
        try Import.open(makeStore(), text, profile)
      }
      return try #require(error).message
    }
    let wide = String(repeating: "a,", count: 5_000) + "\n"
    #expect(try message(wide, #"{"delimiter":","}"#).contains("more than 4096 columns"))
    #expect(try message(wide).contains("more than 4096 columns"))
    #expect(try message("a,b\n", #"{"colums":{}}"#) == #"the profile: unknown key "colums""#)
  }
}
