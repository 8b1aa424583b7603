extension Money {
  /// Reads the text of an API: "12.50", "-3" or, with its currency, "12.50 USD".
  ///
  /// An optional "-", digits, optionally "." with at least one digit, optionally blanks and a
  /// currency code in upper case. Nothing else: no "+", grouping marks, exponent or symbols. Texts
  /// as people and programs write them into files are for the file readers.
  ///
  /// - Parameters:
  ///   - text: The amount.
  ///   - currency: Of a bare amount; a code in the text wins over it.
  ///   - lookup: Finds the currency of a code in the text.
  /// - Throws: ``ExpenseError/Code/invalid`` for any other text, and for more digits than the
  ///   currency has; ``ExpenseError/Code/currency`` for a bare amount without a currency and for an
  ///   unknown code; ``ExpenseError/Code/overflow``; what `lookup` throws.
  public static func parse(
    _ text: String, currency: Currency?,
    lookup: (String) throws(ExpenseError) -> Currency? = Currency.iso
  ) throws(ExpenseError) -> Money {
    let bytes = text.utf8
    var number = bytes[...]
    var code: Substring?
    if let blank = bytes.firstIndex(of: 0x20) {
      let start = bytes[blank...].firstIndex { $0 != 0x20 } ?? bytes.endIndex
      number = bytes[..<blank]
      code = text[start...]
    }
    guard let decimal = DecimalText(parsing: number.span, grammar: .plain),
      code.map({ Currency.isCode(String($0)) }) ?? true
    else {
      throw ExpenseError(
        .invalid, "an amount is written as in 12.50 or 12.50 USD: \(quoted(text))", field: .amount)
    }
    let named: Currency? = if let code { try lookup(String(code)) } else { currency }
    guard let currency = named else { throw unknownCurrency(text, code: code) }
    do throws(DecimalText.Misfit) {
      return Money(minor: try decimal.scaled(digits: currency.digits), currency: currency)
    } catch {
      var failure = DecimalText.error(error, digits: currency.digits, currency: currency.code)
      failure.message = "\(quoted(text)): \(failure.message)"
      throw failure
    }
  }

  private static func unknownCurrency(_ text: String, code: Substring?) -> ExpenseError {
    if let code {
      return ExpenseError(
        .currency,
        "unknown currency \(code) in \(quoted(text)): it is not in ISO 4217 and not registered",
        field: .currency)
    }
    return ExpenseError(
      .currency,
      """
      the amount \(quoted(text)) has no currency: write it with its code, as in \
      \(quoted(text + " EUR")), or give the store a default currency when it is created
      """,
      field: .currency)
  }
}
