/// A piece of a Swift declaration.
enum Token: Hashable, Sendable {
  /// A name or keyword, without backticks; a qualified name is one word.
  case word(String)
  /// A string literal's content.
  case text(String)
  /// Punctuation; `->` is one.
  case symbol(String)

  /// Splits a text into tokens.
  static func all(in text: String) throws(DeclarationProblem) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first.isLetter || first == "_" || first == "`" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || "_`.".contains($0) }
        tokens.append(.word(word.filter { $0 != "`" }))
        rest.removeFirst(word.count)
      } else if first == "\"" {
        rest.removeFirst()
        let content = rest.prefix { $0 != "\"" }
        rest.removeFirst(content.count)
        guard rest.popFirst() != nil else {
          throw DeclarationProblem(message: "a string literal is never closed")
        }
        tokens.append(.text(String(content)))
      } else if rest.hasPrefix("->") {
        tokens.append(.symbol("->"))
        rest.removeFirst(2)
      } else {
        tokens.append(.symbol(String(first)))
        rest.removeFirst()
      }
    }
    return tokens
  }
}

extension Token: CustomStringConvertible {
  var description: String {
    switch self {
    case .word(let name): name
    case .text(let content): "\"\(content)\""
    case .symbol(let symbol): symbol
    }
  }
}
