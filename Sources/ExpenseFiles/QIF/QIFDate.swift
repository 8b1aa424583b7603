internal import ExpenseModel

/// Reads the dates of QIF files: as ``DateCell`` does, and as Quicken writes them.
///
/// Quicken fills a day below ten with a blank and puts a `'` before a year from 2000 on: `1/ 5'20`,
/// `28.02'2009`, `3/11' 2`. A year of two digits is read as anywhere else, with or without it. A date
/// that begins with a year of four digits says its order itself.
enum QIFDate {
  /// Reads a date.
  ///
  /// - Parameter isDayFirst: Whether dates with points have the day first, whatever the order.
  static func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ order: Profile.DateOrder, isDayFirst: Bool
  ) throws(DateCell.Fault) -> CivilDate {
    let range = Blanks.trimmed(bytes, range)
    guard let plain = plain(bytes, range) else {
      let order = ownOrder(bytes, range, isDayFirst) ?? order
      return try DateCell.read(bytes, range, order)
    }
    let order = ownOrder(plain.span, plain.indices, isDayFirst) ?? order
    return try DateCell.read(plain.span, plain.indices, order)
  }

  /// The order that a date says itself.
  private static func ownOrder(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ isDayFirst: Bool
  ) -> Profile.DateOrder? {
    var index = range.lowerBound
    let first = DateCell.digits(bytes, &index, range.upperBound)
    if first.count == 4 || first.count == 8 { return .yearMonthDay }
    guard isDayFirst, first.count > 0, index < range.upperBound else { return nil }
    return bytes[index] == UInt8(ascii: ".") ? .dayMonthYear : nil
  }

  /// Whether a date has points between its numbers, and the year not first.
  static func hasPoints(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    ownOrder(bytes, Blanks.trimmed(bytes, range), true) == .dayMonthYear
  }

  /// Whether a date begins with the year.
  static func hasYearFirst(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    ownOrder(bytes, Blanks.trimmed(bytes, range), false) == .yearMonthDay
  }

  /// A date of Quicken's with one mark twice and no blanks; nil for one that has neither a `'` nor a
  /// blank behind a mark.
  static func plain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    guard range.count <= 32 else { return nil }
    var needsIt = false
    var hasApostrophe = false
    for index in range {
      if bytes[index] == UInt8(ascii: "'") || bytes[index] == 0xE2 { hasApostrophe = true }
      if bytes[index] == 0x20, index > range.lowerBound, isMark(bytes[index - 1]) { needsIt = true }
    }
    guard needsIt || hasApostrophe else { return nil }
    var text: [UInt8] = []
    var mark: UInt8 = 0
    var isYear = false
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      let curly =
        byte == 0xE2 && index + 2 < range.upperBound && bytes[index + 1] == 0x80
        && bytes[index + 2] == 0x99
      index += curly ? 3 : 1
      if curly || isMark(byte) {
        // A year stands behind the `'`, so that a hyphen does not say that it stands first.
        let isPoint = byte == UInt8(ascii: ".") && !curly
        if mark == 0 {
          mark = isPoint ? byte : hasApostrophe ? UInt8(ascii: "/") : byte
        }
        isYear = curly || byte == UInt8(ascii: "'")
        text.append(isYear ? mark : isPoint || !hasApostrophe ? byte : mark)
        while index < range.upperBound, bytes[index] == 0x20 { index += 1 }
        if isYear, index + 1 == range.upperBound { text.append(UInt8(ascii: "0")) }
      } else {
        text.append(byte)
      }
    }
    return text
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "'")
  }
}
