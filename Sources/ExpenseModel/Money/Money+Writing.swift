extension Money {
  /// The amount as canonical text: "12.50", "-0.05", "500" where the currency has no digits.
  ///
  /// Always a "." and all of the currency's digits, never a grouping mark or a negative zero, in
  /// any locale. ``parse(_:currency:lookup:)`` reads it back.
  public var amountText: String { Money.amountText(minor, digits: currency.digits) }

  /// Gives minor units as canonical text; the form for amounts whose currency is not at hand.
  ///
  /// - Parameters:
  ///   - minor: The amount in minor units.
  ///   - digits: Digits behind the point, 0 to 8; others are taken as the nearest of these.
  public static func amountText(_ minor: Int64, digits: Int) -> String {
    var text = InlineArray<32, UInt8>(repeating: 0)
    let start = fill(&text, minor.magnitude, digits: digits, negative: minor < 0)
    guard let utf8 = try? UTF8Span(validating: text.span.extracting(start...)) else { return "" }
    return String(copying: utf8)
  }

  /// Appends minor units as canonical text to bytes, as an export needs it.
  public static func appendAmount(_ minor: Int64, digits: Int, to bytes: inout [UInt8]) {
    var text = InlineArray<32, UInt8>(repeating: 0)
    let start = fill(&text, minor.magnitude, digits: digits, negative: minor < 0)
    for index in start..<32 { bytes.append(text[index]) }
  }

  /// Gives a sum of minor units, which may not fit 64 bits, as canonical text.
  public static func amountText(wide minor: Int128, digits: Int) -> String {
    if let minor = Int64(exactly: minor) { return amountText(minor, digits: digits) }
    // So large a number has more digits than any currency puts behind the point.
    var text = String(minor)
    if digits > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -min(digits, 8))) }
    return text
  }

  /// Writes the text to the end of the bytes and tells where it starts: at most 21 bytes.
  private static func fill(
    _ text: inout InlineArray<32, UInt8>, _ magnitude: UInt64, digits: Int, negative: Bool
  ) -> Int {
    let digits = max(0, min(digits, Currency.maximumDigits))
    var rest = magnitude
    var index = 32
    var written = 0
    repeat {
      if written == digits, digits > 0 {
        index &-= 1
        text[index] = 0x2E
      }
      index &-= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      text[index] = 0x30 &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
      written &+= 1
    } while rest > 0 || written <= digits
    if negative {
      index &-= 1
      text[index] = 0x2D
    }
    return index
  }
}

extension Money: CustomStringConvertible {
  /// The amount and its currency: "12.50 EUR".
  public var description: String { "\(amountText) \(currency.code)" }
}
