internal import ExpenseModel

extension CSVDetection {
  /// Which amounts are money spent. Where every amount says so itself it is no finding.
  mutating func settleSpending(
    _ layout: CSVLayout, _ choice: ColumnChoice, _ evidence: Evidence?, _ balance: BalanceEvidence?
  ) {
    if let mark = given.spendingMark { add("spendingMark", .given, mark, "\"\(mark)\"") }
    if let spending = given.spending {
      return add("spending", .given, spending.rawValue, "\"\(spending.rawValue)\"")
    }
    guard given.spendingMark == nil, let signs = evidence?.signs, !signs.isEmpty else { return }
    if columns[.amount] == nil, columns[.debit] != nil || columns[.credit] != nil {
      return settlePair(layout, choice, signs, balance)
    }
    if columns[.flag] != nil {
      // Next to marks that are known, one that is not makes its row rejected.
      if signs.unknownFlags > 0, signs.markedDebit.isEmpty, signs.markedCredit.isEmpty {
        return askMark(layout, signs)
      }
      let reason = "the marks for debit and credit in \(flagName(layout))"
      // Amounts that have both a mark and the sign that goes with it are read by their sign.
      if signs.markedDebit.positive == 0, signs.markedCredit.negative == 0,
        signs.markedDebit.negative > 0
      {
        return decide(.negative, "\(reason) go with the sign")
      }
      return decide(.debit, reason)
    }
    let hasMarks = !signs.markedDebit.isEmpty || !signs.markedCredit.isEmpty
    if hasMarks, signs.unmarked.isEmpty { return }
    if !signs.markedCredit.isEmpty, signs.markedDebit.isEmpty, signs.unmarked.negative == 0 {
      return decide(.positive, "only credits are marked")
    }
    if !signs.markedDebit.isEmpty, signs.markedCredit.isEmpty, signs.unmarked.negative == 0 {
      return decide(.negative, "only debits are marked")
    }
    if let name = choice.name(.amount), name.saysSpending {
      let column = layout.name(choice.columns[.amount] ?? 0)
      if signs.unmarked.positive > signs.unmarked.negative {
        return decide(.positive, "the column's name is \"\(shortened(column))\"")
      }
      if signs.unmarked.positive == 0 {
        return decide(.negative, "the column's name is \"\(shortened(column))\"")
      }
    }
    // The balance of a card may be what is owed: then what lowers it is no spending. Such a file has
    // more payments than this rule would leave it.
    if let isAdding = balance?.isAdding {
      let (spent, received) =
        isAdding
        ? (signs.unmarked.negative, signs.unmarked.positive)
        : (signs.unmarked.positive, signs.unmarked.negative)
      if spent >= received { return decide(isAdding ? .negative : .positive, CSVDetection.steps) }
    }
    askSpending([.negative, .positive], layout, signs)
  }

  private static let steps = "each step of the balance shows it"

  /// Money out and money in, in columns of their own.
  private mutating func settlePair(
    _ layout: CSVLayout, _ choice: ColumnChoice, _ signs: SignEvidence, _ balance: BalanceEvidence?
  ) {
    switch signs.signedSide {
    case .debit: return decide(.negative, "the debits have a minus sign")
    case .credit: return decide(.positive, "the credits have a minus sign")
    default: break
    }
    if choice.isClearPair { return decide(.debit, "the names of the columns say it") }
    // A balance that debits raise is one that is owed, or the names mean the bank's side.
    if balance?.isAdding == true { return decide(.debit, CSVDetection.steps) }
    askSpending([.debit, .credit], layout, signs)
  }

  private mutating func decide(_ spending: Profile.Spending, _ reason: String) {
    profile.spending = spending
    add("spending", .certain, spending.rawValue, "\"\(spending.rawValue)\": \(reason)")
  }

  private mutating func askSpending(
    _ candidates: [Profile.Spending], _ layout: CSVLayout, _ signs: SignEvidence
  ) {
    let names = candidates.map(\.rawValue)
    add(
      "spending", .ambiguous, candidates: names, at: signs.example,
      "which amounts are money spent, \(Self.either(names.map { "\"\($0)\"" }))?"
        + (signs.example.map { " \(place($0))" } ?? ""))
  }

  private mutating func askMark(_ layout: CSVLayout, _ signs: SignEvidence) {
    var marks: [String] = []
    for row in layout.rows {
      guard let column = columns[.flag], column < row.cells.count, marks.count < 10 else {
        continue
      }
      let mark = HeaderName.trimmed(row.cells[column])
      if !mark.isEmpty, !marks.contains(mark) { marks.append(mark) }
    }
    add(
      "spendingMark", .ambiguous, candidates: marks, at: signs.example,
      "what stands in \(flagName(layout)) of money spent, "
        + "\(Self.either(marks.map { "\"\(shortened($0))\"" }))?")
  }

  private func flagName(_ layout: CSVLayout) -> String {
    columns[.flag].map { "\"\(shortened(layout.name($0)))\"" } ?? "the column"
  }
}
