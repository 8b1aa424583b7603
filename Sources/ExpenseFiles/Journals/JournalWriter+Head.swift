internal import ExpenseModel
internal import ExpenseStore

/// What stands before the transactions.
extension JournalWriter {
  /// The whole file around the transactions.
  func document(_ transactions: [UInt8]) -> [UInt8] {
    var lines = ["; Expenses written by iexpense"]
    let date = firstDate ?? .first
    let currencies = usedCurrencies.values.sorted { $0.code < $1.code }
    let accounts = usedAccounts.map(\.text).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    switch dialect {
    case .ledger:
      lines += usedTags.sorted().map { "tag \($0)" }
      for currency in currencies {
        lines += [
          "commodity \(dialect.commodity(currency.code))", "    format \(sample(currency))",
        ]
      }
      lines += accounts.map { "account \($0)" }
    case .hledger:
      lines.append("decimal-mark .")
      for currency in currencies {
        let point = currency.digits == 0 ? "." : ""
        lines.append("commodity \(sample(currency, point: point))")
      }
      lines += accounts.map { "account \($0)" }
    case .beancount:
      // Without digits the program has nothing that tells how exact a price is.
      lines += wholePrices.sorted().map {
        "option \"inferred_tolerance_default\" \"\(dialect.commodity($0)):0.005\""
      }
      lines += currencies.map { "\(date) commodity \(dialect.commodity($0.code))" }
      lines += accounts.map { "\(date) open \($0)" }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8) + transactions
  }

  /// An amount that shows how many digits a currency has.
  private func sample(_ currency: Currency, point: String = "") -> String {
    let zeros = String(repeating: "0", count: currency.digits)
    let fraction = currency.digits == 0 ? point : ".\(zeros)"
    return "1000\(fraction) \(dialect.commodity(currency.code))"
  }
}
