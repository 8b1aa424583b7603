import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Accounts, transfers and classes of QIF files")
struct QIFAccountTests {
  private let coffee = "D2026-01-05\nT-2.40\nPCoffee\n^\n"

  private func accounts(_ text: String, account: String = "") throws -> [String] {
    try Import.open(makeStore(), text, qifAnswers, account: account).allRows()
      .compactMap(\.expense?.account)
  }

  @Test("The account is that of the block before the transactions")
  func blocks() throws {
    let block = "!Account\nNVisa\nTCCard\n^\n!Type:CCard\n" + coffee
    #expect(try accounts(block) == ["Visa"])
    #expect(
      try accounts(block + "!Account\nN Cash \nTCash\n^\n!Type:Cash\n" + coffee) == [
        "Visa", "Cash",
      ])
    #expect(try accounts("!Type:Bank\n" + coffee) == [""])
    // What the caller says goes over it.
    #expect(try accounts(block, account: "Card") == ["Card"])
    // The header's case and blanks do not matter, and translated ones are registers too.
    #expect(try accounts("!ACCOUNT\nNVisa\n^\n!type:bank \n" + coffee) == ["Visa"])
    #expect(try accounts("!Account\nNVisa\n^\n!Type:Banque\n" + coffee) == ["Visa"])
  }

  @Test("A list of accounts is not whose transactions follow")
  func lists() throws {
    let list = "!Option:AutoSwitch\n!Account\nNOne\nTBank\n^\nNTwo\nTBank\n^\n"
    #expect(try accounts(list + "!Type:Bank\n" + coffee) == [""])
    let quicken =
      list + "!Clear:AutoSwitch\n!Option:AutoSwitch\n!Account\nNTwo\nTBank\n^\n!Type:Bank \n"
      + coffee
    #expect(try accounts(quicken) == ["Two"])
    let single = "!Option:AutoSwitch\n!Account\nNOne\n^\n!Clear:AutoSwitch\n!Type:Bank\n" + coffee
    #expect(try accounts(single) == [""])
  }

  @Test("Lists are no transactions, those of an investment account are rejected")
  func others() throws {
    let text =
      "!Type:Cat\nNFood\nDWhat one eats\nE\nB1.00\n^\n!Type:Class\nNTrip\n^\n"
      + "!Type:Memorized\nKP\nT-9.00\nPRent\n^\n!Type:Security\nNFund\nSF\n^\n"
      + "!Type:Prices\n\"F\",50 1/2,\"6/30/98\"\n^\n!Type:Invst\nD1/1'26\nNBuy\nYFund\n^\n"
      + "!Type:Bank\n" + coffee
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(try file.stored() == ["2026-01-05 240 Coffee"])
    #expect(
      try file.firstFault == "23  \"\" a transaction of an investment account is no payment")
    #expect(file.summary.rows == 2)
  }

  @Test("Transfers are left out and told, or kept with the account as their category")
  func transfers() throws {
    let text = qif("D2026-01-05|T-50.00|PTo savings|L[Savings]", "D2026-01-05|T-1.00|PX|LFood")
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(file.summary.text == "file: 1 new, 1 left out (transfer)")
    let finding = try #require(file.summary.findings.first { $0.key == "transfers" })
    #expect(finding.state == .certain)
    #expect(
      finding.text
        == "transfers: \"leave out\": 1 row is a transfer between accounts, line 5, L, \"[Savings]\""
    )
    #expect(try file.allRows()[0].reason == "a transfer to \"Savings\"")
    try file.setRow(0, .fresh)
    #expect(try file.stored().count == 2)
    try file.answer(#"{"transfers":"keep"}"#)
    #expect(file.summary.text == "file: 2 new")
    #expect(try file.allRows()[0].expense?.category == "Savings")
    #expect(file.profile.contains(#""transfers":"keep""#))
  }

  @Test("A file with nothing but transfers is asked about: some programs write categories so")
  func onlyTransfers() throws {
    let text = qif(
      "D2026-01-05|T-5.00|PShop|L[Expenses:Food]", "D2026-01-06|T-1.00|PX|L[Expenses:Fun]")
    let file = try Import.open(makeStore(), text, qifAnswers)
    #expect(file.asked == ["transfers"])
    try file.answer(#"{"transfers":"keep"}"#)
    #expect(
      try file.allRows().compactMap(\.expense?.category) == [#"Expenses\:Food"#, #"Expenses\:Fun"#])
  }

  @Test(
    "An opening balance names the account and is no expense",
    arguments: ["Opening Balance", "Solde initial"])
  func opening(_ payee: String) throws {
    let text = qif(
      "D28.02'2009|T-2.29|CX|P\(payee)|L[Compte courant]",
      "D28.02'2009|T-1.00|PVirement|L[Patrick]",
      "D01.01'2018|T-7.00|PRestaurant|LAlimentation:Restaurant")
    for keep in ["leave out", "keep"] {
      let file = try Import.open(
        makeStore(), text, #"{"currency":"EUR","income":"refund","transfers":"\#(keep)"}"#)
      let rows = try file.allRows()
      #expect(rows[0].status == .leftOut)
      #expect(rows[0].reason == "the opening balance")
      #expect(rows[1].status == (keep == "keep" ? .fresh : .leftOut))
      #expect(rows[2].expense?.account == "Compte courant")
      #expect(rows[2].expense?.category == "Alimentation:Restaurant")
    }
  }

  @Test("A class is a tag where the file has a list of them, else it is asked for")
  func classes() throws {
    let text = qif("D2026-01-05|T-1.00|PX|LFood:Out/Trip:2026", "D2026-01-05|T-2.00|PY|L/Trip")
    let open = try Import.open(makeStore(), text, qifAnswers)
    #expect(open.asked == ["classes"])
    try open.answer(#"{"classes":"tags"}"#)
    #expect(try open.allRows().compactMap(\.expense?.category) == ["Food:Out", ""])
    #expect(try open.allRows().compactMap(\.expense?.tags) == [["Trip", "2026"], ["Trip"]])
    try open.answer(#"{"classes":"name"}"#)
    #expect(try open.allRows().compactMap(\.expense?.category) == ["Food:Out/Trip:2026", "/Trip"])

    let list = "!Type:Class\nNTrip:2026\n^\nNTrip\n^\n"
    let known = try Import.open(makeStore(), list + text, qifAnswers)
    #expect(known.asked.isEmpty)
    #expect(try known.allRows().compactMap(\.expense?.tags) == [["Trip", "2026"], ["Trip"]])

    let categories = "!Type:Cat\nNFood/Drinks\nE\n^\n"
    let named = try Import.open(
      makeStore(), categories + qif("D2026-01-05|T-1.00|PX|LFood/Drinks"), qifAnswers)
    #expect(try named.allRows().compactMap(\.expense?.category) == ["Food/Drinks"])
    #expect(named.profile.contains(#""classes":"name""#))
    // A class of a transfer is one in any case.
    let transfer = try Import.open(
      makeStore(), qif("D2026-01-05|T-1.00|PX|L[Bank]/Trip", "D2026-01-05|T-1.00|PX"), qifAnswers)
    #expect(transfer.asked.isEmpty)
    #expect(try transfer.allRows()[0].expense?.tags == ["Trip"])
  }
}
