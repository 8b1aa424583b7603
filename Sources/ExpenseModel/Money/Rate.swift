/// A positive, exact exchange rate: so many units of one currency for one unit of another.
///
/// Kept in lowest terms, so that equal rates are equal.
@frozen
public struct Rate: Hashable, Sendable {
  /// Above 0.
  public let numerator: Int64
  /// Above 0.
  public let denominator: Int64

  /// Creates the rate numerator ÷ denominator.
  ///
  /// - Throws: ``ExpenseError/Code/argument`` unless both are above 0.
  public init(numerator: Int64, denominator: Int64) throws(ExpenseError) {
    guard numerator > 0, denominator > 0 else {
      throw ExpenseError(
        .argument, "a rate is above 0, in numerator and denominator: \(numerator)/\(denominator)",
        field: .conversion)
    }
    self.init(reducing: numerator, denominator)
  }

  /// Creates a rate from a plain decimal number, such as "0.92".
  ///
  /// - Throws: ``ExpenseError/Code/invalid`` when the text is not a decimal number above 0;
  ///   ``ExpenseError/Code/overflow`` when it has more than 18 digits behind the point or does not
  ///   fit 64 bits with them.
  public init(parsing decimal: String) throws(ExpenseError) {
    let bytes = decimal.utf8
    guard let number = DecimalText(parsing: bytes.span, grammar: .plain), !number.isZero,
      !number.isNegative
    else {
      throw ExpenseError(
        .invalid, "a rate is a decimal number above 0, such as 0.92: \(quoted(decimal))",
        field: .conversion)
    }
    for digits in 0...18 {
      if let numerator = try? number.scaled(digits: digits) {
        self.init(reducing: numerator, Int64(DecimalText.powerOfTen(digits)))
        return
      }
    }
    throw ExpenseError(
      .overflow, "the rate has too many digits: \(quoted(decimal))", field: .conversion)
  }

  private init(reducing numerator: Int64, _ denominator: Int64) {
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }
}
