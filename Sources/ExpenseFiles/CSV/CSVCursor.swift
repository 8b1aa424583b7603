internal import ExpenseModel

/// Makes expenses of the rows of a CSV file, and says why where it cannot.
struct CSVCursor: RowCursor {
  let file: CSVFile
  private var row = CSVRow()
  /// Whether the texts of the row at hand have guards to take off.
  private var isGuarded = false
  private var categories = TextCache()
  private var texts = TextCache()
  var codeTexts = TextCache()
  var codes: [String: Currency] = [:]
  var flags = TextCache()
  /// Whether an amount had a currency beside it.
  var hasUnits = false
  /// The currency beside the last amount that had one.
  var lastUnit: (range: Range<Int>, preferred: Currency?, currency: Currency)?

  var constants: CSVConstants
  /// The bytes of the header's first cell.
  let firstHeader: [UInt8]

  init(_ file: CSVFile) {
    self.file = file
    constants = CSVConstants(file.plan)
    firstHeader = Array((file.plan.header.first ?? "").utf8)
  }

  var plan: CSVPlan { file.plan }

  /// The name of an expense whose name the file leaves blank: a payment without a payee is one all
  /// the same, and leaving it out would make a wrong total.
  static let noName = "(no name)"

  /// Whether a row's name is blank.
  func isNameless(_ span: Span<UInt8>, _ row: CSVRow) -> Bool {
    plan.nameColumn < row.cells.count
      && Blanks.trimmed(span, row.cells[plan.nameColumn].range).isEmpty
  }

  mutating func expense(at entry: RowEntry) throws(RowProblem) -> Expense {
    var scanner = CSVScanner(
      delimiter: plan.delimiter, position: Int(entry.offset), line: Int(entry.line))
    let bytes = file.bytes
    var row = CSVRow()
    // The cells' memory serves all rows.
    swap(&row, &self.row)
    defer { swap(&row, &self.row) }
    do throws(ExpenseError) {
      _ = try scanner.next(bytes.span, &row)
    } catch {
      throw RowProblem(reason: error.message)
    }
    return try expense(row)
  }

  /// Runs a body with the memory that serves the cells of all rows.
  mutating func withRow(_ body: (inout CSVCursor, inout CSVRow) -> Bool) -> Bool {
    var row = CSVRow()
    swap(&row, &self.row)
    defer { swap(&row, &self.row) }
    return body(&self, &row)
  }

  func remark(on entry: RowEntry) -> String {
    guard entry.status == .leftOut else {
      if entry.status == .rejected { return "" }
      if plan.misfits.contains(entry.offset) {
        return "the balance does not follow from the row before"
      }
      return entry.isNameless ? CSVCursor.noNameRemark : ""
    }
    return CSVCursor.incomeRemark(plan.income)
  }

  static let noNameRemark = "the file gives no name: \"\(CSVCursor.noName)\" stands for it"

  /// Why money that comes in is left out.
  static func incomeRemark(_ income: Profile.Income?) -> String {
    income == nil
      ? "money coming in: the profile does not say what to do with it" : "money coming in"
  }

  /// Decides on a row by making its expense.
  mutating func verdict(on row: CSVRow) -> CSVFile.Verdict {
    do throws(RowProblem) {
      let isIncome = try expense(row).amount < 0
      return isIncome && plan.income != .refund ? .leftOut : .stored
    } catch {
      return .rejected
    }
  }

  private mutating func expense(_ row: CSVRow) throws(RowProblem) -> Expense {
    isGuarded = false
    try checkShape(row)
    isGuarded = FormulaGuard.isOn(text(row, plan.guardColumn))
    let bytes = file.bytes
    let span = bytes.span
    // The date first: a line without one, such as that of a total, is no payment at all.
    let date = try date(row)
    let amount: Int64
    let currency: Currency
    do throws(CSVAmountProblem) {
      (amount, currency) = try self.amount(bytes.span, row)
    } catch {
      throw problem(row, error.column, error.reason)
    }
    let name = isNameless(span, row) ? CSVCursor.noName : text(row, plan.nameColumn)
    var expense = Expense(name: name, amount: amount, date: date)
    expense.currency = currency.code
    expense.account = plan.account
    expense.source = Expense.Source(line: Int64(row.line))
    if let type = plan.type { expense.type = type }
    try fillTexts(row, &expense)
    do throws(ExpenseError) {
      try expense.validate()
    } catch {
      throw problem(row, column(of: error.field) ?? -1, error.message)
    }
    return expense
  }

  private func checkShape(_ row: CSVRow) throws(RowProblem) {
    switch row.fault {
    case .none: break
    case .textAfterQuote(let column):
      throw problem(row, column, "text follows the closing quote")
    case .openQuote(let column):
      throw problem(row, column, "the quote that begins here is never closed")
    }
    if isHeader(row) { throw RowProblem(reason: "the header again") }
    let count = row.cells.count
    guard count >= plan.width else {
      throw problem(row, plan.neededColumns.filter { $0 >= count }.min() ?? -1, wrongCount(count))
    }
    guard row.isBlank(behind: plan.header.count, file.bytes.span) else {
      throw RowProblem(reason: wrongCount(count))
    }
  }

  private func wrongCount(_ count: Int) -> String {
    plan.hasHeader
      ? "the row has \(count) columns, the header has \(plan.width)"
      : "the row has \(count) columns, most rows have \(plan.width)"
  }

  /// Whether a row is the header once more, as in files that were joined.
  private func isHeader(_ row: CSVRow) -> Bool {
    guard plan.hasHeader, row.cells.count == plan.header.count else { return false }
    return zip(row.cells, plan.header).allSatisfy { CSVCell.text(file.bytes, $0) == $1 }
  }

  private func date(_ row: CSVRow) throws(RowProblem) -> CivilDate {
    if let date = plan.fixedDate { return date }
    do throws(DateCell.Fault) {
      return try DateCell.read(file.bytes.span, row.cells[plan.dateColumn].range, plan.order)
    } catch {
      throw problem(row, plan.dateColumn, error.reason(plan.order))
    }
  }

  /// Fills in the fields that are texts, as they stand in their cells.
  private mutating func fillTexts(
    _ row: CSVRow, _ expense: inout Expense
  ) throws(RowProblem) {
    for (field, column) in plan.columns where column < row.cells.count {
      let cell = row.cells[column]
      guard !cell.range.isEmpty else { continue }
      switch field {
      case .date, .name, .amount, .currency, .debit, .credit, .flag, .balance: break
      case .type: expense.type = shared(cell)
      case .account: expense.account = shared(cell)
      case .note: expense.note = text(row, column)
      case .id: expense.source?.externalID = text(row, column)
      case .tags: expense.tags = CSVCursor.split(text(row, column), at: ",").filter { !isBlank($0) }
      case .category:
        do throws(ExpenseError) {
          expense.category = try category(cell)
        } catch {
          throw problem(row, column, error.message)
        }
      }
    }
  }

  private mutating func category(_ cell: CSVCell) throws(ExpenseError) -> String {
    let isKept = !cell.isEscaped && !isGuarded
    if isKept, let known = categories.known(file.bytes, cell.range) { return known }
    let text = text(cell)
    let names =
      isBlank(text) ? [] : plan.categorySeparator.map { CSVCursor.split(text, at: $0) } ?? [text]
    let path = try CategoryPath(names: names).description
    if isKept { categories.remember(file.bytes, cell.range, path) }
    return path
  }

  /// A text that stands in many rows.
  private mutating func shared(_ cell: CSVCell) -> String {
    cell.isEscaped || isGuarded ? text(cell) : texts.text(file.bytes, cell.range) { $0 }
  }

  private func text(_ cell: CSVCell) -> String {
    let text = CSVCell.text(file.bytes, cell)
    return isGuarded ? FormulaGuard.taken(off: text) : text
  }

  private func text(_ row: CSVRow, _ column: Int) -> String {
    column >= 0 && column < row.cells.count ? text(row.cells[column]) : ""
  }

  private func problem(_ row: CSVRow, _ column: Int, _ reason: String) -> RowProblem {
    guard column >= 0 else { return RowProblem(reason: reason) }
    return RowProblem(
      column: column + 1, columnName: column < plan.header.count ? plan.header[column] : "",
      cell: text(row, column), reason: reason)
  }

  private func column(of field: ExpenseField?) -> Int? {
    switch field {
    case .name: plan.nameColumn
    case .type: plan.columns[.type]
    case .category: plan.columns[.category]
    case .account: plan.columns[.account]
    case .note: plan.columns[.note]
    case .tags: plan.columns[.tags]
    case .source: plan.columns[.id]
    default: nil
    }
  }

  private func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// Splits a text at a separator that is not empty.
  static func split(_ text: String, at separator: String) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    let bytes = Array(text.utf8)
    let mark = Array(separator.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: mark) {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
        index += mark.count
      } else {
        part.append(bytes[index])
        index += 1
      }
    }
    parts.append(String(decoding: part, as: UTF8.self))
    return parts
  }
}
