/// Breaks text into lines.
enum TextWrap {
  /// Breaks a paragraph into lines of at most `width` characters.
  ///
  /// - Parameters:
  ///   - text: The words; every run of blanks between them counts as one.
  ///   - width: The longest line; a single word may be longer.
  ///   - first: What the first line begins with, part of its width.
  ///   - rest: What the other lines begin with.
  static func lines(_ text: String, width: Int, first: String = "", rest: String = "") -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += isEmpty ? String(word) : " \(word)"
      isEmpty = false
    }
    if !isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
