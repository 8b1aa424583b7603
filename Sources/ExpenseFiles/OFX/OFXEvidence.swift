internal import ExpenseModel

/// What an OFX file says of how it is to be read, beyond what OFX itself says.
struct OFXEvidence {
  private(set) var outline: OFXOutline
  private(set) var findings: [Finding] = []
  /// The decimal mark of amounts that leave it open, where the others show it.
  private(set) var decimal: AmountText.DecimalMark?
  /// Whether money comes in, as far as that is known.
  private(set) var hasIncome = false

  /// Looks at the whole file for what the profile does not say.
  init(
    _ text: DecodedText, _ context: OpeningContext, _ meter: inout ProgressMeter
  ) throws(ExpenseError) {
    var counts = Counts()
    let plan = OFXPlan(context)
    outline = try OFXOutline(text.bytes, start: text.start, &meter) {
      (offset, transaction, statement) throws(ExpenseError) in
      counts.rows += 1
      if let transaction { counts.add(transaction, statement, offset, plan) }
    }
    guard counts.rows > 0 || outline.statements.count > 1 else {
      throw ExpenseError(
        .format,
        "there is no statement in the file"
          + (outline.failure.isEmpty ? "" : ": the bank's server answered \(outline.failure)"))
    }
    let given = context.profile
    settleCurrency(counts, context, text)
    settleDecimal(counts, given, text)
    settleSpending(counts, given, text)
    hasIncome =
      given.spending == .positive ? counts.negative > 0 : counts.positive > 0
  }

  /// An amount that shows something.
  private struct Example {
    let offset: Int
    let text: String

    func place(_ bytes: DecodedText) -> Int { Place(offset, in: bytes.bytes).line }
  }

  private struct Counts {
    var rows = 0
    var positive = 0
    var negative = 0
    /// Amounts that are a number with one of the marks only, by that mark.
    var decimals: [AmountText.DecimalMark: Example] = [:]
    /// The first amount that is two numbers.
    var open: Example?
    /// Where the type and the sign say the same of money spent or received, and where not.
    var agreeing = 0
    var turnedDebit: Example?
    var turnedCredit: Example?
    /// The first transaction without a known currency, and what its statement says.
    var noCurrency: (example: Example, statement: OFXStatement)?

    mutating func add(
      _ transaction: OFXTransaction, _ statement: OFXStatement, _ offset: Int, _ plan: OFXPlan
    ) {
      let text = transaction["TRNAMT"]
      let example = Example(offset: offset, text: text)
      guard let currency = plan.currency(transaction, statement) else {
        // A transaction's own currency is no question of the file.
        if noCurrency == nil, transaction["CURRENCY.CURSYM"].isEmpty {
          noCurrency = (example, statement)
        }
        return
      }
      let marks = OFXAmount.marks(text)
      let utf8 = text.utf8
      guard let mark = marks.first,
        let amount = try? AmountText(utf8.span, 0..<utf8.count, decimal: mark),
        !amount.number.isZero,
        AmountText.DecimalMark.allCases.contains(where: { mark in
          if case .minor = OFXAmount.read(text, currency, settled: mark) { true } else { false }
        })
      else { return }
      if marks.count == 2 {
        if open == nil, currency.digits < 3 { open = example }
      } else if decimals[mark] == nil,
        utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
      {
        decimals[mark] = example
      }
      // The sign is the same with both marks.
      let isNegative = amount.isNegative
      if isNegative { negative += 1 } else { positive += 1 }
      let type = transaction["TRNTYPE"].uppercased()
      if OFXPlan.debits.contains(type) {
        if isNegative { agreeing += 1 } else if turnedDebit == nil { turnedDebit = example }
      } else if OFXPlan.credits.contains(type) {
        if !isNegative { agreeing += 1 } else if turnedCredit == nil { turnedCredit = example }
      }
    }
  }

  private mutating func settleCurrency(
    _ counts: Counts, _ context: OpeningContext, _ text: DecodedText
  ) {
    if let code = context.profile.currency {
      findings.append(
        Finding(key: "currency", state: .given, value: code, text: "currency: \"\(code)\""))
    } else if let (example, statement) = counts.noCurrency {
      var question = context.currencyQuestion()
      question.line = Int64(example.place(text))
      question.example = statement.currencyText
      if statement.currencyText.isEmpty {
        question.text += " the statement of line \(question.line) does not say it"
      } else {
        question.line = Int64(Place(statement.currencyOffset, in: text.bytes).line)
        question.text +=
          " line \(question.line), CURDEF, \(quoted(statement.currencyText)) is none that is known"
      }
      findings.append(question)
    }
  }

  private mutating func settleDecimal(_ counts: Counts, _ given: Profile, _ text: DecodedText) {
    if let mark = given.decimal {
      findings.append(
        Finding(
          key: "decimal", state: .given, value: mark.rawValue,
          text: "decimal: \"\(mark.rawValue)\""))
      return
    }
    guard let open = counts.open else { return }
    if counts.decimals.count == 1, let (mark, example) = counts.decimals.first {
      decimal = mark
      let line = example.place(text)
      findings.append(
        Finding(
          key: "decimal", state: .certain, value: mark.rawValue, line: Int64(line),
          example: example.text,
          text: "decimal: \"\(mark.rawValue)\": line \(line), TRNAMT, \(quoted(example.text))"))
      return
    }
    let line = open.place(text)
    findings.append(
      Finding(
        key: "decimal", state: .ambiguous, candidates: [".", ","], line: Int64(line),
        example: open.text,
        text: "decimal: \".\" or \",\": line \(line), TRNAMT, \(quoted(open.text)) may be two "
          + "numbers"))
  }

  /// OFX says that money spent has a minus sign; where `TRNTYPE` says the contrary of every amount,
  /// the bank may mean it the other way round.
  private mutating func settleSpending(_ counts: Counts, _ given: Profile, _ text: DecodedText) {
    if let spending = given.spending {
      findings.append(
        Finding(
          key: "spending", state: .given, value: spending.rawValue,
          text: "spending: \"\(spending.rawValue)\""))
      return
    }
    guard counts.turnedDebit != nil || counts.turnedCredit != nil else { return }
    let isMixed = counts.agreeing > 0
    // Next to types that go with their signs, a turned one is a payment that was taken back. Only
    // credits and debits that all have one sign leave it open.
    guard !isMixed || counts.negative == 0 else { return }
    guard let example = counts.turnedDebit ?? counts.turnedCredit else { return }
    let line = example.place(text)
    findings.append(
      Finding(
        key: "spending", state: .ambiguous,
        candidates: isMixed ? ["debit", "negative"] : ["positive", "negative", "debit"],
        line: Int64(line), example: example.text,
        text:
          "spending: which amounts are money spent, \"positive\" or \"negative\" ones, or those "
          + "whose TRNTYPE is a \"debit\"? line \(line), TRNAMT, \(quoted(example.text)) has the sign "
          + "that does not go with its TRNTYPE"))
  }
}
