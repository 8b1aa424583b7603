import ExpenseModel
import Testing

@Suite("Amounts as text")
struct MoneyTextTests {
  @Test(
    "texts that are amounts",
    arguments: [
      ("9.7", "EUR", 970), ("12.50", "USD", 1250), ("12.5", "USD", 1250), ("-3", "EUR", -300),
      ("-0", "EUR", 0), ("-0.00", "EUR", 0), ("500000", "KRW", 500_000), ("1000", "JPY", 1000),
      ("1.234", "KWD", 1234), ("1.2345", "CLF", 12_345), ("1.50000", "USD", 150),
      ("007", "USD", 700),
      ("92233720368547758.07", "EUR", .max), ("-92233720368547758.08", "EUR", .min),
      ("12.50 USD", "USD", 1250), ("12.50   USD", "USD", 1250), ("9 JPY", "JPY", 9),
      ("3 XAU", "XAU", 3), ("-1.005 KWD", "KWD", -1005),
    ] as [(String, String, Int64)])
  func parse(text: String, code: String, minor: Int64) throws {
    let bare = !text.contains(" ")
    let money = try Money.parse(text, currency: bare ? currency(code) : nil)
    #expect(money == Money(minor: minor, currency: currency(code)))
  }

  @Test("a code in the text wins over the currency of bare amounts")
  func codeWins() throws {
    #expect(try Money.parse("9 USD", currency: currency("EUR")).description == "9.00 USD")
  }

  @Test(
    "texts that are no amounts",
    arguments: [
      "", "-", " ", "12abc", "12,34,5", "12,50", "1,000", "+3", "--3", ".5", "5.", " 5", "5 ",
      "5\t",
      "1e2", "$40.00", "40.00€", "(30.00)", "−12.34", "1 000", "12.50USD", "12.50 usd", "12.50 US",
      "USD 12.50", "12.50 EUR EUR", "12.50\u{00A0}EUR", "12.50 \u{0}", "NaN", "inf", "0x1F", "１２",
    ])
  func reject(text: String) {
    let error = caught { () throws(ExpenseError) in
      try Money.parse(text, currency: currency("EUR"))
    }
    #expect(error?.code == .invalid && error?.field == .amount)
  }

  @Test("more digits than the currency has", arguments: [("1.234", "USD"), ("0.5", "JPY")])
  func tooFine(text: String, code: String) {
    let error = caught { () throws(ExpenseError) in
      try Money.parse(text, currency: currency(code))
    }
    #expect(error?.code == .invalid && error?.field == .amount)
    #expect(error?.message.contains(code) == true && error?.message.contains(text) == true)
  }

  @Test(
    "amounts that do not fit",
    arguments: ["92233720368547758.08", "-92233720368547758.09", "1000000000000000000000"])
  func overflow(text: String) {
    let error = caught { () throws(ExpenseError) in
      try Money.parse(text, currency: currency("EUR"))
    }
    #expect(error?.code == .overflow)
  }

  @Test("a bare amount without a currency names both ways out")
  func noCurrency() {
    let error = caught { () throws(ExpenseError) in try Money.parse("12.50", currency: nil) }
    #expect(error?.code == .currency && error?.field == .currency)
    #expect(
      error?.message == """
        the amount "12.50" has no currency: write it with its code, as in "12.50 EUR", or give \
        the store a default currency when it is created
        """)
  }

  @Test("an unknown currency, and one that only the lookup knows")
  func lookup() throws {
    let unknown = caught { () throws(ExpenseError) in
      try Money.parse("1 BTC", currency: currency("EUR"))
    }
    #expect(unknown?.code == .currency && unknown?.message.contains("BTC") == true)
    let bitcoin = try Currency(code: "BTC", digits: 8)
    let money = try Money.parse("0.00000001 BTC", currency: nil) { code throws(ExpenseError) in
      code == "BTC" ? bitcoin : nil
    }
    #expect(money.minor == 1 && money.description == "0.00000001 BTC")
    let busy = caught { () throws(ExpenseError) in
      try Money.parse("1 BTC", currency: nil) { _ throws(ExpenseError) in
        throw ExpenseError(.busy, "busy")
      }
    }
    #expect(busy?.code == .busy)
  }

  @Test(
    "text of amounts",
    arguments: [
      (0, 2, "0.00"), (1250, 2, "12.50"), (-5, 2, "-0.05"), (5, 2, "0.05"), (-300, 2, "-3.00"),
      (500_000, 0, "500000"), (-1, 0, "-1"), (0, 0, "0"), (1234, 3, "1.234"), (1, 8, "0.00000001"),
      (100_000_000, 8, "1.00000000"), (.max, 2, "92233720368547758.07"),
      (.min, 2, "-92233720368547758.08"), (.min, 0, "-9223372036854775808"),
      (.min, 8, "-92233720368.54775808"), (99, 2, "0.99"), (100, 2, "1.00"), (7, -3, "7"),
    ] as [(Int64, Int, String)])
  func text(minor: Int64, digits: Int, text: String) {
    #expect(Money.amountText(minor, digits: digits) == text)
    #expect(Money.amountText(wide: Int128(minor), digits: digits) == text)
    var bytes: [UInt8] = [0x3B]
    Money.appendAmount(minor, digits: digits, to: &bytes)
    #expect(bytes == Array(";\(text)".utf8))
  }

  @Test("text of sums beyond 64 bits")
  func wide() {
    let two = Int128(Int64.max) + 1
    #expect(Money.amountText(wide: two, digits: 2) == "92233720368547758.08")
    #expect(Money.amountText(wide: -two * 2, digits: 0) == "-18446744073709551616")
    #expect(Money.amountText(wide: .min, digits: 8).hasPrefix("-1701411834604692317316873037158"))
  }

  @Test("every text is read back as the same amount")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<5000 {
      let digits = Int.random(in: 0...8, using: &random)
      let custom = try Currency(code: "TEST", digits: digits)
      let money = Money(minor: random.amount(), currency: custom)
      let again = try Money.parse(money.description, currency: nil) { _ in custom }
      if again != money { Issue.record("\(money) came back as \(again)") }
    }
  }
}
