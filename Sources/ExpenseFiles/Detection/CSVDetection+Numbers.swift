internal import ExpenseModel

extension CSVDetection {
  /// The currency of amounts without one of their own; it is also returned when it is the only one.
  mutating func settleCurrency(
    _ layout: CSVLayout, _ choice: ColumnChoice, _ evidence: Evidence?
  ) throws(ExpenseError) -> Currency? {
    if let currency = try context.profileCurrency() {
      add("currency", .given, currency.code, currency.code)
      return choice.columns[.currency] == nil ? currency : nil
    }
    guard let evidence else { return nil }
    // A header that says the currency, the same for debits and credits.
    let names = [Profile.Field.amount, .debit, .credit].compactMap { choice.name($0)?.currency }
    if let code = names.first, Set(names).count == 1, let currency = context.currency(code) {
      profile.currency = code
      let line = layout.headerLine
      add("currency", .certain, code, "\(code): line \(line), the name of the amounts' column")
      return choice.columns[.currency] == nil && evidence.currencies.units.isEmpty ? currency : nil
    }
    // The column of currencies is asked for already.
    if choice.open[.currency] != nil { return nil }
    return settleUnits(evidence.currencies)
  }
}
