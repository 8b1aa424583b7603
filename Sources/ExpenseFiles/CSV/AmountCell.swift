internal import ExpenseModel

/// Reads the amounts of statements: exactly, or not at all.
///
/// Blanks around it; a sign `-`, U+2212 or `+` in front, or brackets around for a minus; grouping
/// marks only at groups of three and of one kind (the other one of `.` and `,`, a blank, `'` or
/// U+2019); the decimal mark with digits behind it. Anything else is a fault: never 0, and never
/// the part that could be read.
enum AmountCell {
  /// Why a cell is no amount.
  enum Fault: Error, Hashable {
    case empty
    case notANumber
    case grouping
    /// More digits behind the decimal mark than the currency has.
    case tooFine
    /// Beyond 64 bits of minor units.
    case tooLarge

    /// The reason as text; `currency` is the amount's.
    func reason(_ currency: Currency) -> String {
      switch self {
      case .empty: "the amount is empty"
      case .notANumber: "not an amount"
      case .grouping: "the grouping marks do not stand at groups of three digits"
      case .tooFine:
        "more digits behind the decimal mark than the \(currency.digits) of \(currency.code)"
      case .tooLarge: "the amount is too large"
      }
    }
  }

  private static let minusSign: (UInt8, UInt8, UInt8) = (0xE2, 0x88, 0x92)

  /// Reads a cell as minor units of a currency with `digits` digits.
  static func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ decimal: Profile.DecimalMark, digits: Int
  ) throws(Fault) -> Int64 {
    let cell = Blanks.trimmed(bytes, range)
    guard !cell.isEmpty else { throw .empty }
    var index = cell.lowerBound
    var end = cell.upperBound
    var isNegative = false
    switch bytes[index] {
    case UInt8(ascii: "-"):
      isNegative = true
      index += 1
    case UInt8(ascii: "+"):
      index += 1
    case minusSign.0
    where end - index > 3 && bytes[index + 1] == minusSign.1 && bytes[index + 2] == minusSign.2:
      isNegative = true
      index += 3
    case UInt8(ascii: "(") where bytes[end - 1] == UInt8(ascii: ")"):
      isNegative = true
      index += 1
      end -= 1
    default:
      break
    }
    let number = try number(bytes, index, end, decimal, isNegative)
    do throws(DecimalText.Misfit) {
      return try number.scaled(digits: digits)
    } catch {
      throw error == .tooFine ? .tooFine : .tooLarge
    }
  }

  /// Reads digits, grouping marks and the decimal mark.
  private static func number(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ decimal: Profile.DecimalMark,
    _ isNegative: Bool
  ) throws(Fault) -> DecimalText {
    let decimalMark = UInt8(ascii: decimal == .point ? "." : ",")
    var number = DecimalText(isNegative: isNegative)
    var index = start
    var mark = GroupMark.none
    var digitsInGroup = 0
    while index < end, bytes[index] != decimalMark {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit < 10 {
        number.appendInteger(digit)
        digitsInGroup += 1
        index += 1
        continue
      }
      let (next, length) = GroupMark.at(bytes, index, end, decimal)
      guard length > 0, index > start else { throw .notANumber }
      if mark == .none {
        guard 1...3 ~= digitsInGroup, bytes[start] != UInt8(ascii: "0") else { throw .grouping }
      } else {
        guard mark == next, digitsInGroup == 3 else { throw .grouping }
      }
      mark = next
      digitsInGroup = 0
      index += length
    }
    if mark != .none && digitsInGroup != 3 { throw .grouping }
    if index < end {
      index += 1
      guard index < end else { throw .notANumber }
      while index < end {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { throw .notANumber }
        number.appendFraction(digit)
        index += 1
      }
    } else if digitsInGroup == 0 {
      throw .notANumber
    }
    return number
  }

  /// The kinds of grouping mark; one number keeps to one of them.
  private enum GroupMark {
    case none, pointOrComma, space, wideBlank, narrowBlank, apostrophe

    @inline(__always)
    static func at(
      _ bytes: Span<UInt8>, _ index: Int, _ end: Int, _ decimal: Profile.DecimalMark
    ) -> (GroupMark, length: Int) {
      let other = UInt8(ascii: decimal == .point ? "," : ".")
      let byte = bytes[index]
      if byte == other { return (.pointOrComma, 1) }
      if byte == UInt8(ascii: "'") { return (.apostrophe, 1) }
      if byte == 0xE2, index + 2 < end, bytes[index + 1] == 0x80, bytes[index + 2] == 0x99 {
        return (.apostrophe, 3)
      }
      switch Blanks.length(bytes, at: index, end: end) {
      case 1 where byte == 0x20: return (.space, 1)
      case 2: return (.wideBlank, 2)
      case 3: return (.narrowBlank, 3)
      default: return (.none, 0)
      }
    }
  }
}
