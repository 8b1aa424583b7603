internal import ExpenseModel

/// From which to which amount, exactly, whatever the digits of the currency.
struct AmountRange: Hashable, Sendable {
  /// In which currency; nil: in any.
  var currency: String?
  /// In units of 10^-8, the smallest that any currency has; inclusive.
  private(set) var least: Int128?
  private(set) var most: Int128?

  /// One end of the range; the raw value is the rule's key.
  enum Bound: String, CaseIterable {
    /// At least this amount.
    case min
    /// At most this amount.
    case max
    /// More than this amount.
    case above
    /// Less than this amount.
    case below
  }

  /// Most digits that a currency has behind the point.
  private static let digits = 8
  private static let powers: [Int128] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  var isEmpty: Bool { least.flatMap { least in most.map { least > $0 } } ?? false }

  /// Narrows the range.
  ///
  /// - Throws: `argument` for what is no plain decimal number, or beyond every amount.
  mutating func narrow(_ bound: Bound, to text: String) throws(ExpenseError) {
    let value = try AmountRange.value(text)
    switch bound {
    case .min: least = Swift.max(least ?? value, value)
    case .max: most = Swift.min(most ?? value, value)
    case .above: least = Swift.max(least ?? value + 1, value + 1)
    case .below: most = Swift.min(most ?? value - 1, value - 1)
    }
  }

  /// Whether an amount in minor units of a currency with so many digits is in the range.
  func contains(_ minor: Int64, digits: Int) -> Bool {
    guard AmountRange.powers.indices.contains(AmountRange.digits - digits) else { return false }
    let value = Int128(minor) * AmountRange.powers[AmountRange.digits - digits]
    return value >= least ?? value && value <= most ?? value
  }

  /// A plain decimal number in units of 10^-8.
  private static func value(_ text: String) throws(ExpenseError) -> Int128 {
    let bytes = text.utf8
    guard DecimalText(parsing: bytes.span, grammar: .plain) != nil else {
      throw JSONReader.fault("\(quoted(text)) is no amount: write it as in \"12.50\"")
    }
    var value: Int128 = 0
    var missing: Int?
    for byte in bytes where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: ".") {
        missing = digits
        continue
      }
      if missing == 0 {
        guard byte == UInt8(ascii: "0") else {
          throw JSONReader.fault("\(quoted(text)) has more than \(digits) digits behind the point")
        }
        continue
      }
      missing = missing.map { $0 - 1 }
      value = value * 10 + Int128(byte &- 0x30)
      guard value <= limit else {
        throw JSONReader.fault("\(quoted(text)) is beyond every amount")
      }
    }
    value *= powers[missing ?? digits]
    guard value <= limit else { throw JSONReader.fault("\(quoted(text)) is beyond every amount") }
    return bytes.first == UInt8(ascii: "-") ? -value : value
  }

  /// The largest amount of a currency without digits, and one more.
  private static let limit = (Int128(Int64.max) + 1) * 100_000_000
}
