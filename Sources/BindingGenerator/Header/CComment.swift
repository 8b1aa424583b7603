/// A comment in C, made of lines.
struct CComment {
  /// The width of a line of the header.
  static let width = 100

  private var lines: [String] = []

  /// The room for text on a line.
  static var room: Int { width - " * ".count }

  /// Adds an empty line, unless there is nothing above it or one already.
  mutating func gap() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  /// Removes an empty line at the end.
  mutating func trimGap() {
    if lines.last == "" { lines.removeLast() }
  }

  /// Adds a paragraph, broken into lines.
  mutating func text(_ text: String, first: String = "", rest: String = "") {
    lines += TextWrap.lines(text, width: Self.room, first: first, rest: rest)
  }

  /// Adds a line as it stands.
  mutating func line(_ line: String) {
    lines.append(line)
  }

  /// Adds several paragraphs; one that is indented is code and stands as it is.
  mutating func paragraphs(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      gap()
      if paragraph.first?.isWhitespace == true {
        lines += paragraph.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      } else {
        self.text(String(paragraph))
      }
    }
  }

  /// The comment as C.
  ///
  /// - Parameter isBlock: Whether it ends on a line of its own, as long comments do.
  /// - Throws: A problem when a line is too long, would end the comment or seem to begin another.
  func c(isBlock: Bool = false) throws(DeclarationProblem) -> String {
    for line in lines {
      if line.contains("*/") || line.contains("/*") || line.hasSuffix("\\") {
        throw DeclarationProblem(message: "a C comment can't hold this line: \(line)")
      }
      if line.count > Self.room {
        throw DeclarationProblem(message: "longer than a line of the header: \(line)")
      }
    }
    var result = ""
    for (index, line) in lines.enumerated() {
      let text = index == 0 ? "/* \(line)" : line.isEmpty ? " *" : " * \(line)"
      result += text.trimmedAtEnd
      let isLast = index == lines.count - 1
      if !isLast {
        result += "\n"
      } else {
        result += isBlock || text.count + 3 > Self.width ? "\n */\n" : " */\n"
      }
    }
    return result
  }
}

extension CComment {
  /// Adds a heading between two rules.
  mutating func title(_ title: String) {
    let rule = String(repeating: "-", count: Self.room)
    for text in [rule, title, rule] { line(text) }
  }

  /// Adds a program without its leading comment, which says what it shows to those who open the
  /// file.
  mutating func program(_ source: String) {
    var source = Substring(source)
    if source.hasPrefix("/*"), let end = source.firstRange(of: "*/") {
      source = source[end.upperBound...]
    }
    for line in source.trimmed.split(separator: "\n", omittingEmptySubsequences: false) {
      self.line("    \(line)".trimmedAtEnd)
    }
  }
}

extension StringProtocol {
  /// The text without blanks at its end.
  var trimmedAtEnd: String {
    var rest = Substring(self)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
