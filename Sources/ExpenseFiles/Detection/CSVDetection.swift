internal import ExpenseModel

/// What a CSV file is to be read with: what the profile gives, what the file makes certain, and what
/// it leaves open.
struct CSVDetection: FileDetection {
  let context: OpeningContext
  let bytes: [UInt8]
  /// Nil while it is open what stands between the columns.
  private(set) var layout: CSVLayout?
  private(set) var columns: [Profile.Field: Int] = [:]
  var findings: [Finding] = []
  /// All that is given and certain.
  var profile: Profile
  /// The rows, by their offsets, whose balance does not follow from the row before.
  var misfits: Set<UInt32> = []
  /// The order of dates that all orders read as the same days.
  var irrelevantOrder = Profile.DateOrder.yearMonthDay
  /// Whether money comes in, as far as that is known before the rows are read.
  var hasIncome = false

  /// Looks at the whole file for what the profile does not say.
  ///
  /// - Throws: `format` when the file is empty, a row breaks a limit, or a column that the profile
  ///   names is not there; `currency` for an unknown one; `argument` for a sign rule that the file
  ///   has no columns for.
  init(
    _ text: DecodedText, _ context: OpeningContext, _ meter: inout ProgressMeter
  ) throws(ExpenseError) {
    self.context = context
    bytes = text.bytes
    profile = context.profile
    tellEncoding(text)
    switch try CSVLayout.search(text, context.layout) {
    case .open(let candidates, let example, let line):
      askDelimiter(candidates, example, line)
    case .found(let layout):
      self.layout = layout
      let choice = try ColumnChoice(
        layout, given, proposes: context.proposesColumns,
        hasAccount: !context.options.account.isEmpty)
      columns = choice.columns
      tellLayout(layout)
      tellColumns(layout, choice)
      try checkSpending()
      let evidence =
        needsEvidence
        ? try Evidence(bytes, layout, choice, &meter, lookup: context.currency) : nil
      try settle(layout, choice, evidence)
    }
  }

  /// Whether something must be looked for in all rows.
  private var needsEvidence: Bool {
    given.decimal == nil || (given.date == nil && columns[.date] != nil)
      || (given.spending == nil && given.spendingMark == nil) || given.currency == nil
  }

  private func checkSpending() throws(ExpenseError) {
    let hasSides =
      columns[.flag] != nil || columns[.debit] != nil || columns[.credit] != nil
    if let spending = given.spending, spending == .debit || spending == .credit, !hasSides,
      columns[.amount] != nil
    {
      throw ExpenseError(
        .argument,
        "the profile: spending is \"\(spending.rawValue)\", but no column tells debits from credits"
      )
    }
    if given.spendingMark != nil, columns[.flag] == nil {
      throw ExpenseError(.argument, "the profile: spendingMark needs columns.flag")
    }
  }

  private mutating func settle(
    _ layout: CSVLayout, _ choice: ColumnChoice, _ evidence: Evidence?
  ) throws(ExpenseError) {
    let currency = try settleCurrency(layout, choice, evidence)
    settleDecimal(evidence?.decimal, digits: currency?.digits)
    settleDate(evidence?.dates)
    var balance: BalanceEvidence?
    if choice.columns[.balance] != nil, let decimal = profile.decimal {
      let isSigned = given.spending == .negative || given.spending == .positive
      balance = try BalanceEvidence(
        bytes, layout, choice, decimal,
        hasSignedSides: isSigned || evidence?.signs.signedSide != nil)
    }
    settleSpending(layout, choice, evidence, balance)
    hasIncome = evidence?.signs.hasIncome(profile.spending) ?? false
    if let balance {
      let isAdding: Bool? =
        switch profile.spending {
        case .negative, .debit: true
        case .positive, .credit: false
        case nil: nil
        }
      misfits = balance.misfits(isAdding: isAdding)
    }
    let order = ["encoding", "delimiter", "header"]
    func rank(_ finding: Finding) -> Int {
      order.firstIndex(of: finding.key) ?? (finding.key.hasPrefix("columns.") ? 3 : 4)
    }
    let keys = ["decimal", "date", "spending", "spendingMark", "currency"]
    func place(_ finding: Finding) -> Int { keys.firstIndex(of: finding.key) ?? -1 }
    findings = findings.enumerated().sorted { a, b in
      (rank(a.element), place(a.element), a.offset) < (rank(b.element), place(b.element), b.offset)
    }.map(\.element)
  }
}
