import Testing

@testable import ExpenseModel

@Suite("Amounts as people write them are exact or rejected")
struct AmountTextTests {
  /// Currencies of so many digits.
  private let own = (0...4).map { Currency(unchecked: "OWN", digits: $0) }

  private func amount(
    _ text: String, _ decimal: AmountText.DecimalMark, _ digits: Int = 2
  ) -> Result<Int64, AmountText.Fault> {
    let bytes = Array(text.utf8)
    do throws(AmountText.Fault) {
      let text = try AmountText(bytes.span, 0..<bytes.count, decimal: decimal)
      let currency = try text.currency(in: bytes.span, preferred: own[digits], lookup: Currency.iso)
      return .success(try text.minor(digits: currency.digits))
    } catch {
      return .failure(error)
    }
  }

  @Test(
    arguments: [
      ("1616.23", 161_623), ("-110.7", -11_070), ("9.7", 970), ("+3", 300), ("0", 0), ("-0.00", 0),
      ("1,000", 100_000), ("1,234,567.89", 123_456_789), ("1'234.50", 123_450),
      ("1 234.50", 123_450),
      ("1\u{A0}234", 123_400), ("1\u{202F}234", 123_400), ("1\u{2019}234", 123_400), (".5", 50),
      ("  12.50\t", 1_250), ("\u{A0}12.50\u{A0}", 1_250), ("\u{2212}12.34", -1_234),
      ("(30.00)", -3_000), ("12.5000", 1_250), ("007", 700),
      ("92233720368547758.07", Int64.max), ("-92233720368547758.08", Int64.min),
    ] as [(String, Int64)])
  func points(_ text: String, _ minor: Int64) { #expect(amount(text, .point) == .success(minor)) }

  @Test(
    arguments: [
      ("-3.000", -300_000), ("1.355,90", 135_590), ("12,34", 1_234), ("1 000,5", 100_050),
      ("1'000", 100_000),
    ] as [(String, Int64)])
  func commas(_ text: String, _ minor: Int64) { #expect(amount(text, .comma) == .success(minor)) }

  @Test(
    arguments: [
      ("", .empty), ("  ", .empty), ("\u{A0}", .empty), ("-", .notANumber), ("+", .notANumber),
      ("12abc", .unknownCurrency), ("abc", .notANumber), ("--1", .notANumber), ("-1-", .notANumber),
      ("12,34,5", .grouping), ("1,00", .grouping), ("1234,567", .grouping), ("1,2345", .grouping),
      ("0,123", .grouping), (",123", .notANumber), ("1,", .notANumber), ("1,234 567", .grouping),
      ("1,,234", .grouping), ("12.", .notANumber), (".", .notANumber), ("1.2.3", .notANumber),
      ("1.23,4", .notANumber), ("1e5", .notANumber), ("()", .notANumber), ("(-1)", .notANumber),
      ("1.234", .tooFine), ("0.001", .tooFine), ("92233720368547758.08", .tooLarge),
      ("99999999999999999999999999", .tooLarge), ("€5€", .notANumber), ("\u{2212}", .notANumber),
      ("\u{E2}", .notANumber), ("NaN", .notANumber), ("0x10", .notANumber), ("١٢", .notANumber),
    ] as [(String, AmountText.Fault)])
  func faults(_ text: String, _ fault: AmountText.Fault) {
    #expect(amount(text, .point) == .failure(fault))
  }

  @Test(
    "A sign, brackets, or a mark for debit and credit",
    arguments: [
      ("12.50-", -1_250), ("12.50 -", -1_250), ("- 12.50", -1_250), ("12.50+", 1_250),
      ("\u{2013}12.34", -1_234), ("12.34\u{2212}", -1_234), ("($30.00)", -3_000),
      ("$(30.00)", -3_000), ("(30.00) EUR", -3_000), ("( 30.00 )", -3_000), ("-$40", -4_000),
      ("$-40.00", -4_000), ("12.50 CR", 1_250), ("12.50cr", 1_250), ("CR 12.50", 1_250),
      ("12.50 D", 1_250), ("-12.50 DR", -1_250), ("12.50 EUR CR", 1_250), ("12.50 H", 1_250),
    ] as [(String, Int64)])
  func signs(_ text: String, _ minor: Int64) { #expect(amount(text, .point) == .success(minor)) }

  @Test(
    "Directions",
    arguments: [
      ("12.50 CR", .credit), ("12.50 C", .credit), ("12.50 DR", .debit), ("12.50 D", .debit),
      ("DR 12.50", .debit), ("12.50 S", .debit), ("12.50H", .credit), ("12.50 Db", .debit),
      ("12.50", .none), ("C$12.50", .none),
    ] as [(String, AmountText.Direction)])
  func directions(_ text: String, _ direction: AmountText.Direction) throws {
    let bytes = Array(text.utf8)
    let read = try AmountText(bytes.span, 0..<bytes.count, decimal: .point)
    #expect(read.direction == direction)
  }

  @Test(
    "The currency in the text",
    arguments: [
      ("-110.7 €", "-110.70 EUR"), ("NGN 2,300.50", "2300.50 NGN"), ("$40.00", "40.00 USD"),
      ("A$5", "5.00 AUD"), ("HK$5", "5.00 HKD"), ("£1.20", "1.20 GBP"), ("1.20GBP", "1.20 GBP"),
      ("500000 KRW", "500000 KRW"), ("₩1,000", "1000 KRW"), ("KWD1.234", "1.234 KWD"),
      ("12 zł", "12.00 PLN"), ("12 eur", "12.00 EUR"), ("US$1", "1.00 USD"), ("Fr. 5", "5.00 CHF"),
      ("R$5", "5.00 BRL"), ("\u{FEFF}€5", "5.00 EUR"), ("€\u{A0}5", "5.00 EUR"),
    ])
  func currencies(_ text: String, _ money: String) throws {
    let bytes = Array(text.utf8)
    let read = try AmountText(bytes.span, 0..<bytes.count, decimal: .point)
    let currency = try read.currency(in: bytes.span, preferred: nil, lookup: Currency.iso)
    #expect(
      Money(minor: try read.minor(digits: currency.digits), currency: currency).description == money
    )
  }

  @Test("A symbol of several currencies is decided by the preferred one, or is a fault")
  func ambiguousSymbols() throws {
    func code(_ text: String, _ preferred: String?) -> String {
      let bytes = Array(text.utf8)
      do throws(AmountText.Fault) {
        return try AmountText(bytes.span, 0..<bytes.count, decimal: .point)
          .currency(
            in: bytes.span, preferred: preferred.flatMap(Currency.iso), lookup: Currency.iso
          ).code
      } catch {
        return "\(error)"
      }
    }
    #expect(code("¥5", nil) == "ambiguousCurrency")
    #expect(code("¥5", "CNY") == "CNY")
    #expect(code("¥5", "EUR") == "ambiguousCurrency")
    #expect(code("5 kr", nil) == "ambiguousCurrency")
    #expect(code("5 kr", "NOK") == "NOK")
    #expect(code("$5", "AUD") == "AUD")
    #expect(code("$5", "EUR") == "USD")
    #expect(code("5", nil) == "noCurrency")
    #expect(code("5", "EUR") == "EUR")
    #expect(code("XQQ 5", "EUR") == "unknownCurrency")
    #expect(code("12 all", "EUR") == "unknownCurrency")
  }

  @Test(
    "Indian grouping: groups of two before the last three",
    arguments: [
      ("12,34,567.00", 123_456_700), ("1,00,000", 10_000_000), ("1,23,45,678.9", 1_234_567_890),
      ("12,345", 1_234_500),
    ] as [(String, Int64)])
  func indian(_ text: String, _ minor: Int64) { #expect(amount(text, .point) == .success(minor)) }

  @Test(
    "What looks like it and is none",
    arguments: [
      ("12,34,5", .grouping), ("12,34,56", .grouping), ("123,45,678", .grouping),
      ("1,234,56,789", .grouping), ("1,23,456,789", .grouping), ("1 23 456", .grouping),
      ("0,12,345", .grouping), ("12.50 CR CR", .notANumber), ("12.50 D CR", .notANumber),
      ("-12.50 CR", .notANumber), ("(12.50", .notANumber), ("12.50)", .notANumber),
      ("(12.50)-", .notANumber), ("((1))", .notANumber), ("EUR 5 USD", .notANumber),
      ("5 EUR EUR", .notANumber), ("12 / 5", .notANumber), ("12:50", .notANumber),
      ("2026-01-01", .notANumber), ("01/02/2026", .notANumber), ("12.50.", .notANumber),
      ("#12", .notANumber), ("12%", .notANumber), ("'12", .notANumber), ("=12", .notANumber),
      ("12 abc def", .notANumber), ("Total 12", .unknownCurrency), ("12 pcs", .unknownCurrency),
      ("averyveryverylongword 5", .notANumber), ("D 12.50", .unknownCurrency),
    ] as [(String, AmountText.Fault)])
  func others(_ text: String, _ fault: AmountText.Fault) {
    #expect(amount(text, .point) == .failure(fault))
  }

  @Test("Each currency has its digits")
  func digits() {
    #expect(amount("500000", .point, 0) == .success(500_000))
    #expect(amount("1,000", .point, 0) == .success(1_000))
    #expect(amount("1.234", .point, 3) == .success(1_234))
    #expect(amount("1.2345", .point, 4) == .success(12_345))
    #expect(amount("1.5", .point, 0) == .failure(.tooFine))
    #expect(amount("12,34,5", .comma) == .failure(.notANumber))
    // India groups with commas only.
    #expect(amount("1.23.456", .comma) == .failure(.grouping))
    #expect(amount("12.34.567,00", .comma) == .failure(.grouping))
  }
}
