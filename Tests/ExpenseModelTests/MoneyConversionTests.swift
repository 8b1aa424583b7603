import ExpenseModel
import Testing

@Suite("Converting money")
struct MoneyConversionTests {
  @Test(
    "half to even, between currencies of different digits",
    arguments: [
      ("10.00 USD", "0.92", "9.20 EUR"), ("1.00 USD", "0.125", "0.12 EUR"),
      ("1.00 USD", "0.135", "0.14 EUR"), ("1.00 USD", "0.1350001", "0.14 EUR"),
      ("1.00 USD", "0.1249999", "0.12 EUR"), ("-1.00 USD", "0.125", "-0.12 EUR"),
      ("-1.00 USD", "0.135", "-0.14 EUR"), ("100.00 EUR", "161.505", "16150 JPY"),
      ("100.00 EUR", "161.515", "16152 JPY"), ("1000 JPY", "0.00619", "6.19 EUR"),
      ("1.000 KWD", "3.25", "3.25 USD"), ("1.2345 CLF", "41.5", "51.23 USD"),
      ("0.01 USD", "0.5", "0.00 EUR"), ("0.03 USD", "0.5", "0.02 EUR"),
      ("-0.01 USD", "0.5", "0.00 EUR"), ("0.00 USD", "5", "0.00 EUR"),
      ("92233720368547758.07 USD", "1", "92233720368547758.07 EUR"),
      ("-92233720368547758.08 USD", "1", "-92233720368547758.08 EUR"),
    ])
  func convert(from: String, rate: String, to: String) throws {
    let source = try Money.parse(from, currency: nil)
    let target = try Money.parse(to, currency: nil)
    let rate = try Rate(parsing: rate)
    #expect(try source.converted(to: target.currency, rate: rate) == target)
  }

  @Test("results that do not fit")
  func overflow() throws {
    let most = Money(minor: .max, currency: currency("USD"))
    let bitcoin = try Currency(code: "BTC", digits: 8)
    for (target, rate) in [
      (currency("EUR"), try Rate(parsing: "2")), (currency("KWD"), try Rate(parsing: "1")),
      (bitcoin, try Rate(numerator: .max, denominator: 1)),
      (currency("EUR"), try Rate(numerator: .max, denominator: .max - 1)),
    ] {
      let error = caught { () throws(ExpenseError) in try most.converted(to: target, rate: rate) }
      #expect(error?.code == .overflow)
    }
    let inverse = try Rate(numerator: .max - 1, denominator: .max)
    #expect(try most.converted(to: currency("EUR"), rate: inverse).minor == .max - 1)
  }

  @Test(
    "intermediates around 128 bits: of each width an exact overflow, never a stop",
    arguments: 50...63, [Int64(1), -1])
  func wide(bits: Int, sign: Int64) throws {
    let least = Money(minor: sign < 0 ? .min : .max, currency: try Currency(code: "AAA", digits: 0))
    let power = Money(minor: sign * (1 << min(bits, 62)), currency: least.currency)
    let rate = try Rate(numerator: .max, denominator: 1)
    for digits in 0...8 {
      let target = try Currency(code: "BBB", digits: digits)
      for money in [least, power] {
        let error = caught { () throws(ExpenseError) in
          try money.converted(to: target, rate: rate)
        }
        #expect(error?.code == .overflow)
      }
    }
    let half = try Rate(numerator: 1, denominator: 2)
    #expect(try power.converted(to: power.currency, rate: half).minor == power.minor / 2)
  }

  @Test("rates in lowest terms")
  func rates() throws {
    #expect(try Rate(numerator: 92, denominator: 100) == Rate(parsing: "0.92"))
    #expect(try Rate(parsing: "0.920") == Rate(numerator: 23, denominator: 25))
    #expect(try Rate(parsing: "161.50").denominator == 2)
    #expect(try Rate(parsing: "0.000000000000000001").denominator == 1_000_000_000_000_000_000)
    #expect(try Rate(parsing: "9223372036854775807").numerator == .max)
  }

  @Test("rates that are none", arguments: ["", "0", "-1", "0.00", "1e2", "1,5", "+1", "abc", "1 "])
  func noRate(text: String) {
    let error = caught { () throws(ExpenseError) in try Rate(parsing: text) }
    #expect(error?.code == .invalid && error?.field == .conversion)
  }

  @Test("rates that do not fit", arguments: ["9223372036854775808", "0.0000000000000000001"])
  func rateOverflow(text: String) {
    #expect(caught { () throws(ExpenseError) in try Rate(parsing: text) }?.code == .overflow)
  }

  @Test("a rate's parts are above 0", arguments: [(0, 1), (1, 0), (-1, 1), (1, -1), (.min, .min)])
  func badParts(numerator: Int64, denominator: Int64) {
    let error = caught { () throws(ExpenseError) in
      try Rate(numerator: numerator, denominator: denominator)
    }
    #expect(error?.code == .argument)
  }

  @Test("random conversions against digit-by-digit arithmetic without a limit")
  func property() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<3000 {
      let from = try Currency(code: "AAA", digits: Int.random(in: 0...8, using: &random))
      let to = try Currency(code: "BBB", digits: Int.random(in: 0...8, using: &random))
      let money = Money(minor: random.amount(), currency: from)
      let numerator = max(1, random.amount() & .max)
      let denominator = max(1, random.amount() & .max)
      let rate = try Rate(numerator: numerator, denominator: denominator)
      let expected = reference(money, to.digits, rate)
      let actual = try? money.converted(to: to, rate: rate).minor
      if actual != expected {
        Issue.record(
          "\(money) × \(rate) to \(to.digits) digits is \(expected as Any), not \(actual as Any)")
      }
    }
  }

  /// Half-even division of numbers of any width, by long division on decimal digits.
  private func reference(_ money: Money, _ digits: Int, _ rate: Rate) -> Int64? {
    var product = [Int](String(money.minor.magnitude).compactMap(\.wholeNumberValue).reversed())
    product = times(
      product, [Int](String(rate.numerator).compactMap(\.wholeNumberValue).reversed()))
    let up = max(0, digits - money.currency.digits)
    let down = max(0, money.currency.digits - digits)
    product = [Int](repeating: 0, count: up) + product
    let divisor = Int128(rate.denominator) * (0..<down).reduce(Int128(1)) { power, _ in power * 10 }
    var quotient = ""
    var rest: Int128 = 0
    for digit in product.reversed() {
      rest = rest * 10 + Int128(digit)
      quotient += String(rest / divisor)
      rest %= divisor
    }
    guard quotient.drop(while: { $0 == "0" }).count <= 30, var result = Int128(quotient) else {
      return nil
    }
    if rest * 2 > divisor || (rest * 2 == divisor && result % 2 == 1) { result += 1 }
    return Int64(exactly: money.minor < 0 ? -result : result)
  }

  private func times(_ a: [Int], _ b: [Int]) -> [Int] {
    var result = [Int](repeating: 0, count: a.count + b.count)
    for (i, x) in a.enumerated() {
      for (j, y) in b.enumerated() { result[i + j] += x * y }
    }
    for index in result.indices.dropLast() {
      result[index + 1] += result[index] / 10
      result[index] %= 10
    }
    return result
  }
}
