internal import ExpenseModel

/// A column's name in a header, taken apart for recognition: `Betrag in EUR`, `Amount (net of VAT)`.
struct HeaderName: Hashable {
  /// The words, folded, without what stands in brackets.
  let words: [String]
  /// The words with single blanks between them.
  let phrase: String
  /// The currency of the column's amounts, when the name says it: a code or a symbol.
  let currency: String?

  init(_ name: String) {
    var plain = ""
    var bracket = ""
    var depth = 0
    var brackets: [String] = []
    for scalar in name.unicodeScalars {
      switch scalar {
      case "(", "[":
        depth += 1
        bracket = ""
      case ")", "]":
        depth = max(0, depth - 1)
        brackets.append(bracket)
        plain += " "
      default:
        if depth > 0 {
          bracket.unicodeScalars.append(scalar)
        } else {
          plain.unicodeScalars.append(scalar)
        }
      }
    }
    var parts = HeaderName.parts(plain)
    var currency = brackets.lazy.compactMap { HeaderName.code($0) }.first
    // "Betrag in EUR", "Amount EUR", "EUR amount"; a code alone is no name of a column of amounts.
    if currency == nil, parts.count > 1, let last = parts.last, let code = HeaderName.code(last) {
      currency = code
      parts.removeLast()
      if let before = parts.last, parts.count > 1, ["in", "en", "i", "w"].contains(before) {
        parts.removeLast()
      }
    } else if currency == nil, parts.count > 1, let code = HeaderName.code(parts[0]) {
      currency = code
      parts.removeFirst()
    }
    self.currency = currency
    words = parts.map(TextFold.fold)
    phrase = words.joined(separator: " ")
  }

  /// A name as profiles are compared with: regardless of case and of blanks around it.
  static func folded(_ name: String) -> String { TextFold.fold(trimmed(name)) }

  /// A text without the blanks around it.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    let trimmed = Blanks.trimmed(bytes.span, 0..<bytes.count)
    guard trimmed.count < bytes.count,
      let utf8 = try? UTF8Span(validating: bytes.span.extracting(trimmed))
    else { return text }
    return String(copying: utf8)
  }

  private static func code(_ text: String) -> String? {
    let parts = parts(text, keepingSymbols: true)
    guard let part = parts.last, let text = CurrencyText(part), let code = text.codes.first,
      text.codes.count == 1
    else { return nil }
    // Other words in capitals have the form of a code too.
    return Currency.isCode(part) && Currency.iso(code) == nil ? nil : code
  }

  /// The words of a name: letters and digits; a capital behind a small letter begins a new one.
  private static func parts(_ text: String, keepingSymbols: Bool = false) -> [String] {
    var parts: [String] = []
    var part = ""
    var wasLower = false
    for scalar in text.unicodeScalars {
      let kind = Kind(scalar)
      if kind != .gap {
        if kind == .upper, wasLower {
          parts.append(part)
          part = ""
        }
        part.unicodeScalars.append(scalar)
      } else if !part.isEmpty {
        parts.append(part)
        part = ""
      }
      wasLower = kind == .lower
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  /// What a scalar is in a name.
  private enum Kind {
    case lower, upper
    /// A letter without case, a digit, the symbol of a currency.
    case other
    case gap

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z": self = .lower
      case "A"..."Z": self = .upper
      case "0"..."9", "$": self = .other
      case "\0"..."\u{7F}": self = .gap
      default:
        let properties = scalar.properties
        let isPart =
          properties.isAlphabetic || properties.numericType != nil
          || properties.generalCategory == .currencySymbol
        self =
          !isPart
          ? .gap : properties.isUppercase ? .upper : properties.isLowercase ? .lower : .other
      }
    }
  }
}
