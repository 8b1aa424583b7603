internal import ExpenseModel

/// How the transactions of a QIF file are read.
struct QIFPlan: Sendable {
  let decimal: Profile.DecimalMark
  let order: Profile.DateOrder
  /// Whether dates with points have the day first, whatever the order.
  let isDayFirst: Bool
  /// Whether an amount above zero is money spent.
  let isSpendingPositive: Bool
  /// Nil: not said, which is an open question as soon as money comes in.
  let income: Profile.Income?
  let transfers: Profile.Transfers
  let classes: Profile.Classes
  /// Of amounts without one of their own.
  let currency: Currency?
  let hasUnits: Bool
  let type: String?
  /// The account that the caller says; "": that of the file.
  let account: String

  /// Makes the plan; nil while a question is open.
  ///
  /// - Throws: `currency` when the profile's is unknown; `invalid` for a type or an account that no
  ///   expense can have.
  init?(_ detection: QIFDetection) throws(ExpenseError) {
    guard !detection.isOpen else { return nil }
    let profile = detection.profile
    // What the file does not tell makes no difference in it.
    decimal = profile.decimal ?? .point
    order = profile.date ?? detection.irrelevantOrder
    isDayFirst = detection.isDayFirst
    isSpendingPositive = profile.spending == .positive
    income = profile.income
    transfers = profile.transfers ?? .leaveOut
    classes = profile.classes ?? .tags
    currency = try detection.context.currency(named: profile.currency)
    hasUnits = detection.hasUnits
    type = profile.type
    account = detection.context.options.account
    var expense = Expense(name: "-", amount: 0, date: .first)
    expense.account = account
    expense.type = type ?? ""
    try expense.validate([.account, .type])
  }
}
