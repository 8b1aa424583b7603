internal import ExpenseModel

/// What a QIF file is to be read with: what the profile gives, what the whole file makes certain, and
/// what it leaves open.
struct QIFDetection: FileDetection {
  let context: OpeningContext
  let bytes: [UInt8]
  var findings: [Finding] = []
  var profile: Profile
  var irrelevantOrder = Profile.DateOrder.yearMonthDay
  /// Whether dates with points have the day first, whatever the order of the others.
  private(set) var isDayFirst = true
  private(set) var hasUnits = false
  private(set) var sections: [QIFSection] = []
  /// Whether money comes in, as far as that is known before the rows are read.
  private(set) var hasIncome = false

  /// Looks at the whole file for what the profile does not say.
  ///
  /// - Throws: `format` when it is no QIF file; `currency` for an unknown one; `argument` for a
  ///   sign rule that such a file has no use for.
  init(
    _ text: DecodedText, _ context: OpeningContext, _ meter: inout ProgressMeter
  ) throws(ExpenseError) {
    self.context = context
    bytes = text.bytes
    profile = context.profile
    if let spending = given.spending, spending != .negative, spending != .positive {
      throw ExpenseError(
        .argument,
        "the profile: spending is \"\(spending.rawValue)\", but in a QIF file a sign tells debits "
          + "from credits: \"negative\" or \"positive\"")
    }
    let evidence = try QIFEvidence(text, context, &meter)
    sections = evidence.sections
    isDayFirst = evidence.dates.isDayFirst
    hasUnits = !evidence.currencies.units.isEmpty
    tellEncoding(text)
    settleDate(evidence)
    let currency = try settleCurrency(evidence)
    settleDecimal(evidence.decimal, digits: currency?.digits)
    settleSpending(evidence)
    settleTransfers(evidence)
    settleClasses(evidence)
    hasIncome =
      profile.spending == .positive ? evidence.negative > 0 : evidence.positive > 0
    let keys = ["encoding", "date", "decimal", "currency", "spending", "transfers", "classes"]
    func place(_ finding: Finding) -> Int { keys.firstIndex(of: finding.key) ?? keys.count }
    findings.sort { place($0) < place($1) }
  }

  func place(_ example: Example) -> String {
    let letter = UInt8(truncatingIfNeeded: example.column)
    let field = letter == UInt8(ascii: "!") ? "" : " \(UnicodeScalar(letter)),"
    return "line \(example.line),\(field) \"\(shortened(example.cell))\""
  }

  static func date(_ cell: String, _ order: Profile.DateOrder) -> CivilDate? {
    let bytes = Array(cell.utf8)
    return try? QIFDate.read(bytes.span, bytes.indices, order, isDayFirst: false)
  }

  private mutating func settleDate(_ evidence: QIFEvidence) {
    if given.date == nil, let (order, example) = evidence.option,
      evidence.dates.conclusive.allows(order)
    {
      profile.date = order
      return add(
        "date", .certain, order.rawValue, at: example, "\(order.rawValue): \(place(example))")
    }
    settleDate(evidence.dates.conclusive)
  }

  /// The currency; it is also returned when it is the only one.
  private mutating func settleCurrency(_ evidence: QIFEvidence) throws(ExpenseError) -> Currency? {
    guard let currency = try context.profileCurrency() else {
      return settleUnits(evidence.currencies)
    }
    add("currency", .given, currency.code, currency.code)
    return hasUnits ? nil : currency
  }

  /// Which amounts are money spent: those with a minus sign, in every kind of account.
  ///
  /// Only a file without any is asked about: some cards write what is spent without one.
  private mutating func settleSpending(_ evidence: QIFEvidence) {
    if let spending = given.spending {
      return add("spending", .given, spending.rawValue, "\"\(spending.rawValue)\"")
    }
    if evidence.negative > 0 {
      profile.spending = .negative
      return add("spending", .certain, "negative", "\"negative\": so the format has it")
    }
    guard let example = evidence.amount else { return }
    add(
      "spending", .ambiguous, candidates: ["negative", "positive"], at: example,
      "no amount has a minus sign: is it money coming in (\"negative\"), or are amounts without one "
        + "money spent (\"positive\")? \(place(example))")
  }

  /// What becomes of transfers: no expenses, unless the file has nothing else.
  private mutating func settleTransfers(_ evidence: QIFEvidence) {
    if let transfers = given.transfers {
      return add("transfers", .given, transfers.rawValue, "\"\(transfers.rawValue)\"")
    }
    guard let example = evidence.transfer else { return }
    let choices = Profile.Transfers.allCases.map(\.rawValue)
    guard evidence.others > 0 else {
      return add(
        "transfers", .ambiguous, candidates: choices, at: example,
        "every transaction is a transfer to another account: to \"leave out\", or to \"keep\" with "
          + "that account as its category? \(place(example))")
    }
    profile.transfers = .leaveOut
    let count =
      evidence.transfers == 1 ? "1 row is a transfer" : "\(evidence.transfers) rows are transfers"
    add(
      "transfers", .certain, Profile.Transfers.leaveOut.rawValue, at: example,
      "\"leave out\": \(count) between accounts, \(place(example))")
  }

  /// What stands behind a `/` in a category: a class, unless the file's list of categories has it.
  private mutating func settleClasses(_ evidence: QIFEvidence) {
    if let classes = given.classes {
      return add("classes", .given, classes.rawValue, "\"\(classes.rawValue)\"")
    }
    guard let example = evidence.classes.example else { return }
    let names = Profile.Classes.self
    if evidence.classes.areClasses {
      profile.classes = .tags
      return add(
        "classes", .certain, names.tags.rawValue, at: example,
        "\"tags\": the file has a list of them, \(place(example))")
    }
    if evidence.classes.areNames {
      profile.classes = .name
      return add(
        "classes", .certain, names.name.rawValue, at: example,
        "\"name\": the file's list of categories has it, \(place(example))")
    }
    add(
      "classes", .ambiguous, candidates: names.allCases.map(\.rawValue), at: example,
      "does a / in a category stand before a class, which becomes \"tags\", or is it part of its "
        + "\"name\"? \(place(example))")
  }
}
