/// An exact amount of money: a whole number of a currency's minor units.
///
/// There is no floating-point way in or out. Arithmetic is checked: what does not fit 64 bits is an
/// ``ExpenseError/Code/overflow``, and amounts of different currencies are never added.
@frozen
public struct Money: Hashable, Sendable {
  /// The amount in minor units: cents, pence, fils, yen.
  public var minor: Int64
  /// The currency, which says how many digits stand behind the point.
  public var currency: Currency

  /// Creates an amount from minor units.
  @inlinable
  public init(minor: Int64, currency: Currency) {
    self.minor = minor
    self.currency = currency
  }
}

extension Money {
  /// Adds an amount of the same currency.
  ///
  /// - Throws: ``ExpenseError/Code/currency`` for another currency;
  ///   ``ExpenseError/Code/overflow``.
  public func adding(_ other: Money) throws(ExpenseError) -> Money {
    try requireSameCurrency(as: other)
    let (sum, overflow) = minor.addingReportingOverflow(other.minor)
    guard !overflow else { throw Money.overflow("\(self) + \(other)") }
    return Money(minor: sum, currency: currency)
  }

  /// Subtracts an amount of the same currency.
  ///
  /// - Throws: ``ExpenseError/Code/currency`` for another currency;
  ///   ``ExpenseError/Code/overflow``.
  public func subtracting(_ other: Money) throws(ExpenseError) -> Money {
    try requireSameCurrency(as: other)
    let (difference, overflow) = minor.subtractingReportingOverflow(other.minor)
    guard !overflow else { throw Money.overflow("\(self) - \(other)") }
    return Money(minor: difference, currency: currency)
  }

  /// Gives the amount with the other sign.
  ///
  /// - Throws: ``ExpenseError/Code/overflow`` for the one amount whose opposite does not fit.
  public func negated() throws(ExpenseError) -> Money {
    guard minor != .min else { throw Money.overflow("-(\(self))") }
    return Money(minor: -minor, currency: currency)
  }

  /// Adds amounts of one currency; the sum of none is zero.
  ///
  /// Only the whole sum has to fit 64 bits, not each step to it.
  ///
  /// - Throws: ``ExpenseError/Code/currency`` for another currency;
  ///   ``ExpenseError/Code/overflow``.
  public static func sum(
    _ amounts: some Sequence<Money>, currency: Currency
  ) throws(ExpenseError) -> Money {
    var sum: Int128 = 0
    let zero = Money(minor: 0, currency: currency)
    for amount in amounts {
      try zero.requireSameCurrency(as: amount)
      sum &+= Int128(amount.minor)
    }
    guard let minor = Int64(exactly: sum) else { throw overflow("the sum in \(currency)") }
    return Money(minor: minor, currency: currency)
  }

  private func requireSameCurrency(as other: Money) throws(ExpenseError) {
    guard currency == other.currency else {
      throw ExpenseError(
        .currency,
        currency.code == other.currency.code
          ? "\(currency) has \(currency.digits) digits here and \(other.currency.digits) there"
          : "amounts of different currencies are not added: \(self) and \(other)",
        field: .currency)
    }
  }

  static func overflow(_ what: String) -> ExpenseError {
    ExpenseError(.overflow, "\(what) does not fit 64 bits of minor units", field: .amount)
  }
}
