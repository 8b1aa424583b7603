internal import ExpenseModel
internal import ExpenseStore

/// Makes expenses of the rows of a table that comes in.
struct ArrowReader {
  private let store: Store
  private let today = CivilDate.today()
  private let defaultCurrency: Currency?
  private var currencies: [String: Currency] = [:]

  init(_ store: Store) throws(ExpenseError) {
    self.store = store
    defaultCurrency = try store.defaultCurrency
  }

  /// The expenses of some rows of a batch.
  mutating func expenses(
    _ rows: Range<Int>, _ table: ArrowTable, _ cells: [ArrowCells]
  ) throws(ExpenseError) -> [Expense] {
    var expenses = [Expense](
      repeating: Expense(name: "", amount: 0, date: today), count: rows.count)
    for (column, cells) in zip(table.columns, cells) {
      for (place, row) in rows.enumerated() {
        try read(column.field, cells, row, into: &expenses[place])
      }
    }
    return expenses
  }

  private mutating func read(
    _ field: ArrowField, _ cells: ArrowCells, _ row: Int, into expense: inout Expense
  ) throws(ExpenseError) {
    switch field {
    case .currency: expense.currency = try cells.text(row, .currency) ?? ""
    case .date: expense.date = try cells.date(row) ?? today
    case .name: expense.name = try cells.text(row, .name) ?? ""
    case .type:
      if let type = try cells.text(row, .type), !type.isEmpty { expense.type = type }
    case .category: expense.category = try cells.text(row, .category) ?? ""
    case .account: expense.account = try cells.text(row, .account) ?? ""
    case .note: expense.note = try cells.text(row, .note) ?? ""
    case .tags: expense.tags = try cells.tags(row)
    case .reimbursement: expense.reimbursement = try reimbursement(cells, row)
    case .extra: expense.extra = try cells.text(row, .extra) ?? ""
    case .uuid: expense.uuid = try cells.uuid(row) ?? .zero
    case .amountMinor:
      guard let minor = try cells.integer(row, .amount) else {
        throw cells.error(row, .invalid, "the amount is null", .amount)
      }
      expense.amount = minor
    case .amount:
      guard let money = try money(cells, row, expense.currency, .amount) else {
        throw cells.error(row, .invalid, "the amount is null", .amount)
      }
      expense.amount = money.minor
      expense.currency = money.currency.code
    case .conversionCurrency:
      if let code = try cells.text(row, .conversion), !code.isEmpty {
        expense.conversion = Expense.Conversion(amount: 0, currency: code)
      }
    case .conversionRate:
      if let rate = try cells.text(row, .conversion), !rate.isEmpty {
        _ = try conversionCurrency(expense, cells, row)
        expense.conversion?.rate = rate
      }
    case .conversionMinor:
      if let minor = try cells.integer(row, .conversion) {
        _ = try conversionCurrency(expense, cells, row)
        expense.conversion?.amount = minor
      }
    case .conversionAmount:
      guard !cells.isNull(row) else { break }
      let code = try conversionCurrency(expense, cells, row)
      if let money = try money(cells, row, code, .conversion) {
        expense.conversion?.amount = money.minor
      }
    case .id, .sourceImport, .sourceLine, .sourceFingerprint, .sourceExternalID: break
    }
  }

  /// The currency of a conversion of which there is something.
  private func conversionCurrency(
    _ expense: Expense, _ cells: ArrowCells, _ row: Int
  ) throws(ExpenseError) -> String {
    if let conversion = expense.conversion { return conversion.currency }
    throw cells.error(
      row, .invalid, "the conversion has no currency: give \"conversion_currency\"", .conversion)
  }

  private func reimbursement(
    _ cells: ArrowCells, _ row: Int
  ) throws(ExpenseError) -> Reimbursement {
    if cells.type.isInteger, !cells.isDictionary {
      guard let number = try cells.integer(row, .reimbursement) else { return .none }
      if let value = Reimbursement(rawValue: Int32(clamping: number)) { return value }
      throw cells.error(row, .invalid, "\(number) is not 0 to 3", .reimbursement)
    }
    switch try cells.text(row, .reimbursement) ?? "" {
    case "", "none": return .none
    case "open": return .open
    case "submitted": return .submitted
    case "paid": return .paid
    case let text:
      throw cells.error(
        row, .invalid, "\(quoted(text)) is not none, open, submitted or paid", .reimbursement)
    }
  }

  /// An amount, exactly; nil for null.
  private mutating func money(
    _ cells: ArrowCells, _ row: Int, _ code: String, _ field: ExpenseField
  ) throws(ExpenseError) -> Money? {
    if cells.isNull(row) { return nil }
    var currency = defaultCurrency
    if !code.isEmpty { currency = try find(code, cells, row, field) }
    if !cells.type.isDecimal, !cells.type.isInteger || cells.isDictionary {
      guard let text = try cells.text(row, field) else { return nil }
      do throws(ExpenseError) {
        return try Money.parse(text, currency: currency) { (code) throws(ExpenseError) in
          try store.currency(code)
        }
      } catch {
        throw cells.error(row, error.code, error.message, field)
      }
    }
    var exact = try cells.decimal(row, field)
    if exact == nil, let number = try cells.integer(row, field) { exact = (Int128(number), 0) }
    guard let (units, scale) = exact else { return nil }
    guard let currency else {
      throw cells.error(
        row, .currency, "the amount has no currency, and the store has no default", field)
    }
    return Money(
      minor: try minor(units, scale, currency, cells, row, field), currency: currency)
  }

  /// The minor units of a decimal number.
  private func minor(
    _ units: Int128, _ scale: Int, _ currency: Currency, _ cells: ArrowCells, _ row: Int,
    _ field: ExpenseField
  ) throws(ExpenseError) -> Int64 {
    var value = units
    for _ in 0..<max(0, currency.digits - scale) where value != 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw tooLarge(cells, row, field) }
      value = product
    }
    for _ in 0..<max(0, scale - currency.digits) where value != 0 {
      let (quotient, rest) = value.quotientAndRemainder(dividingBy: 10)
      guard rest == 0 else {
        throw cells.error(
          row, .invalid,
          "the amount has more than the \(currency.digits) digits of \(currency.code)", field)
      }
      value = quotient
    }
    guard let minor = Int64(exactly: value) else { throw tooLarge(cells, row, field) }
    return minor
  }

  private func tooLarge(
    _ cells: ArrowCells, _ row: Int, _ field: ExpenseField
  ) -> ExpenseError {
    cells.error(row, .overflow, "the amount does not fit 64 bits of minor units", field)
  }

  private mutating func find(
    _ code: String, _ cells: ArrowCells, _ row: Int, _ field: ExpenseField
  ) throws(ExpenseError) -> Currency {
    if let known = currencies[code] { return known }
    guard let currency = try store.currency(code) else {
      throw cells.error(
        row, .currency,
        "\(quoted(code)) is neither in ISO 4217 nor registered in this store", field)
    }
    currencies[code] = currency
    return currency
  }
}
