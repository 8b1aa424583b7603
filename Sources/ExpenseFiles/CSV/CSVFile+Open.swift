internal import ExpenseModel

extension CSVFile {
  /// The keys of a profile that mean something for a CSV file.
  private static let keys: Set<String> = [
    "columns", "header", "skip", "delimiter", "decimal", "date", "spending", "spendingMark",
    "income", "currency", "encoding", "type", "categorySeparator", "defaultDate",
  ]

  /// Opens a CSV file: one that this library wrote, or one that tells how it is to be read, by
  /// itself or with a profile.
  static func open(
    _ file: [UInt8], _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    if let own = try OwnCSVFile.open(file, context) { return own }
    try context.allowOnly(keys, for: "a CSV file")
    let text = try DecodedText(file, declared: context.profile.encoding)
    var meter = ProgressMeter(context.options.progress, bytes: text.bytes.count)
    let detection = try CSVDetection(text, context, &meter)
    var opened = OpenedFile(format: "csv", encoding: text.encoding)
    opened.findings = detection.findings
    opened.profile = detection.profile
    guard let plan = try CSVPlan(detection), let layout = detection.layout else {
      if detection.hasIncome, context.profile.income == nil,
        let question = Finding.income(nil, rows: nil)
      {
        opened.findings.append(question)
      }
      return opened
    }
    try plan.validateTexts()
    meter.beginAgain()
    var csv = CSVFile(bytes: text.bytes, plan: plan, lookup: context.currency)
    let (entries, index, undecided, hasUnits) = try csv.readRows(layout.start, &meter)
    try meter.finish()
    csv.hasUnits = hasUnits
    if let income = Finding.income(context.profile.income, rows: undecided) {
      opened.findings.append(income)
    }
    opened.reader = csv
    opened.entries = entries
    opened.index = index
    return opened
  }

  /// Reads the header of a file of the library's own, and gives what reads the rows behind it.
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
