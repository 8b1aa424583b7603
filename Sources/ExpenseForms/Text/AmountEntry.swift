internal import ExpenseModel
internal import ExpenseStore

/// An amount as it was typed into a form: a number and perhaps a currency.
struct AmountEntry {
  private let bytes: [UInt8]
  private let amount: AmountText

  /// Reads the whole of a text. A mark for debit or credit is for statements, not for forms.
  init(_ text: String, _ mark: AmountText.DecimalMark) throws(AmountText.Fault) {
    let bytes = Array(text.utf8)
    let amount = try AmountText(bytes.span, 0..<bytes.count, decimal: mark)
    guard amount.direction == .none else { throw .notANumber }
    self.bytes = bytes
    self.amount = amount
  }

  /// Whether something stands beside the number that must be a currency.
  var hasUnit: Bool { !amount.unit.isEmpty }

  /// The currency that the text names.
  ///
  /// - Parameter preferred: The currency of the form, which decides on symbols of several.
  func currency(
    preferred: Currency?, in store: Store
  ) throws(AmountText.Fault) -> Currency {
    try amount.currency(in: bytes.span, preferred: preferred) { code in
      (try? store.currency(code)) ?? nil
    }
  }

  /// The amount in minor units of the currency.
  func minor(_ currency: Currency) throws(AmountText.Fault) -> Int64 {
    try amount.minor(digits: currency.digits)
  }

  /// Says what is wrong with a text that is no amount.
  static func problem(
    _ text: String, _ fault: AmountText.Fault, _ mark: AmountText.DecimalMark,
    _ currency: Currency? = nil
  ) -> Draft.Problem {
    let code: ExpenseError.Code =
      switch fault {
      case .tooLarge: .overflow
      case .noCurrency, .ambiguousCurrency, .unknownCurrency: .currency
      case .empty, .notANumber, .grouping, .tooFine: .invalid
      }
    if fault == .empty { return Draft.Problem(.amount, code, "the amount is missing") }
    if fault == .notANumber || fault == .grouping, let other = withOtherMark(text, mark) {
      return Draft.Problem(
        .amount, code,
        "\(quoted(text)): the decimal mark here is \"\(mark.rawValue)\": write \(quoted(other))")
    }
    return Draft.Problem(.amount, code, "\(quoted(text)): \(fault.reason(currency))")
  }

  /// The text with "." and "," exchanged, if it is an amount only then.
  private static func withOtherMark(_ text: String, _ mark: AmountText.DecimalMark) -> String? {
    let exchanged = String(text.map { $0 == "." ? "," : $0 == "," ? "." : $0 })
    guard exchanged != text, (try? AmountEntry(exchanged, mark)) != nil else { return nil }
    return exchanged
  }
}
