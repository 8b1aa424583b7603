/// Reads DocC's Markdown, as far as the comments of exported functions use it.
struct DocCommentReader {
  /// What the line that is being read goes on with.
  private enum Target {
    case nothing, paragraph, item, remark, parameter, returns, errors, code
  }

  private var comment = DocComment()
  private var target = Target.nothing
  private var isInParameters = false

  /// Reads the lines of a comment.
  static func read(_ lines: [DocumentationLine]) -> DocComment {
    var reader = DocCommentReader()
    for line in lines { reader.read(line) }
    return reader.comment
  }

  private mutating func read(_ line: DocumentationLine) {
    let text = line.text.trimmed
    if text.hasPrefix("```") {
      if target == .code {
        target = .nothing
      } else {
        comment.blocks.append(.code([]))
        target = .code
      }
    } else if target == .code {
      continueCode(line.text)
    } else if text.isEmpty {
      target = .nothing
    } else if text.hasPrefix("- ") || text.hasPrefix("* ") {
      readItem(
        String(text.dropFirst(2)), isIndented: line.text.first?.isWhitespace == true,
        line: line.number)
    } else {
      continueText(DocCommentReader.plain(text))
    }
  }

  private mutating func readItem(_ text: String, isIndented: Bool, line: Int?) {
    if isInParameters, isIndented, let (name, rest) = Self.split(text) {
      append(parameter: name, rest, line: line)
      return
    }
    isInParameters = false
    guard let (key, rest) = Self.split(text) else {
      comment.blocks.append(.item(Self.plain(text)))
      target = .item
      return
    }
    switch key {
    case "Parameters": isInParameters = true
    case "Returns":
      comment.returns = Self.plain(rest)
      target = .returns
    case "Throws":
      comment.errors = Self.plain(rest)
      target = .errors
    case _ where key.hasPrefix("Parameter "):
      append(parameter: String(key.dropFirst("Parameter ".count)), rest, line: line)
    case _ where Self.remarks.contains(key):
      comment.blocks.append(.remark(key, Self.plain(rest)))
      target = .remark
    default:
      comment.blocks.append(.item(Self.plain(text)))
      target = .item
    }
  }

  private static let remarks: Set<String> = [
    "Attention", "Complexity", "Important", "Invariant", "Note", "Postcondition", "Precondition",
    "Remark", "SeeAlso", "Since", "Tip", "Version", "Warning",
  ]

  private mutating func append(parameter name: String, _ text: String, line: Int?) {
    let name = name.trimmed.filter { $0 != "`" }
    comment.parameters.append(
      DocComment.Parameter(name: name, text: Self.plain(text), line: line))
    target = .parameter
  }

  private mutating func continueCode(_ text: String) {
    guard let last = comment.blocks.indices.last, case .code(let lines) = comment.blocks[last]
    else { return }
    comment.blocks[last] = .code(lines + [text])
  }

  private mutating func continueText(_ text: String) {
    let last = comment.blocks.indices.last
    switch target {
    case .returns: comment.returns = (comment.returns ?? "").joined(text)
    case .errors: comment.errors = (comment.errors ?? "").joined(text)
    case .parameter:
      guard let index = comment.parameters.indices.last else { return }
      comment.parameters[index].text = comment.parameters[index].text.joined(text)
    case .paragraph, .item, .remark:
      guard let last else { return }
      switch comment.blocks[last] {
      case .paragraph(let old): comment.blocks[last] = .paragraph(old.joined(text))
      case .item(let old): comment.blocks[last] = .item(old.joined(text))
      case .remark(let key, let old): comment.blocks[last] = .remark(key, old.joined(text))
      case .code: break
      }
    case .nothing, .code:
      isInParameters = false
      comment.blocks.append(.paragraph(text))
      target = .paragraph
    }
  }

  /// Splits `key: text` at the first colon that ends a key.
  private static func split(_ text: String) -> (key: String, rest: String)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    return (text[..<colon].trimmed, text[text.index(after: colon)...].trimmed)
  }

  /// Removes the Markdown that C has no use for: links to symbols, emphasis, heading marks. Code
  /// marks stay: they tell a parameter's name from a word.
  static func plain(_ text: String) -> String {
    var text = text
    while text.hasPrefix("#") { text.removeFirst() }
    return text.replacing("``", with: "`").replacing("**", with: "").trimmed
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmed: String {
    var rest = Substring(self)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

extension String {
  fileprivate func joined(_ text: String) -> String {
    isEmpty ? text : "\(self) \(text)"
  }
}
