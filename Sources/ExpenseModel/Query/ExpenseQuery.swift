/// Which expenses, and in which order; a query as created asks for all in order of adding.
public struct ExpenseQuery: Hashable, Sendable {
  /// The first day, inclusive.
  public var firstDate: CivilDate?
  /// The last day, inclusive.
  public var lastDate: CivilDate?
  /// Exactly this type; "" for any.
  public var type: String
  /// This category and those below it, as the text of a ``CategoryPath``; "" for any.
  public var category: String
  /// This currency's code; "" for any.
  public var currency: String
  /// Exactly this account; "" for any.
  public var account: String
  /// Name or note contains it, regardless of case as in ``TextFold``; "" for any.
  public var text: String
  /// At most two keys; what is equal in them is in order of adding.
  public var sort: [SortKey]

  /// Creates a query; each condition that is given narrows it.
  public init(
    firstDate: CivilDate? = nil, lastDate: CivilDate? = nil, type: String = "",
    category: String = "", currency: String = "", account: String = "", text: String = "",
    sort: [SortKey] = []
  ) {
    self.firstDate = firstDate
    self.lastDate = lastDate
    self.type = type
    self.category = category
    self.currency = currency
    self.account = account
    self.text = text
    self.sort = sort
  }

  /// Gives the query with its category in canonical form.
  ///
  /// - Throws: ``ExpenseError/Code/argument`` for more than two sort keys;
  ///   ``ExpenseError/Code/invalid`` for a category that is none; ``ExpenseError/Code/currency`` for
  ///   what cannot be a currency.
  public func validated() throws(ExpenseError) -> ExpenseQuery {
    guard sort.count <= 2 else {
      throw ExpenseError(.argument, "a query has at most two sort keys: \(sort.count)")
    }
    guard currency.isEmpty || Currency.isCode(currency) else {
      throw ExpenseError(
        .currency, "a currency code is 3 to 12 of A to Z and 0 to 9: \(quoted(currency))",
        field: .currency)
    }
    var result = self
    result.category = try CategoryPath(parsing: category).description
    return result
  }
}
