/// The rules that texts of an expense have in common.
package enum TextRules {
  /// Whether the text is empty or all white space, as Unicode defines it.
  package static func isBlank(_ text: String) -> Bool {
    if let first = text.utf8.first, isVisible(lead: first) { return false }
    return text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// The text without white space at both ends.
  package static func trimmed(_ text: String) -> String {
    if isTrimmed(text) { return text }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether the text has no white space at its ends, as far as a look at a few bytes can tell.
  private static func isTrimmed(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    guard isVisible(lead: first), let last = text.utf8.last(where: { $0 & 0xC0 != 0x80 }) else {
      return false
    }
    return isVisible(lead: last)
  }

  /// Whether a character whose UTF-8 begins with this byte is surely no white space.
  ///
  /// The white space beyond ASCII (Unicode's White_Space: U+0085, U+00A0, U+1680, U+2000 to U+200A,
  /// U+2028, U+2029, U+202F, U+205F, U+3000) begins with C2, E1, E2 or E3.
  package static func isVisible(lead byte: UInt8) -> Bool {
    byte < 0x80 ? byte > 0x20 : byte > 0xC2 && !(0xE1...0xE3).contains(byte)
  }

  /// Checks the length in bytes of UTF-8, and that there is no U+0000.
  ///
  /// - Throws: ``ExpenseError/Code/invalid``.
  static func check(
    _ text: String, _ what: String, _ field: ExpenseField, most: Int
  ) throws(ExpenseError) {
    let count = text.utf8.count
    guard count <= most else {
      throw ExpenseError(
        .invalid, "\(what) has \(count) bytes: at most \(most) are allowed", field: field)
    }
    // A C caller's texts end at U+0000, so that none could be read back whole.
    guard !hasZero(text) else {
      throw ExpenseError(.invalid, "\(what) has the character U+0000 in it", field: field)
    }
  }

  /// Whether U+0000 is in the text.
  private static func hasZero(_ text: String) -> Bool {
    let utf8 = text.utf8
    let bytes = utf8.span
    for index in 0..<bytes.count where bytes[index] == 0 { return true }
    return false
  }
}
