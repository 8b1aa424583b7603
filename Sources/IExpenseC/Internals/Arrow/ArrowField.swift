internal import ExpenseModel

/// What of an expense a column that comes in is, by its name.
enum ArrowField: String, CaseIterable {
  case currency, date, name, type, category, account, note, tags, reimbursement, extra, uuid
  case amount
  case amountMinor = "amount_minor"
  case conversionCurrency = "conversion_currency"
  case conversionRate = "conversion_rate"
  case conversionAmount = "conversion_amount"
  case conversionMinor = "conversion_minor"
  // These belong to the store that the table comes from, and are not read.
  case id
  case sourceImport = "source_import"
  case sourceLine = "source_line"
  case sourceFingerprint = "source_fingerprint"
  case sourceExternalID = "source_external_id"

  /// Whether its values are read.
  var isRead: Bool {
    switch self {
    case .id, .sourceImport, .sourceLine, .sourceFingerprint, .sourceExternalID: false
    default: true
    }
  }

  /// What is read before: an amount needs its currency.
  var order: Int { ArrowField.allCases.firstIndex(of: self) ?? 0 }

  /// Whether a column of a type can be read as this; what it may be, for the message.
  func takes(_ type: ArrowType) -> (isTaken: Bool, wanted: String) {
    // A column without any value may have whatever type its maker thought of.
    if type == .null || type == .floating { return (true, "") }
    switch self {
    case .date: return (type.isTime || type.isText, "date32, date64, a timestamp or utf8")
    case .amount, .conversionAmount:
      return (type.isDecimal || type.isInteger || type.isText, "decimal, whole numbers or utf8")
    case .amountMinor, .conversionMinor: return (type.isInteger, "whole numbers")
    case .reimbursement: return (type.isInteger || type.isText, "utf8 or whole numbers")
    case .tags:
      if case .list(_, let element) = type {
        return (element.isText || element == .null, "a list of utf8")
      }
      return (false, "a list of utf8")
    case .uuid: return (type == .fixed(width: 16) || type.isBytes, "16 bytes or utf8")
    default: return (type.isText, "utf8")
    }
  }
}

extension ArrowType {
  /// What the values are, be it by codes.
  private var values: ArrowType {
    if case .dictionary(_, let values) = self { values } else { self }
  }

  var isText: Bool {
    switch values {
    case .text(_, let isBinary), .view(let isBinary): !isBinary
    default: false
    }
  }

  /// Whether the values are texts or bytes of any length.
  var isBytes: Bool {
    switch values {
    case .text, .view: true
    default: false
    }
  }

  var isInteger: Bool { if case .integer = self { true } else { false } }
  var isDecimal: Bool { if case .decimal = self { true } else { false } }
  var isTime: Bool { if case .time = self { true } else { false } }
}
