internal import ExpenseModel

/// The columns of 32 bits; the numbers are their places in a chunk.
enum NarrowColumn: Int, CaseIterable, Sendable {
  case date
  case currency
  case type
  case category
  case account
  case reimbursement
  case name
  case note
  case tags
  case extra
  case conversionCurrency
  case conversionRate
  case externalID

  /// The columns of numbers in the `TextPool`.
  static let texts: [NarrowColumn] = [.name, .note, .tags, .extra, .conversionRate, .externalID]

  /// What has to be asked for to have it; empty for a hot one.
  var need: ColumnNeeds {
    switch self {
    case .date, .currency, .type, .category, .account: []
    case .reimbursement: .reimbursement
    case .name: .name
    case .note: .note
    case .tags: .tags
    case .extra: .extra
    case .conversionCurrency, .conversionRate: .conversion
    case .externalID: .source
    }
  }
}

/// The columns of 64 bits; the numbers are their places in a chunk.
enum WideColumn: Int, CaseIterable, Sendable {
  case amount
  case conversionAmount
  case importNumber
  case line
  case fingerprint
  case uuidHigh
  case uuidLow

  /// What has to be asked for to have it; empty for a hot one.
  var need: ColumnNeeds {
    switch self {
    case .amount: []
    case .conversionAmount: .conversion
    case .importNumber, .line, .fingerprint: .source
    case .uuidHigh, .uuidLow: .uuid
    }
  }
}

extension ColumnRow {
  /// The values of the 32-bit columns, in the order of their numbers.
  func narrow(_ column: NarrowColumn) -> Int32 {
    switch column {
    case .date: date
    case .currency: currency
    case .type: type
    case .category: category
    case .account: account
    case .reimbursement: reimbursement
    case .name: name
    case .note: note
    case .tags: tags
    case .extra: extra
    case .conversionCurrency: conversionCurrency
    case .conversionRate: conversionRate
    case .externalID: externalID
    }
  }

  func wide(_ column: WideColumn) -> Int64 {
    switch column {
    case .amount: amount
    case .conversionAmount: conversionAmount
    case .importNumber: importNumber
    case .line: line
    case .fingerprint: fingerprint
    case .uuidHigh: Int64(bitPattern: uuid.high)
    case .uuidLow: Int64(bitPattern: uuid.low)
    }
  }
}
