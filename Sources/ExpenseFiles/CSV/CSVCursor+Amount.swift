internal import ExpenseModel

/// Why the amount of a row cannot be read, and which column is at fault.
struct CSVAmountProblem: Error {
  enum Kind {
    case amount(AmountText.Fault, Currency?)
    /// The currency's column has none, or one that is not known.
    case noCurrency
    case unknownCurrency
    /// The cell has another currency than the currency's column.
    case twoCurrencies
    /// Both a debit and a credit.
    case twoSides
    case noSide
    case noFlag
    case unknownFlag
  }

  let column: Int
  let kind: Kind

  var reason: String {
    switch kind {
    case .amount(let fault, let currency): fault.reason(currency)
    case .noCurrency: "the currency is empty"
    case .unknownCurrency: "unknown currency"
    case .twoCurrencies: "the amount has another currency than its row"
    case .twoSides: "the row has both a debit and a credit"
    case .noSide: "the row has neither a debit nor a credit"
    case .noFlag: "the row does not say whether it is a debit or a credit"
    case .unknownFlag: "no known mark for a debit or a credit"
    }
  }
}

extension CSVCursor {
  /// A row's amount, above zero when it is money spent, and its currency.
  mutating func amount(
    _ span: Span<UInt8>, _ row: CSVRow
  ) throws(CSVAmountProblem) -> (minor: Int64, currency: Currency) {
    guard plan.amountColumn < 0 else {
      let (text, minor, currency) = try amount(span, row, plan.amountColumn)
      return (try signed(text, minor, currency, row), currency)
    }
    let debit = plan.debitColumn >= 0 && isFilled(span, row.cells[plan.debitColumn])
    let credit = plan.creditColumn >= 0 && isFilled(span, row.cells[plan.creditColumn])
    guard debit || credit else {
      throw CSVAmountProblem(column: max(plan.debitColumn, plan.creditColumn), kind: .noSide)
    }
    var isDebit = debit
    var (_, minor, currency) = try amount(span, row, debit ? plan.debitColumn : plan.creditColumn)
    if debit && credit {
      let other = try amount(span, row, plan.creditColumn)
      guard minor == 0 || other.minor == 0 else {
        throw CSVAmountProblem(column: plan.creditColumn, kind: .twoSides)
      }
      if minor == 0 { (isDebit, minor, currency) = (false, other.minor, other.currency) }
    }
    let isKept =
      switch plan.spending {
      case .debit: isDebit
      case .credit: !isDebit
      case .positive: true
      case .negative: false
      }
    return (isKept ? minor : try opposite(minor, currency), currency)
  }

  /// Turns an amount so that money spent is above zero.
  private mutating func signed(
    _ text: AmountText, _ minor: Int64, _ currency: Currency, _ row: CSVRow
  ) throws(CSVAmountProblem) -> Int64 {
    // A mark in the cell itself says which it is, whatever its sign.
    switch text.direction {
    case .debit: return minor < 0 ? try opposite(minor, currency) : minor
    case .credit: return minor < 0 ? minor : try opposite(minor, currency)
    case .none: break
    }
    switch plan.spending {
    case .positive: return minor
    case .negative: return try opposite(minor, currency)
    case .debit, .credit: break
    }
    guard plan.flagColumn >= 0, plan.flagColumn < row.cells.count else { return minor }
    let isSpent = try isSpent(row)
    return isSpent ? minor : try opposite(minor, currency)
  }

  /// The number with the other sign.
  private func opposite(
    _ minor: Int64, _ currency: Currency
  ) throws(CSVAmountProblem) -> Int64 {
    guard minor != .min else {
      throw CSVAmountProblem(
        column: max(plan.amountColumn, plan.debitColumn), kind: .amount(.tooLarge, currency))
    }
    return 0 - minor
  }

  /// Whether the flag of a row says that it is money spent.
  private mutating func isSpent(_ row: CSVRow) throws(CSVAmountProblem) -> Bool {
    let cell = Blanks.trimmed(file.bytes.span, row.cells[plan.flagColumn].range)
    guard !cell.isEmpty else { throw CSVAmountProblem(column: plan.flagColumn, kind: .noFlag) }
    if let mark = plan.spendingMark {
      return flags.text(file.bytes, cell) { HeaderName.folded($0) } == mark
    }
    let side = flags.text(file.bytes, cell) { text in
      switch FlagCell.direction(text) {
      case .debit: "D"
      case .credit: "C"
      case .none: ""
      }
    }
    guard !side.isEmpty else {
      throw CSVAmountProblem(column: plan.flagColumn, kind: .unknownFlag)
    }
    return (side == "D") == (plan.spending == .debit)
  }

  private func isFilled(_ span: Span<UInt8>, _ cell: CSVCell) -> Bool {
    !Blanks.trimmed(span, cell.range).isEmpty
  }

  /// What stands in a column of amounts.
  private mutating func amount(
    _ span: Span<UInt8>, _ row: CSVRow, _ column: Int
  ) throws(CSVAmountProblem) -> (text: AmountText, minor: Int64, currency: Currency) {
    let named = plan.currencyColumn < 0 ? nil : try rowCurrency(span, row)
    let likely = named ?? plan.currency
    do throws(AmountText.Fault) {
      let text = try AmountText(span, row.cells[column].range, decimal: plan.decimal)
      var known = likely
      if !text.unit.isEmpty {
        hasUnits = true
        known = try unitCurrency(text, span, preferred: likely)
      }
      guard let currency = known else { throw .noCurrency }
      let minor = try text.minor(digits: currency.digits)
      if named == nil || named == currency { return (text, minor, currency) }
    } catch {
      throw CSVAmountProblem(column: column, kind: .amount(error, likely))
    }
    throw CSVAmountProblem(column: column, kind: .twoCurrencies)
  }

  /// The currency beside an amount; mostly that of the row before.
  private mutating func unitCurrency(
    _ text: AmountText, _ span: Span<UInt8>, preferred: Currency?
  ) throws(AmountText.Fault) -> Currency {
    if let lastUnit, lastUnit.preferred == preferred,
      file.bytes[text.unit].elementsEqual(file.bytes[lastUnit.range])
    {
      return lastUnit.currency
    }
    let currency = try text.currency(in: span, preferred: preferred, lookup: file.lookup)
    lastUnit = (text.unit, preferred, currency)
    return currency
  }

  /// The currency that a row's currency column gives; nil when the cell is blank.
  private mutating func rowCurrency(
    _ span: Span<UInt8>, _ row: CSVRow
  ) throws(CSVAmountProblem) -> Currency? {
    let column = plan.currencyColumn
    guard column < row.cells.count else { return nil }
    let cell = Blanks.trimmed(span, row.cells[column].range)
    if cell.isEmpty {
      if plan.currency == nil { throw CSVAmountProblem(column: column, kind: .noCurrency) }
      return nil
    }
    guard cell.count <= 12 else { throw CSVAmountProblem(column: column, kind: .unknownCurrency) }
    let code = codeTexts.text(file.bytes, cell) { text in
      let codes = CurrencyText(text, preferred: nil)?.codes ?? []
      return codes.count == 1 ? codes[0] : text.uppercased()
    }
    if let known = codes[code] { return known }
    guard let currency = file.lookup(code) else {
      throw CSVAmountProblem(column: column, kind: .unknownCurrency)
    }
    codes[code] = currency
    return currency
  }
}
