internal import ExpenseModel

/// Which signs the amounts have, and what marks for debit and credit stand with them.
struct SignEvidence {
  enum Side { case amount, debit, credit }

  /// The numbers of amounts below and above zero.
  struct Signs {
    var negative = 0
    var positive = 0
    var isEmpty: Bool { negative == 0 && positive == 0 }
  }

  /// Of the amount column, by the mark that stands with them.
  var unmarked = Signs()
  var markedDebit = Signs()
  var markedCredit = Signs()
  /// Of the columns of debits and of credits.
  var debit = Signs()
  var credit = Signs()
  /// Rows whose flag is no known mark.
  var unknownFlags = 0
  /// The first amount that is not zero.
  var example: Example?

  var isEmpty: Bool {
    unmarked.isEmpty && markedDebit.isEmpty && markedCredit.isEmpty && debit.isEmpty
      && credit.isEmpty
  }

  /// Which of two columns, of debits and of credits, has a minus sign before each amount where the
  /// other has none; nil for neither.
  var signedSide: Side? {
    if debit.negative > 0, debit.positive == 0, credit.negative == 0 { return .debit }
    if credit.negative > 0, credit.positive == 0, debit.negative == 0 { return .credit }
    return nil
  }

  /// Whether money comes in by a sign rule; without one, whether it does by any.
  func hasIncome(_ spending: Profile.Spending?) -> Bool {
    let below = unmarked.negative + debit.negative + credit.negative > 0
    let above = unmarked.positive + debit.positive + credit.positive > 0
    switch spending {
    case .positive: return below || !markedCredit.isEmpty
    case .negative: return above || !markedCredit.isEmpty
    case .debit: return debit.negative > 0 || credit.positive > 0 || !markedCredit.isEmpty
    case .credit: return credit.negative > 0 || debit.positive > 0 || !markedDebit.isEmpty
    case nil:
      return below && above || !debit.isEmpty && !credit.isEmpty || !markedCredit.isEmpty
    }
  }

  mutating func add(
    _ amount: AmountText, _ side: Side, flag: AmountText.Direction?, _ bytes: [UInt8],
    _ row: CSVRow, _ column: Int
  ) {
    guard !amount.number.isZero else { return }
    if example == nil { example = Example(bytes, row, column) }
    switch side {
    case .debit: SignEvidence.count(amount, &debit)
    case .credit: SignEvidence.count(amount, &credit)
    case .amount:
      if flag == AmountText.Direction.none { unknownFlags += 1 }
      switch amount.direction == .none ? flag ?? .none : amount.direction {
      case .none: SignEvidence.count(amount, &unmarked)
      case .debit: SignEvidence.count(amount, &markedDebit)
      case .credit: SignEvidence.count(amount, &markedCredit)
      }
    }
  }

  private static func count(_ amount: AmountText, _ signs: inout Signs) {
    if amount.isNegative { signs.negative += 1 } else { signs.positive += 1 }
  }
}

/// Which currencies stand beside the amounts.
struct CurrencyEvidence {
  /// What stands beside amounts, with the first cell that has it.
  private(set) var units: [String: Example] = [:]
  /// The first amount without a currency of its own, in its cell or in the currency's column.
  private(set) var bare: Example?
  /// Whether an amount's currency stands in a column of its own.
  private(set) var isNamed = false
  private var last = 0..<0

  mutating func add(
    _ amount: AmountText, isNamed: Bool, _ bytes: [UInt8], _ example: @autoclosure () -> Example
  ) {
    if isNamed { self.isNamed = true }
    guard !amount.unit.isEmpty else {
      if !isNamed, bare == nil { bare = example() }
      return
    }
    // Most amounts have the currency of the one before.
    if bytes[amount.unit].elementsEqual(bytes[last]) { return }
    last = amount.unit
    guard units.count < 100 else { return }
    let unit = String(decoding: bytes[amount.unit], as: UTF8.self)
    if units[unit] == nil { units[unit] = example() }
  }
}
