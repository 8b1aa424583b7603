internal import ExpenseModel

/// Makes expenses of the rows of a CSV file, and says why where it cannot.
struct CSVCursor: RowCursor {
  let file: CSVFile
  private var row = CSVRow()
  private var categories = TextCache()
  private var texts = TextCache()
  private var codeTexts = TextCache()
  private var codes: [String: Currency] = [:]

  init(_ file: CSVFile) { self.file = file }

  private var plan: CSVPlan { file.plan }

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

  func remark(on entry: RowEntry) -> String {
    guard entry.status == .leftOut else {
      return entry.isNameless && entry.status != .rejected
        ? "the file gives no name: \"\(CSVCursor.noName)\" stands for it" : ""
    }
    return plan.income == nil
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

  /// What a row's amount is before the sign rule, and its currency.
  mutating func amount(
    _ span: Span<UInt8>, _ row: CSVRow
  ) throws(AmountText.Fault) -> (minor: Int64, currency: Currency) {
    let text = try AmountText(span, row.cells[plan.amountColumn].range, decimal: plan.decimal)
    let column = try columnCurrency(span, row)
    let currency =
      text.unit.isEmpty
      ? column
      : try text.currency(in: span, preferred: column ?? plan.currency, lookup: file.lookup)
    guard let currency = currency ?? plan.currency else { throw .noCurrency }
    if let column, column != currency { throw .unknownCurrency }
    let minor = try text.minor(digits: currency.digits)
    guard text.direction != .none else { return (minor, currency) }
    guard minor != .min else { throw .tooLarge }
    let magnitude = minor < 0 ? 0 - minor : minor
    let isNegative = (text.direction == .debit) == (plan.spending == .negative)
    return (isNegative ? 0 - magnitude : magnitude, currency)
  }

  /// The currency that a row's currency column gives; nil when there is none.
  private mutating func columnCurrency(
    _ span: Span<UInt8>, _ row: CSVRow
  ) throws(AmountText.Fault) -> Currency? {
    guard plan.currencyColumn >= 0, plan.currencyColumn < row.cells.count else { return nil }
    let cell = Blanks.trimmed(span, row.cells[plan.currencyColumn].range)
    if cell.isEmpty { return nil }
    guard cell.count <= 12 else { throw .unknownCurrency }
    let code = codeTexts.text(file.bytes, cell) { $0.uppercased() }
    if let known = codes[code] { return known }
    guard let currency = file.lookup(code) else { throw .unknownCurrency }
    codes[code] = currency
    return currency
  }

  private mutating func expense(_ row: CSVRow) throws(RowProblem) -> Expense {
    try checkShape(row)
    let bytes = file.bytes
    let span = bytes.span
    var amount: Int64
    let currency: Currency
    do throws(AmountText.Fault) {
      (amount, currency) = try self.amount(bytes.span, row)
    } catch {
      throw amountProblem(error, row)
    }
    if plan.spending == .negative {
      guard amount != .min else {
        throw problem(row, plan.amountColumn, AmountText.Fault.tooLarge.reason(currency))
      }
      amount = 0 - amount
    }
    let name = isNameless(span, row) ? CSVCursor.noName : text(row, plan.nameColumn)
    var expense = Expense(name: name, amount: amount, date: try date(row))
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

  private mutating func amountProblem(_ fault: AmountText.Fault, _ row: CSVRow) -> RowProblem {
    let bytes = file.bytes
    var currency = plan.currency
    do throws(AmountText.Fault) {
      currency = try columnCurrency(bytes.span, row) ?? currency
    } catch {
      return problem(row, plan.currencyColumn, "unknown currency")
    }
    if fault == .noCurrency, plan.currencyColumn >= 0 {
      return problem(row, plan.currencyColumn, "the currency is empty")
    }
    return problem(row, plan.amountColumn, fault.reason(currency))
  }

  private func checkShape(_ row: CSVRow) throws(RowProblem) {
    switch row.fault {
    case .none: break
    case .textAfterQuote(let column):
      throw problem(row, column, "text follows the closing quote")
    case .openQuote(let column):
      throw problem(row, column, "the quote that begins here is never closed")
    }
    let count = row.cells.count
    guard count >= plan.neededColumns else {
      let column = [plan.dateColumn, plan.nameColumn, plan.amountColumn].filter { $0 >= count }
      throw problem(
        row, column.min() ?? -1,
        "the row has \(count) columns, the header has \(plan.header.count)")
    }
    guard count <= plan.header.count else {
      throw RowProblem(reason: "the row has \(count) columns, the header has \(plan.header.count)")
    }
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
    if !cell.isEscaped, let known = categories.known(file.bytes, cell.range) { return known }
    let text = CSVCell.text(file.bytes, cell)
    let names =
      isBlank(text) ? [] : plan.categorySeparator.map { CSVCursor.split(text, at: $0) } ?? [text]
    let path = try CategoryPath(names: names).description
    if !cell.isEscaped { categories.remember(file.bytes, cell.range, path) }
    return path
  }

  /// A text that stands in many rows.
  private mutating func shared(_ cell: CSVCell) -> String {
    cell.isEscaped
      ? CSVCell.text(file.bytes, cell) : texts.text(file.bytes, cell.range) { $0 }
  }

  private func text(_ row: CSVRow, _ column: Int) -> String {
    column >= 0 && column < row.cells.count ? CSVCell.text(file.bytes, row.cells[column]) : ""
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
