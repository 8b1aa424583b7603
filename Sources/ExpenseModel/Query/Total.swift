/// The sum of the expenses of one group in one currency.
public struct Total: Hashable, Sendable {
  /// The month as yyyymm; 0 when not grouped by month.
  public var month: Int32
  /// The first day of the day, week, month, quarter or year; nil when not grouped by one.
  public var date: CivilDate?
  /// "" when not grouped by type.
  public var type: String
  /// The text of a ``CategoryPath``; "" when not grouped by category, and for none.
  public var category: String
  /// "" when not grouped by account, and for none.
  public var account: String
  /// The currency's code.
  public var currency: String
  /// The currency's digits behind the point.
  public var digits: Int
  /// The sum in minor units; 128 bits wide, so that no stored expenses overflow it.
  public var amount: Int128
  /// How many expenses.
  public var count: Int64

  /// Creates a total.
  public init(
    month: Int32 = 0, date: CivilDate? = nil, type: String = "", category: String = "",
    account: String = "", currency: String, digits: Int, amount: Int128, count: Int64
  ) {
    self.month = month
    self.date = date
    self.type = type
    self.category = category
    self.account = account
    self.currency = currency
    self.digits = digits
    self.amount = amount
    self.count = count
  }

  /// The sum as 64 bits of minor units.
  ///
  /// - Throws: ``ExpenseError/Code/overflow`` when it does not fit.
  public var minor: Int64 {
    get throws(ExpenseError) {
      guard let minor = Int64(exactly: amount) else {
        throw Money.overflow("the sum \(amountText) \(currency)")
      }
      return minor
    }
  }

  /// The sum as canonical text, however large.
  public var amountText: String { Money.amountText(wide: amount, digits: digits) }
}
