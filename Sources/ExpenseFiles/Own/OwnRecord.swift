internal import ExpenseModel

/// An expense as the texts that the library's own files have of it.
struct OwnRecord {
  private var texts: [String]
  var tags: [String] = []
  /// Of the first physical line.
  let line: UInt32
  /// Whether the fields are columns, which have numbers.
  let isCSV: Bool

  init(line: UInt32, isCSV: Bool) {
    texts = [String](repeating: "", count: OwnField.allCases.count)
    self.line = line
    self.isCSV = isCSV
  }

  subscript(field: OwnField) -> String {
    get { texts[field.rawValue] }
    set { texts[field.rawValue] = newValue }
  }

  /// Makes the expense.
  ///
  /// - Parameter currency: Finds the currency of a code.
  func expense(
    _ currency: (_ code: String) -> Currency?
  ) throws(RowProblem) -> Expense {
    guard let uuid = UUID128(parsing: self[.uuid]), !uuid.isZero else {
      throw problem(.uuid, "not a UUID")
    }
    let date: CivilDate
    do throws(ExpenseError) {
      date = try CivilDate(parsing: self[.date])
    } catch {
      throw problem(.date, error.message)
    }
    var expense = Expense(
      name: self[.name], amount: try amount(.amount, .currency, currency), date: date)
    expense.uuid = uuid
    expense.type = self[.type]
    expense.category = self[.category]
    expense.currency = self[.currency]
    expense.account = self[.account]
    expense.note = self[.note]
    expense.tags = tags
    expense.extra = self[.extra]
    expense.reimbursement = try reimbursement()
    expense.source = try source()
    if !self[.conversionCurrency].isEmpty || !self[.conversionAmount].isEmpty {
      expense.conversion = Expense.Conversion(
        amount: try amount(.conversionAmount, .conversionCurrency, currency),
        currency: self[.conversionCurrency], rate: self[.conversionRate])
    }
    do throws(ExpenseError) {
      try expense.validate()
    } catch {
      throw problem(OwnRecord.field(of: error.field), error.message)
    }
    return expense
  }

  private func amount(
    _ field: OwnField, _ currencyField: OwnField, _ lookup: (String) -> Currency?
  ) throws(RowProblem) -> Int64 {
    guard let currency = lookup(self[currencyField]) else {
      throw problem(currencyField, "unknown currency")
    }
    do throws(ExpenseError) {
      return try DecimalText(parsing: self[field]).minor(currency: currency)
    } catch {
      throw problem(field, error.message)
    }
  }

  private func reimbursement() throws(RowProblem) -> Reimbursement {
    guard let known = Reimbursement.allCases.first(where: { $0.text == self[.reimbursement] })
    else { throw problem(.reimbursement, "none, open, submitted or paid") }
    return known
  }

  private func source() throws(RowProblem) -> Expense.Source? {
    let fields = [
      OwnField.sourceImport, .sourceLine, .sourceFingerprint, .sourceID, .sourceName,
    ]
    guard fields.contains(where: { !self[$0].isEmpty }) else { return nil }
    let fingerprint = self[.sourceFingerprint]
    guard fingerprint.isEmpty || fingerprint.utf8.count == 16,
      let hash = fingerprint.isEmpty ? 0 : UInt64(fingerprint, radix: 16)
    else { throw problem(.sourceFingerprint, "not 16 hexadecimal digits") }
    return Expense.Source(
      importNumber: try number(.sourceImport), line: try number(.sourceLine), fingerprint: hash,
      externalID: self[.sourceID])
  }

  private func number(_ field: OwnField) throws(RowProblem) -> Int64 {
    if self[field].isEmpty { return 0 }
    guard let number = Int64(self[field]), number >= 0 else {
      throw problem(field, "not a whole number")
    }
    return number
  }

  func problem(_ field: OwnField?, _ reason: String) -> RowProblem {
    guard let field else { return RowProblem(reason: reason) }
    return RowProblem(
      column: isCSV ? field.rawValue + 1 : 0, columnName: field.name, cell: self[field],
      reason: reason)
  }

  private static func field(of field: ExpenseField?) -> OwnField? {
    switch field {
    case .name: .name
    case .type: .type
    case .category: .category
    case .amount: .amount
    case .currency: .currency
    case .conversion: .conversionRate
    case .date: .date
    case .account: .account
    case .note: .note
    case .tags: .tags
    case .reimbursement: .reimbursement
    case .source: .sourceID
    case .extra: .extra
    case .uuid: .uuid
    case nil: nil
    }
  }
}

extension Reimbursement {
  /// How files write it.
  var text: String {
    switch self {
    case .none: "none"
    case .open: "open"
    case .submitted: "submitted"
    case .paid: "paid"
    }
  }
}
