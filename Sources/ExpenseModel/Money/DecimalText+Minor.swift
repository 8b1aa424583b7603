extension DecimalText {
  /// Why a number is no whole number of minor units.
  @frozen
  public enum Misfit: Error, Hashable, Sendable {
    /// It has more digits behind the point than there may be.
    case tooFine
    /// It does not fit 64 bits of minor units.
    case tooLarge
  }

  /// Gives the number in units of ten to the power of -digits, exactly.
  ///
  /// Zeros at the end of the fraction do not count: "1.500" has one digit. For hot loops that make
  /// messages of their own; ``minor(digits:)`` and ``minor(currency:)`` make the usual ones.
  @inlinable
  public func scaled(digits: Int) throws(Misfit) -> Int64 {
    if isZero { return 0 }
    let power = exponent &+ pendingZeros &+ digits
    if isTooLong { throw power < 0 ? .tooFine : .tooLarge }
    var units = magnitude
    if power > 0 {
      guard power <= 19 else { throw .tooLarge }
      let (product, overflow) = units.multipliedReportingOverflow(by: DecimalText.powerOfTen(power))
      if overflow { throw .tooLarge }
      units = product
    } else if power < 0 {
      guard power >= -19 else { throw .tooFine }
      let (quotient, rest) = units.quotientAndRemainder(dividingBy: DecimalText.powerOfTen(-power))
      if rest != 0 { throw .tooFine }
      units = quotient
    }
    if units <= UInt64(Int64.max) {
      let minor = Int64(truncatingIfNeeded: units)
      return minus ? 0 &- minor : minor
    }
    if minus && units == Int64.min.magnitude { return .min }
    throw .tooLarge
  }

  /// Gives the number in minor units of a currency with so many digits behind the point.
  ///
  /// - Throws: ``ExpenseError/Code/invalid`` when it has more digits than that;
  ///   ``ExpenseError/Code/overflow`` when it does not fit 64 bits.
  @inlinable
  public func minor(digits: Int) throws(ExpenseError) -> Int64 {
    do throws(Misfit) {
      return try scaled(digits: digits)
    } catch {
      throw DecimalText.error(error, digits: digits, currency: nil)
    }
  }

  /// Gives the number in minor units of the currency.
  ///
  /// - Throws: ``ExpenseError/Code/invalid`` when it has more digits than the currency, which the
  ///   message names; ``ExpenseError/Code/overflow`` when it does not fit 64 bits.
  @inlinable
  public func minor(currency: Currency) throws(ExpenseError) -> Int64 {
    do throws(Misfit) {
      return try scaled(digits: currency.digits)
    } catch {
      throw DecimalText.error(error, digits: currency.digits, currency: currency.code)
    }
  }

  @usableFromInline
  static func error(_ misfit: Misfit, digits: Int, currency: String?) -> ExpenseError {
    switch misfit {
    case .tooFine:
      let allowed =
        switch digits {
        case 0: "no digits"
        case 1: "1 digit"
        default: "\(digits) digits"
        }
      return ExpenseError(
        .invalid,
        currency.map { "more digits than \($0) has: it has \(allowed) behind the point" }
          ?? "more digits than the currency has: it has \(allowed) behind the point",
        field: .amount)
    case .tooLarge:
      return ExpenseError(
        .overflow, "the amount does not fit 64 bits of minor units", field: .amount)
    }
  }

  /// Ten to the power, which is 0 to 19.
  @inlinable
  static func powerOfTen(_ power: Int) -> UInt64 {
    var result: UInt64 = 1
    for _ in 0..<power { result &*= 10 }
    return result
  }
}
