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
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    return lines(words: words, width: width, first: first, rest: rest)
  }

  /// Puts pieces that stay whole into lines of at most `width` characters, with a blank between two.
  static func lines(words: [String], width: Int, first: String, rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in words {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += isEmpty ? word : " \(word)"
      isEmpty = false
    }
    return lines + [line]
  }
}
