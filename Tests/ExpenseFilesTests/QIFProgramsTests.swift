import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("QIF files in the shapes that programs write")
struct QIFProgramsTests {
  private func rows(_ text: String, _ profile: String = qifAnswers) throws -> [ImportRow] {
    let file = try Import.open(makeStore(), text, profile)
    #expect(file.asked.isEmpty, "\(file.summary.questionText)")
    return try file.allRows()
  }

  @Test("Quicken: days with blanks, T and U, the list of accounts first, transfers on both sides")
  func quicken() throws {
    let rows = try rows(
      """
      !Type:Tag
      NHoliday
      ^
      !Type:Cat
      NAuto:Fuel
      DAuto Fuel
      E
      ^
      !Option:AutoSwitch
      !Account
      NChecking
      TBank
      ^
      NVisa
      L5,000.00
      TCCard
      ^
      !Clear:AutoSwitch
      !Option:AutoSwitch
      !Account
      NChecking
      TBank
      ^
      !Type:Bank\u{20}
      D1/31'19
      U0.00
      T0.00
      CX
      POpening Balance
      L[Checking]
      ^
      D2/ 4'19
      U-1,250.00
      T-1,250.00
      CX
      NEFT
      PLandlord
      LRent/Holiday:Home
      ^
      D2/25'19
      U-300.00
      T-300.00
      PPay card
      L[Visa]
      ^
      !Account
      NVisa
      TCCard
      ^
      !Type:CCard\u{20}
      D2/25'19
      U300.00
      T300.00
      PPay card
      L[Checking]
      ^
      !Type:Class
      NHoliday
      ^
      NHome
      ^

      """)
    #expect(rows.map(\.status) == [.leftOut, .fresh, .leftOut, .leftOut])
    #expect(rows[0].reason == "the opening balance")
    #expect(rows[3].reason == "a transfer to \"Checking\"")
    let rent = try #require(rows[1].expense)
    #expect(rent.amount == 125_000)
    #expect(rent.category == "Rent")
    #expect(rent.tags == ["Holiday", "Home"])
    #expect(rent.account == "Checking")
    #expect(rent.extra == #"{"C":"X","N":"EFT"}"#)
    #expect(rent.date.description == "2019-02-04")
  }

  @Test("Skrooge: dates of ISO 8601, amounts without zeros, empty letters")
  func skrooge() throws {
    let rows = try rows(
      "!Type:Cat\nNFood:Bread\nE\n^\nNWork\nI\n^\n!Account\nNBank\nTBank\nD\n^\n!Type:Bank\n"
        + "D2026-01-05\nT-12.5\nPBäckerei \"Süß\"\nMnote\nCR\nLFood:Bread\n^\n"
        + "D2026-01-16\nT-100\nPMarkt\nC\nSFood\n$-60\nSHome\n$-40\n^\n")
    #expect(rows.compactMap(\.expense?.amount) == [1_250, 6_000, 4_000])
    #expect(rows.compactMap(\.expense?.account) == ["Bank", "Bank", "Bank"])
    #expect(rows.map(\.expense?.extra) == [#"{"C":"R"}"#, "", ""])
  }

  @Test("Perl's Finance::QIF: the fields in another order, empty lines of an address")
  func perl() throws {
    let rows = try rows(
      "!Account\nNVisa\nTCCard\n^\n!Type:CCard\nPGrocer\nN12\nD3/ 4'26\nCX\nMweekly\nT-1,012.50\n"
        + "LFood\nSFood\nEbread\n$-12.50\nSHome\nEsoap\n$-1,000.00\n^\n"
        + "T-5.00\nD3/25'26\nPTea\nA1 Main\nATown\nA\nA\nA\nA\n^\n")
    #expect(rows.compactMap(\.expense?.note) == ["bread", "soap", ""])
    #expect(rows.last?.expense?.extra == #"{"A":"1 Main\nTown"}"#)
    #expect(rows.last?.expense?.date.description == "2026-03-25")
  }

  @Test("csv2ofx: accounts by name, no payee, years of four digits")
  func csv2ofx() throws {
    let rows = try rows(
      "!Account\nNCash\nTCash\n^\n!Type:Cash\nD03/26/2026\nT25.00\n^\n!Account\nNVisa\nTCCard\n^\n"
        + "!Type:CCard\nD03/04/2026\nMweekly\nT-12.50\n^\n")
    #expect(rows.map(\.status) == [.leftOut, .fresh])
    #expect(rows[1].expense?.name == "weekly")
  }

  @Test("Microsoft Money: CP1252, translated, the account in the opening balance")
  func money() throws {
    let text =
      "!Type:Banque\nD01/02'2018\nT2,29\nCX\nPSolde initial\nL[Compte chèques]\n^\n"
      + "D13/02'2018\nT-1 350,00\nPFemme de ménage\nLLogement\n^\n"
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars { bytes.append(UInt8(scalar.value)) }
    let file = try Import.open(
      makeStore(), bytes: bytes, options: ImportOptions(profile: qifAnswers))
    #expect(file.asked.isEmpty)
    let rows = try file.allRows()
    #expect(rows[0].reason == "the opening balance")
    #expect(rows[1].expense?.account == "Compte chèques")
    #expect(rows[1].expense?.amount == 135_000)
    #expect(rows[1].expense?.date.description == "2018-02-13")
  }

  @Test("KMyMoney and GnuCash's mobile app: escaped line breaks stay, splits without a whole")
  func others() throws {
    let rows = try rows(
      "!Account\nNLiabilities:Visa\n^\n!Type:Oth L\nD2025/2/25\nPClinic\nM\nSExpenses:Medical\n"
        + "$-5.00\n^\n!Type:Bank\nD2025-02-26\nT-4.00\nPShop\nMone\\ntwo\nLFood\n^\n")
    #expect(rows.compactMap(\.expense?.amount) == [500, 400])
    #expect(rows[1].expense?.note == "one\\ntwo")
  }

  @Test("Money Manager Ex: the memo before the amount, the first part's category above the parts")
  func moneyManager() throws {
    let rows = try rows(
      "!Type:Bank\nD30/12'2022\nMAll\nT-1000.00\nPShop\nLX:A\nSX:A\nEOne\n$-800.00\nSX:B\n$-150.00\n"
        + "SX:C\nEThree\n$-50.00\n^\n")
    #expect(rows.compactMap(\.expense?.amount) == [80_000, 15_000, 5_000])
    #expect(rows.compactMap(\.expense?.note) == ["One", "All", "Three"])
  }

  @Test("ofx2qif: the days of balances in the list of accounts say the order of all dates")
  func balances() throws {
    let account = "!Account\nNGiro\nTBank\n/31/3/2026\n$100.00\n^\n"
    let record = "!Type:Bank\nD2/3/2026\nT-1.00\nPShop\n^\n"
    let file = try Import.open(makeStore(), account + record, #"{"currency":"EUR"}"#)
    #expect(file.summary.questions.isEmpty)
    #expect(file.summary.findings.first { $0.key == "date" }?.line == 4)
    #expect(try file.allRows().first?.expense?.date.description == "2026-03-02")
    let open = try Import.open(
      makeStore(), account.replacing("31/3", with: "1/3") + record, #"{"currency":"EUR"}"#)
    #expect(open.summary.questions.map { $0.prefix(5) } == ["date:"])
    let mixed = try Import.open(
      makeStore(), account + record.replacing("2/3", with: "3/25"), #"{"currency":"EUR"}"#)
    #expect(mixed.summary.questions.count == 1)
  }

  @Test("HomeBank: \"(null)\" for a memo that is not there, empty lines")
  func homebank() throws {
    let rows = try rows(
      "!Account\nNVisa\nTCCard\n^\n!Type:CCard\nD2026-03-06\nT-100.00\nC\nPMarket\nM(null)\nL\n"
        + "SFood\nEbread\n$-60.00\nSHome\nE(null)\n$-40.00\n^\nD2026-03-07\nT-1.00\nP\nM(null)\nL\n^\n"
    )
    #expect(rows.compactMap(\.expense?.note) == ["bread", "", ""])
    #expect(rows.compactMap(\.expense?.extra) == ["", "", ""])
    #expect(rows.last?.expense?.name == "(no name)")
  }

  @Test(
    "An amount that ends in its decimal mark", arguments: ["-5.", "-5,", "-5. ", "-1,005.", "-5.."])
  func wholeAmounts(_ amount: String) throws {
    let file = try Import.open(
      makeStore(), "!Type:Bank\nD2026-03-07\nT-0.50\nPx\n^\nD2026-03-07\nT\(amount)\nPx\n^\n",
      qifAnswers)
    let row = try file.allRows()[1]
    let right: Int64? = amount == "-5.." ? nil : amount == "-1,005." ? 100_500 : 500
    #expect(row.expense?.amount == right)
  }
}
