import ExpenseModel
import Testing

@Suite("Decimal numbers")
struct DecimalTextTests {
  private func parse(_ text: String, _ grammar: DecimalText.Grammar) -> DecimalText? {
    let bytes = Array(text.utf8)
    return DecimalText(parsing: bytes.span, grammar: grammar)
  }

  @Test(
    "exact values",
    arguments: [
      ("0", 2, 0), ("9.7", 2, 970), ("12.50", 2, 1250), ("-3", 2, -300), ("-0", 2, 0),
      ("-0.00", 2, 0), ("0.29", 2, 29), ("1.1", 1, 11), ("1.500000", 1, 15), ("100", 0, 100),
      ("1.000", 0, 1), ("007", 0, 7), ("000000000000000000000000000000012.5", 1, 125),
      ("0.10000000000000000000000000000000000000000", 2, 10),
      ("92233720368547758.07", 2, .max), ("-92233720368547758.08", 2, .min),
      ("9223372036854775807", 0, .max), ("92233720368547758.070000000000000", 2, .max),
      ("0.00000001", 8, 1), ("18446744073709551610", -1, 1_844_674_407_370_955_161),
      ("10000000000000000000000", -20, 100),
    ] as [(String, Int, Int64)])
  func exact(text: String, digits: Int, minor: Int64) throws {
    for grammar in [DecimalText.Grammar.plain, .json] {
      guard let number = parse(text, grammar) else {
        #expect(grammar == .json && text.hasPrefix("00"))
        continue
      }
      #expect(try number.minor(digits: digits) == minor)
    }
  }

  @Test(
    "numbers that do not fit",
    arguments: [
      ("1.234", 2, .tooFine), ("0.001", 2, .tooFine), ("0.5", 0, .tooFine),
      ("92233720368547758.08", 2, .tooLarge), ("-92233720368547758.09", 2, .tooLarge),
      ("9223372036854775808", 0, .tooLarge), ("18446744073709551615", 0, .tooLarge),
      ("18446744073709551616", 0, .tooLarge), ("184467440737095516150", 0, .tooLarge),
      ("1844674407370955161.50", 2, .tooLarge),
      ("99999999999999999999999999999999", 2, .tooLarge),
      ("0.99999999999999999999999999999999", 2, .tooFine),
      ("100000000000000000000000000000000000000.001", 2, .tooFine),
      ("0.00000000000000000000000000000000000000001", 8, .tooFine),
      ("10000000000000000000000000000000000000000", 2, .tooLarge),
    ] as [(String, Int, DecimalText.Misfit)])
  func misfit(text: String, digits: Int, misfit: DecimalText.Misfit) throws {
    let number = try #require(parse(text, .plain))
    #expect(throws: misfit) { try number.scaled(digits: digits) }
    let error = caught { () throws(ExpenseError) in try number.minor(digits: digits) }
    #expect(error?.code == (misfit == .tooFine ? .invalid : .overflow))
    #expect(error?.field == .amount)
  }

  @Test(
    "texts that are no number in either grammar",
    arguments: [
      "", "-", "--1", "+1", ".5", "5.", "1..2", "1.2.3", "12abc", "12,34,5", "1,000", " 1", "1 ",
      "1 000", "1_000", "0x10", "NaN", "inf", "−1", "١", "1\u{0}", "- 1", "1-", "(1)", "$1", "1e",
      "e5",
      "1e+", "1.e5", "1e5.0",
    ])
  func noNumber(text: String) {
    #expect(parse(text, .plain) == nil)
    #expect(parse(text, .json) == nil)
    let error = caught { () throws(ExpenseError) in try DecimalText(parsing: text) }
    #expect(error?.code == .invalid)
  }

  @Test(
    "JSON's exponents and zeros",
    arguments: [
      ("1e2", 100_00), ("1E+2", 100_00), ("1.25e1", 12_50), ("1250e-2", 12_50), ("0e999999999", 0),
      ("-0.0e5", 0), ("1e00", 1_00), ("12.5", 12_50), ("1.9999e4", 19_999_00), ("5e-1", 50),
    ] as [(String, Int64)])
  func json(text: String, minor: Int64) throws {
    #expect(try #require(parse(text, .json)).minor(digits: 2) == minor)
    #expect((parse(text, .plain) == nil) == text.lowercased().contains("e"))
  }

  @Test(
    "JSON numbers that do not fit",
    arguments: [
      ("1e+21", .tooLarge), ("1e99999999999999999999999", .tooLarge), ("1e-3", .tooFine),
      ("1e-99999999999999999999999", .tooFine), ("123456789e-99999999", .tooFine),
    ] as [(String, DecimalText.Misfit)])
  func jsonMisfit(text: String, misfit: DecimalText.Misfit) throws {
    let number = try #require(parse(text, .json))
    #expect(throws: misfit) { try number.scaled(digits: 2) }
  }

  @Test("JSON has no zeros in front", arguments: ["00", "01", "-01.5", "00e1"])
  func jsonLeadingZero(text: String) { #expect(parse(text, .json) == nil) }

  @Test("a zero has no sign", arguments: ["-0", "-0.00", "0", "-0e7"])
  func zero(text: String) throws {
    let number = try #require(parse(text, .json))
    #expect(number.isZero && !number.isNegative)
  }

  @Test("digits appended one by one, as a file reader does")
  func appending() throws {
    var number = DecimalText(isNegative: true)
    for digit in [1, 3, 5, 5] as [UInt8] { number.appendInteger(digit) }
    for digit in [9, 0] as [UInt8] { number.appendFraction(digit) }
    #expect(try number.minor(digits: 2) == -1355_90)
    number.negate()
    #expect(try number.minor(currency: currency("EUR")) == 1355_90)
    number.shift(by: 1)
    #expect(try number.minor(currency: currency("JPY")) == 13_559)
  }

  @Test("messages name the currency and its digits")
  func message() throws {
    let number = try #require(parse("1.234", .plain))
    let usd = caught { () throws(ExpenseError) in try number.minor(currency: currency("USD")) }
    #expect(usd?.message == "more digits than USD has: it has 2 digits behind the point")
    let yen = caught { () throws(ExpenseError) in try number.minor(currency: currency("JPY")) }
    #expect(yen?.message == "more digits than JPY has: it has no digits behind the point")
  }

  @Test("random numbers against arithmetic on the text itself")
  func property() {
    var random = SeededGenerator(seed: 1)
    var wrong: [String] = []
    for _ in 0..<20_000 {
      let integer = String((0..<Int.random(in: 1...24, using: &random)).map { _ in digit(&random) })
      let fraction = String(
        (0..<Int.random(in: 0...24, using: &random)).map { _ in digit(&random) })
      let negative = Bool.random(using: &random)
      let text = (negative ? "-" : "") + integer + (fraction.isEmpty ? "" : "." + fraction)
      let digits = Int.random(in: 0...8, using: &random)
      let expected = reference(integer, fraction, digits, negative)
      let actual = parse(text, .plain).map { number in
        Result { () throws(DecimalText.Misfit) in try number.scaled(digits: digits) }
      }
      if actual != expected { wrong.append("\(text) at \(digits)") }
    }
    #expect(wrong.isEmpty)
  }

  private func digit(_ random: inout SeededGenerator) -> Character {
    // Many zeros, so that numbers which fit are not rare.
    Bool.random(using: &random) ? "0" : "0123456789".randomElement(using: &random) ?? "0"
  }

  private func reference(
    _ integer: String, _ fraction: String, _ digits: Int, _ negative: Bool
  ) -> Result<Int64, DecimalText.Misfit> {
    let padded = fraction + String(repeating: "0", count: 8)
    let kept = padded.prefix(digits)
    guard padded.dropFirst(digits).allSatisfy({ $0 == "0" }) else { return .failure(.tooFine) }
    guard let minor = Int64((negative ? "-" : "") + integer + kept) else {
      return .failure(.tooLarge)
    }
    return .success(minor)
  }
}
