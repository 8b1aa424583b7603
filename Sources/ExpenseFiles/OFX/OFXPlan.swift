internal import ExpenseModel

/// How the transactions of a file are to be read.
struct OFXPlan {
  let context: OpeningContext
  /// Of amounts that leave it open.
  var decimal: AmountText.DecimalMark?

  init(_ context: OpeningContext) {
    self.context = context
    decimal = context.profile.decimal
  }

  var income: Profile.Income? { context.profile.income }

  /// What the expenses of a statement were paid from.
  func account(of statement: OFXStatement) -> String {
    context.options.account.isEmpty ? statement.account : context.options.account
  }

  /// The currency of a statement: its own, else the profile's.
  func currency(of statement: OFXStatement) -> Currency? {
    context.currency(statement.currencyText.uppercased())
      ?? context.profile.currency.flatMap { context.currency($0) }
  }

  /// The currency of a transaction's amount: its own where it has one.
  func currency(_ transaction: OFXTransaction, _ statement: OFXStatement) -> Currency? {
    let code = transaction["CURRENCY.CURSYM"].uppercased()
    return code.isEmpty ? currency(of: statement) : context.currency(code)
  }

  /// Whether an amount stands with the sign of money spent, which is positive in the store.
  ///
  /// By OFX it does not (2.3, section 3.2.9.2); the profile may say otherwise, or that `TRNTYPE` tells
  /// whatever the sign is.
  func isTurned(_ amount: Int64, _ transaction: OFXTransaction) -> Bool {
    switch context.profile.spending {
    case .positive: return true
    case .negative, .credit, nil: return false
    case .debit:
      let type = transaction["TRNTYPE"].uppercased()
      if OFXPlan.debits.contains(type) { return amount > 0 }
      return OFXPlan.credits.contains(type) && amount < 0
    }
  }

  /// The types of transactions that take money from the account (OFX 2.3, section 11.4.4.3).
  static let debits: Set = [
    "DEBIT", "FEE", "SRVCHG", "ATM", "POS", "CHECK", "PAYMENT", "CASH", "DIRECTDEBIT", "REPEATPMT",
  ]
  /// Those that bring money in. All others say neither.
  static let credits: Set = ["CREDIT", "DEP", "DIRECTDEP"]
}
