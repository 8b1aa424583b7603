internal import ExpenseModel

/// Makes expenses of the transactions of a QIF file, and says why where it cannot.
struct QIFCursor: RowCursor {
  let file: QIFFile
  private var record = QIFRecord()
  /// Where the record at hand begins; -1 for none.
  private var start = -1
  private var recordProblem: RowProblem?

  init(_ file: QIFFile) { self.file = file }

  private var plan: QIFPlan { file.plan }

  mutating func expense(at entry: RowEntry) throws(RowProblem) -> Expense {
    guard let section = load(entry) else { throw RowProblem(reason: "there is no transaction") }
    if let recordProblem { throw recordProblem }
    return try expense(record, part(entry), section, entry)
  }

  func remark(on entry: RowEntry) -> String {
    if entry.status == .rejected { return "" }
    var cursor = self
    guard let section = cursor.load(entry) else { return "" }
    if entry.status == .leftOut, !entry.isTransfer {
      return CSVCursor.incomeRemark(plan.income)
    }
    let category = cursor.category(cursor.record, cursor.part(entry))
    if entry.isTransfer, let category, entry.status == .leftOut {
      return section.isOwn(category, file.bytes)
        ? "the opening balance" : "a transfer to \"\(shortened(category.names.joined()))\""
    }
    return entry.isNameless ? CSVCursor.noNameRemark : ""
  }

  /// Reads the record that a row stands in, and gives its section.
  private mutating func load(_ entry: RowEntry) -> QIFSection? {
    let split = file.splitRecord(at: entry.offset)
    let begin = Int(split?.start ?? entry.offset)
    guard let section = file.section(at: begin) else { return nil }
    if begin != start {
      var scanner = QIFScanner(position: begin, number: Int(split?.line ?? entry.line))
      let bytes = file.bytes
      var record = QIFRecord()
      // Its memory serves all records.
      swap(&record, &self.record)
      defer { swap(&record, &self.record) }
      start = record.read(bytes.span, &scanner) ? begin : -1
      recordProblem = start < 0 ? nil : problem(record, section)
    }
    return start < 0 ? nil : section
  }

  /// The part of the record at hand that a row is; nil for the whole.
  private func part(_ entry: RowEntry) -> QIFRecord.Split? {
    record.splits.first { $0.start == Int(entry.offset) }
  }

  /// Decides on a row by making its expense.
  func decide(
    _ record: QIFRecord, _ part: QIFRecord.Split?, _ section: QIFSection, _ entry: inout RowEntry
  ) {
    guard let expense = try? expense(record, part, section, entry) else { return }
    let category = category(record, part)
    entry.isTransfer = category?.isTransfer ?? false
    entry.isNameless = name(record, part) == nil
    entry.amountMark = AmountMark(expense.amount)
    let isLeftOut =
      if let category, category.isTransfer {
        plan.transfers == .leaveOut || section.isOwn(category, file.bytes)
      } else {
        false
      }
    let isIncome = expense.amount < 0 && plan.income != .refund
    entry.status = isLeftOut || isIncome ? .leftOut : .fresh
    if !isLeftOut { entry.isTransfer = false }
  }

  // MARK: Checking

  /// Why a whole record is rejected; nil when each of its rows is read by itself.
  func problem(_ record: QIFRecord, _ section: QIFSection) -> RowProblem? {
    do throws(RowProblem) {
      try check(record, section)
      return nil
    } catch {
      return error
    }
  }

  private func check(_ record: QIFRecord, _ section: QIFSection) throws(RowProblem) {
    if section.kind == .investment {
      throw RowProblem(reason: "a transaction of an investment account is no payment")
    }
    guard record.lineCount <= QIFRecord.maximumLines else {
      throw RowProblem(
        reason: "the transaction has more than \(QIFRecord.maximumLines) lines")
    }
    if record.isCut { throw RowProblem(reason: "the file ends in the middle of this transaction") }
    if let letter = record.repeated {
      throw RowProblem(
        reason: "\(UnicodeScalar(letter)) stands twice: a ^ before it is missing, or a text has a "
          + "line break")
    }
    guard record.anyAmount != nil || !record.splits.isEmpty else {
      throw RowProblem(
        reason: record.date == nil
          ? "the transaction has neither a date nor an amount" : "the transaction has no amount")
    }
    if let amount = record.amount, let other = record.otherAmount {
      guard try self.amount(other, "U").minor == self.amount(amount, "T").minor else {
        throw problem("U", other, "T has another amount")
      }
    }
    if !record.splits.isEmpty { try checkSplits(record) }
  }

  /// Makes sure that each part of a split has an amount, and that all of them are that of the whole.
  ///
  /// Where the whole has none, as some programs write it, they say it.
  private func checkSplits(_ record: QIFRecord) throws(RowProblem) {
    guard record.splits.count <= QIFRecord.maximumSplits else {
      throw RowProblem(
        reason: "the transaction is split into more than \(QIFRecord.maximumSplits) parts")
    }
    let letter = record.amount == nil ? "U" : "T"
    let whole: (range: Range<Int>, amount: Int64, currency: Currency)?
    if let range = record.anyAmount {
      let (amount, currency) = try amount(range, letter)
      whole = (range, amount, currency)
    } else {
      whole = nil
    }
    var sum: Int64 = 0
    for split in record.splits {
      guard let range = split.amount else {
        throw problem(
          split.percentage == nil ? "S" : "%", split.percentage ?? split.category ?? 0..<0,
          "this part of the split has no amount")
      }
      let part = try amount(range, "$")
      guard let whole else { continue }
      guard part.currency == whole.currency else {
        throw problem("$", range, "this part of the split has another currency than the whole")
      }
      let (next, overflow) = sum.addingReportingOverflow(part.minor)
      guard !overflow else { throw problem("$", range, "the sum of the split is too large") }
      sum = next
    }
    guard let whole, sum != whole.amount else { return }
    let text = Money.amountText(
      plan.isSpendingPositive ? sum : 0 &- sum, digits: whole.currency.digits)
    throw problem(letter, whole.range, "the parts of the split sum to \(text)")
  }

  func problem(_ letter: String, _ range: Range<Int>, _ reason: String) -> RowProblem {
    RowProblem(columnName: letter, cell: text(range), reason: reason)
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: file.bytes[range], as: UTF8.self)
  }
}
