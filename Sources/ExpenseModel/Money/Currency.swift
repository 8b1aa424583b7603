/// A currency: its code and how many digits its amounts have behind the point.
///
/// Amounts are whole numbers of minor units: cents where ``digits`` is 2, yen where it is 0.
@frozen
public struct Currency: Hashable, Sendable {
  /// The ISO 4217 code, or a code of one's own: 3 to 12 of A to Z and 0 to 9, first a letter.
  public let code: String
  /// How many digits an amount has behind the point, 0 to 8.
  public let digits: Int

  /// Most digits that a currency can have behind the point.
  public static let maximumDigits = 8

  /// Creates a currency of one's own.
  ///
  /// - Throws: ``ExpenseError/Code/currency`` when the code is not 3 to 12 of A to Z and 0 to 9 with
  ///   a letter first; ``ExpenseError/Code/argument`` when the digits are not 0 to 8.
  public init(code: String, digits: Int) throws(ExpenseError) {
    guard Currency.isCode(code) else {
      throw ExpenseError(
        .currency,
        "a currency code is 3 to 12 of A to Z and 0 to 9, the first a letter: \(quoted(code))",
        field: .currency)
    }
    guard (0...Currency.maximumDigits).contains(digits) else {
      throw ExpenseError(
        .argument, "a currency has 0 to 8 digits behind the point: \(digits)", field: .currency)
    }
    self.init(unchecked: code, digits: digits)
  }

  init(unchecked code: String, digits: Int) {
    self.code = code
    self.digits = digits
  }

  /// Whether the text has the form of a currency code; says nothing about whether one exists.
  @inlinable
  public static func isCode(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count >= 3, bytes.count <= 12 else { return false }
    var first = true
    for byte in bytes {
      let letter = byte &- 0x41 < 26
      guard letter || (!first && byte &- 0x30 < 10) else { return false }
      first = false
    }
    return true
  }
}

extension Currency: CustomStringConvertible {
  /// The code.
  public var description: String { code }
}
