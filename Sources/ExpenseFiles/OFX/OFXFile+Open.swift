internal import ExpenseModel

extension OFXFile {
  /// The keys of a profile that mean something for an OFX file.
  private static let keys: Set<String> = [
    "decimal", "spending", "income", "currency", "encoding", "type",
  ]

  static func isLikely(_ bytes: [UInt8]) -> Bool { OFXHeader.isThere(bytes) }

  /// Opens a file: all of it must be there, or none of it is read.
  static func open(
    _ file: [UInt8], _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    let given = context.profile
    try context.allowOnly(keys, for: "an OFX file")
    guard given.spending != .credit else {
      throw ExpenseError(
        .argument, "the profile: spending is \"credit\", which has no meaning for an OFX file")
    }
    _ = try context.profileCurrency()
    var sample = Expense(name: "-", amount: 0, date: .first)
    sample.account = context.options.account
    sample.type = given.type ?? ""
    try sample.validate([.account, .type])
    let text = try DecodedText(file, declared: given.encoding)
    var opened = OpenedFile(format: "ofx", encoding: text.encoding)
    opened.profile = given
    opened.findings = [
      .encoding(
        of: text, given: given.encoding, declared: OFXHeader.unknownEncoding(file))
    ]
    var meter = ProgressMeter(context.options.progress, bytes: text.bytes.count)
    let evidence = try OFXEvidence(text, context, &meter)
    var plan = OFXPlan(context)
    if plan.decimal == nil { plan.decimal = evidence.decimal }
    opened.findings += evidence.findings
    guard !opened.findings.contains(where: { $0.state == .ambiguous }) else {
      if evidence.hasIncome, let question = Finding.income(given.income, rows: nil) {
        opened.findings.append(question)
      }
      return opened
    }
    meter.beginAgain()
    let ofx = OFXFile(bytes: text.bytes, outline: evidence.outline, plan: plan)
    let (entries, index, undecided) = try ofx.readRows(start: text.start, &meter)
    try meter.finish()
    if let income = Finding.income(given.income, rows: undecided) {
      opened.findings.append(income)
    }
    opened.reader = ofx
    opened.entries = entries
    opened.index = index
    return opened
  }
}
