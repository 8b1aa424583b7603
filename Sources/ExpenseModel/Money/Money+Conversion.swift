extension Money {
  /// Converts the amount at a rate of so many units of the new currency for one of the old.
  ///
  /// The result is rounded once, to the nearest minor unit, a half to the even one. Intermediates
  /// are 128 bits wide and exact.
  ///
  /// - Throws: ``ExpenseError/Code/overflow``.
  public func converted(to target: Currency, rate: Rate) throws(ExpenseError) -> Money {
    var numerator = UInt128(minor.magnitude) &* UInt128(rate.numerator.magnitude)
    var denominator = UInt128(rate.denominator.magnitude)
    let shift = target.digits - currency.digits
    let scale = UInt128(DecimalText.powerOfTen(Int(shift.magnitude)))
    if shift > 0 {
      // Beyond 128 bits the result is beyond 64, because the denominator is below 2 to the 63.
      let (product, overflow) = numerator.multipliedReportingOverflow(by: scale)
      guard !overflow else { throw Money.overflow("\(self) in \(target)") }
      numerator = product
    } else {
      denominator &*= scale
    }
    var (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    let toHalf = denominator &- rest
    if rest > toHalf || (rest == toHalf && quotient & 1 == 1) { quotient &+= 1 }
    let largest = minor < 0 ? Int64.min.magnitude : Int64.max.magnitude
    guard quotient <= UInt128(largest) else { throw Money.overflow("\(self) in \(target)") }
    let magnitude = Int64(truncatingIfNeeded: quotient)
    return Money(minor: minor < 0 ? 0 &- magnitude : magnitude, currency: target)
  }
}
