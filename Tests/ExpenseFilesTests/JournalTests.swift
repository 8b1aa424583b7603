import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Journals of plain-text accounting")
struct JournalTests {
  /// What the programs themselves say of journals is tested from Python.
  private func sample() throws -> Store {
    let store = try makeStore()
    try store.registerCurrency(Currency(code: "B2X", digits: 8))
    var hotel = Expense(
      name: "(Hotel)  \"Roma\"; né", type: "Business", category: "Travel:AA / BB \\: CC",
      amount: 21_400, date: try CivilDate(parsing: "2026-03-14"))
    hotel.uuid = UUID128(high: 1, low: 2)
    hotel.conversion = Expense.Conversion(amount: 34_000, currency: "JPY", rate: "158.9")
    hotel.account = "Liabilities:Visa gold"
    hotel.note = "a \"quoted\"\nline, and [1]"
    hotel.tags = ["client", "a;b c"]
    hotel.reimbursement = .submitted
    try store.add(hotel)
    var coins = Expense(
      name: "Coins", amount: -5, currency: "B2X", date: try CivilDate(parsing: "2026-03-02"))
    coins.uuid = UUID128(high: 1, low: 3)
    try store.add(coins)
    return store
  }

  private func journal(_ store: Store, _ dialect: JournalDialect) throws -> String {
    String(decoding: try Export.journal(store, for: dialect), as: UTF8.self)
  }

  @Test("Ledger's, byte for byte")
  func ledger() throws {
    let expected = #"""
      ; Expenses written by iexpense
      tag category
      tag client
      tag name
      tag note
      tag rate
      tag reimbursement
      tag tags
      tag type
      tag uuid
      commodity "B2X"
          format 1000.00000000 "B2X"
      commodity EUR
          format 1000.00 EUR
      commodity JPY
          format 1000 JPY
      account Assets:Unknown
      account Expenses:Travel:AA / BB - CC
      account Expenses:Uncategorized
      account Liabilities:Visa gold

      2026-03-14 * () (Hotel) "Roma"; né
          ; uuid: 00000000-0000-0001-0000-000000000002
          ; name: (Hotel)  "Roma"; né
          ; type: Business
          ; category: Travel:AA / BB \: CC
          ; :client:
          ; tags: client;a\;b c
          ; reimbursement: submitted
          ; rate: 158.9
          ; note: "a \"quoted\"\nline, and \u005b1]"
          Expenses:Travel:AA / BB - CC  214.00 EUR @@ 34000 JPY
          Liabilities:Visa gold  -34000 JPY

      2026-03-02 * Coins
          ; uuid: 00000000-0000-0001-0000-000000000003
          ; type: Personal
          Expenses:Uncategorized  -0.00000005 "B2X"
          Assets:Unknown  0.00000005 "B2X"

      """#
    #expect(try journal(sample(), .ledger) == expected)
  }

  @Test("hledger's, byte for byte")
  func hledger() throws {
    let expected = #"""
      ; Expenses written by iexpense
      decimal-mark .
      commodity 1000.00000000 "B2X"
      commodity 1000.00 EUR
      commodity 1000. JPY
      account Assets:Unknown
      account Expenses:Travel:AA / BB - CC
      account Expenses:Uncategorized
      account Liabilities:Visa gold

      2026-03-14 * () (Hotel) "Roma", né
          ; uuid: 00000000-0000-0001-0000-000000000002
          ; name: (Hotel)  "Roma"; né
          ; type: Business
          ; category: Travel:AA / BB \: CC
          ; client:
          ; tags: client;a\;b c
          ; reimbursement: submitted
          ; rate: 158.9
          ; note: "a \"quoted\"\nline\u002c and [1]"
          Expenses:Travel:AA / BB - CC  214.00 EUR @@ 34000 JPY
          Liabilities:Visa gold  -34000 JPY

      2026-03-02 * Coins
          ; uuid: 00000000-0000-0001-0000-000000000003
          ; type: Personal
          Expenses:Uncategorized  -0.00000005 "B2X"
          Assets:Unknown  0.00000005 "B2X"

      """#
    #expect(try journal(sample(), .hledger) == expected)
  }

  @Test("Beancount's, byte for byte")
  func beancount() throws {
    let expected = #"""
      ; Expenses written by iexpense
      option "inferred_tolerance_default" "JPY:0.005"
      2026-03-02 commodity B2X
      2026-03-02 commodity EUR
      2026-03-02 commodity JPY
      2026-03-02 open Assets:Unknown
      2026-03-02 open Expenses:Travel:AA-BB-CC
      2026-03-02 open Expenses:Uncategorized
      2026-03-02 open Liabilities:Visa-gold

      2026-03-14 * "(Hotel)  \"Roma\"; né" "a \"quoted\"\nline, and [1]" #client
          uuid: "00000000-0000-0001-0000-000000000002"
          type: "Business"
          category: "Travel:AA / BB \\: CC"
          account: "Liabilities:Visa gold"
          tags: "client;a\\;b c"
          reimbursement: "submitted"
          rate: "158.9"
          Expenses:Travel:AA-BB-CC  214.00 EUR @@ 34000 JPY
          Liabilities:Visa-gold  -34000 JPY

      2026-03-02 * "Coins" ""
          uuid: "00000000-0000-0001-0000-000000000003"
          type: "Personal"
          Expenses:Uncategorized  -0.00000005 B2X
          Assets:Unknown  0.00000005 B2X

      """#
    #expect(try journal(sample(), .beancount) == expected)
  }

  @Test("A category of a damaged store is one name")
  func damagedCategory() {
    var accounts = JournalAccounts(.ledger, categories: [], accounts: [])
    #expect(accounts.category("a\\b").name == "Expenses:a\\b")
  }
}
