extension ExpenseQuery {
  /// Gives the query with its category in canonical form and its month as first and last day.
  ///
  /// - Throws: ``ExpenseError/Code/argument`` for too many sort keys or names, a month that does not
  ///   exist, a negative limit, a level outside 0 to 16, section rows without a section, and states
  ///   that there are not; ``ExpenseError/Code/invalid`` for a category that is none;
  ///   ``ExpenseError/Code/currency`` for what cannot be a currency.
  public func validated() throws(ExpenseError) -> ExpenseQuery {
    try validateOrder()
    try validateNames()
    guard reimbursements.isSubset(of: .all) else {
      throw ExpenseError(
        .argument,
        "reimbursements: 0x\(String(reimbursements.rawValue, radix: 16)) has unknown bits")
    }
    var result = self
    result.category = try CategoryPath(parsing: category).description
    if month != 0 {
      let (first, last) = try monthBounds()
      result.firstDate = max(first, firstDate ?? first)
      result.lastDate = min(last, lastDate ?? last)
      result.month = 0
    }
    return result
  }

  private func validateOrder() throws(ExpenseError) {
    guard sort.count <= ExpenseQuery.maximumSortKeys else {
      throw ExpenseError(
        .argument,
        "a query has at most \(ExpenseQuery.maximumSortKeys) sort keys: \(sort.count)")
    }
    guard limit >= 0 else { throw ExpenseError(.argument, "limit is \(limit), below 0") }
    if let section {
      guard section.level == 0 || section.kind == .category else {
        throw ExpenseError(
          .argument, "a section level is for sections by category: \(section.level)")
      }
      guard 0...CategoryPath.maximumLevels ~= section.level else {
        throw ExpenseError(.argument, "a section level is 0 to 16: \(section.level)")
      }
    } else if showsSectionRows {
      throw ExpenseError(.argument, "section rows need a section to stand for")
    }
  }

  private func validateNames() throws(ExpenseError) {
    for (list, what) in [
      (types, "types"), (currencies, "currencies"), (accounts, "accounts"), (tagsAny, "tags"),
      (tagsAll, "tags"), (tagsNone, "tags"),
    ] where list.count > ExpenseQuery.maximumNames {
      throw ExpenseError(
        .argument, "a query lists at most \(ExpenseQuery.maximumNames) \(what): \(list.count)")
    }
    for currency in currencies where !Currency.isCode(currency) {
      throw ExpenseError(
        .currency, "a currency code is 3 to 12 of A to Z and 0 to 9: \(quoted(currency))",
        field: .currency)
    }
  }

  /// The first and the last day of the month.
  private func monthBounds() throws(ExpenseError) -> (CivilDate, CivilDate) {
    let (year, number) = (Int(month) / 100, Int(month) % 100)
    guard month > 0, let first = CivilDate(year: year, month: number, day: 1),
      let last = CivilDate(
        year: year, month: number, day: CivilDate.daysIn(month: number, year: year))
    else {
      throw ExpenseError(.argument, "a month is written as in 202603: \(month)")
    }
    return (first, last)
  }
}
