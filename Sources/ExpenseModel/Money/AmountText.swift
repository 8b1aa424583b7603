/// An amount as people and statements write it, read exactly or not at all.
///
/// Blanks around it; one sign, in front or behind: `-`, U+2212, U+2013 or `+`, or brackets around for
/// a minus; one currency, as code or symbol, in front or behind; behind it also a mark for debit or
/// credit (`DR`, `CR`, `D`, `C`; `S` and `H` as German banks write them). Grouping marks of one kind
/// (the other one of `.` and `,`, a blank, `'` or U+2019) at groups of three, or commas as in India
/// at groups of two before the last three; the decimal mark with digits behind it. Anything else is a
/// fault: never 0, and never the part that could be read.
///
/// Whether a currency exists is for the caller to say, who knows the registered ones: what stands in
/// ``unit`` must be one, see ``currency(in:preferred:lookup:)``, or the text is no amount.
public struct AmountText: Sendable {
  /// Which mark stands before the fraction.
  public enum DecimalMark: String, Hashable, Sendable, CaseIterable {
    case point = "."
    case comma = ","
  }

  /// What a mark for debit or credit says.
  public enum Direction: Hashable, Sendable {
    case none
    /// Money went out.
    case debit
    /// Money came in.
    case credit
  }

  /// Why a text is no amount.
  public enum Fault: Error, Hashable, Sendable {
    case empty
    case notANumber
    case grouping
    /// More digits behind the decimal mark than the currency has.
    case tooFine
    /// Beyond 64 bits of minor units.
    case tooLarge
    /// The text has no currency and there is none that it could have.
    case noCurrency
    /// The symbol is that of several currencies.
    case ambiguousCurrency
    /// What stands beside the number is no currency.
    case unknownCurrency
  }

  /// The number with its sign.
  public var number = DecimalText()
  /// Whether a minus sign or brackets stand there.
  public var isNegative = false
  /// Where the currency's code or symbol stands in the bytes; empty when there is none.
  public var unit: Range<Int> = 0..<0
  public var direction = Direction.none

  /// Reads the whole of a range of UTF-8 bytes.
  ///
  /// Complexity: O(n); no allocation.
  public init(
    _ bytes: Span<UInt8>, _ range: Range<Int>, decimal: DecimalMark
  ) throws(Fault) {
    let cell = Blanks.trimmed(bytes, range)
    guard !cell.isEmpty else { throw .empty }
    var start = cell.lowerBound
    var end = cell.upperBound
    // Most amounts are digits with at most a `-` in front.
    if bytes[start] == UInt8(ascii: "-") {
      isNegative = true
      start &+= 1
    }
    let isPlain =
      start < end && bytes[start] &- 0x30 < 10 && bytes[end &- 1] &- 0x30 < 10
    if !isPlain {
      isNegative = false
      (start, end) = try readAffixes(bytes, cell, decimal)
    }
    number = try AmountText.number(bytes, start, end, decimal, isNegative)
  }

  /// Gives the amount in minor units of a currency with so many digits behind the point.
  public func minor(digits: Int) throws(Fault) -> Int64 {
    do throws(DecimalText.Misfit) {
      return try number.scaled(digits: digits)
    } catch {
      throw error == .tooFine ? .tooFine : .tooLarge
    }
  }

  /// The currency that the text names, else the preferred one.
  ///
  /// - Parameters:
  ///   - bytes: What the amount was read from.
  ///   - preferred: Of amounts without a currency; it also decides on symbols of several.
  ///   - lookup: Finds the currency of a code.
  public func currency(
    in bytes: Span<UInt8>, preferred: Currency?, lookup: (String) -> Currency?
  ) throws(Fault) -> Currency {
    guard !unit.isEmpty else {
      guard let preferred else { throw .noCurrency }
      return preferred
    }
    guard let utf8 = try? UTF8Span(validating: bytes.extracting(unit)),
      let text = CurrencyText(String(copying: utf8), preferred: preferred?.code)
    else { throw .unknownCurrency }
    guard let code = text.codes.first, text.codes.count == 1 else { throw .ambiguousCurrency }
    guard let currency = lookup(code) else { throw .unknownCurrency }
    return currency
  }
}

extension AmountText.Fault {
  /// The reason as text, for people.
  ///
  /// - Parameter currency: The amount's, as far as it is known.
  public func reason(_ currency: Currency?) -> String {
    switch self {
    case .empty: "the amount is empty"
    case .notANumber: "not an amount"
    case .grouping: "the grouping marks do not stand at groups of three digits"
    case .tooFine:
      if let currency {
        "more digits behind the decimal mark than the \(currency.digits) of \(currency.code)"
      } else {
        "more digits behind the decimal mark than the currency has"
      }
    case .tooLarge: "the amount is too large"
    case .noCurrency: "the amount has no currency"
    case .ambiguousCurrency: "the symbol is that of several currencies"
    case .unknownCurrency: "what stands beside the number is no currency"
    }
  }
}
