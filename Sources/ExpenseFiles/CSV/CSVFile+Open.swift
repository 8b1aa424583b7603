internal import ExpenseModel

extension CSVFile {
  /// Opens a CSV file: one that this library wrote, or one that a profile describes.
  static func open(
    _ file: [UInt8], _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    if let own = try OwnCSVFile.open(file, context) { return own }
    try context.allowOnly(
      [
        "columns", "delimiter", "decimal", "date", "spending", "income", "currency", "encoding",
        "type", "categorySeparator", "defaultDate", "header", "skip", "spendingMark",
      ], for: "a CSV file")
    let text = try DecodedText(file, declared: context.profile.encoding)
    var opened = OpenedFile(format: "csv", encoding: text.encoding)
    guard let delimiter = context.profile.delimiter else {
      var questions = ["delimiter: which character stands between the columns?"]
      let line = try CSVFile.header(text, delimiter: 0).header
      CSVPlan.ask(context.profile, line, [:], &questions)
      opened.findings = questions.map(Self.question)
      return opened
    }
    let (header, scanner) = try CSVFile.header(text, delimiter: delimiter)
    var questions: [String] = []
    guard let plan = try CSVPlan(context, header: header, questions: &questions) else {
      opened.findings = questions.map(Self.question)
      return opened
    }
    opened.profile = context.profile
    try plan.validateTexts()
    let csv = CSVFile(bytes: text.bytes, plan: plan, lookup: context.currency)
    var meter = ProgressMeter(context.options.progress, bytes: text.bytes.count)
    let (entries, index, undecided) = try csv.readRows(scanner, &meter)
    try meter.finish()
    if undecided > 0 {
      opened.findings.append(
        Self.question(
          "income: is money coming in (\(undecided) \(undecided == 1 ? "row" : "rows")) to "
            + "\"leave out\" or a \"refund\"?"))
    }
    opened.reader = csv
    opened.entries = entries
    opened.index = index
    return opened
  }

  private static func question(_ text: String) -> Finding {
    Finding(key: String(text.prefix { $0 != ":" }), state: .ambiguous, text: text)
  }

  /// Reads the header, and gives what reads the rows behind it.
  static func header(
    _ text: DecodedText, delimiter: UInt8
  ) throws(ExpenseError) -> (header: [String], scanner: CSVScanner) {
    var scanner = CSVScanner(delimiter: delimiter, position: text.start)
    var row = CSVRow()
    guard try scanner.next(text.bytes.span, &row) else {
      throw ExpenseError(.format, "the file is empty: it has no header")
    }
    guard row.fault == .none else {
      throw ExpenseError(
        .format, "line \(row.line): a quote in the header is not closed as it should be")
    }
    return (row.cells.map { CSVCell.text(text.bytes, $0) }, scanner)
  }
}

extension CSVPlan {
  /// Makes sure that the texts that every expense gets are valid.
  func validateTexts() throws(ExpenseError) {
    var expense = Expense(name: "-", amount: 0, date: .first)
    expense.account = account
    expense.type = type ?? ""
    try expense.validate([.account, .type])
  }
}
