/// What keeps a text from being taken for a formula by a spreadsheet.
///
/// The characters are those of OWASP's page on CSV injection; `'` is one of them so that every text
/// comes back as it was.
enum FormulaGuard {
  /// The header of the column that says that a file's texts are guarded, the last one.
  static let column = "guard"
  private static let mark = UInt8(ascii: "'")

  /// Whether a text that begins so needs the guard.
  private static func isRisky(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), mark: true
    case 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// The text with the guard before it, if it needs one.
  static func put(on text: String) -> String {
    guard let first = text.utf8.first, isRisky(first) else { return text }
    return "'" + text
  }

  /// The text without its guard.
  static func taken(off text: String) -> String {
    let bytes = text.utf8
    guard bytes.first == mark, let second = bytes.dropFirst().first, isRisky(second) else {
      return text
    }
    return String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  /// Whether the cell of the guard's column says that the other texts of its row are guarded.
  static func isOn(_ cell: String) -> Bool { cell == "'" }
}
