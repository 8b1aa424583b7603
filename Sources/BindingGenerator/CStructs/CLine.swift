/// The tokens of one line of C, taken from the front.
struct CLine {
  private var tokens: ArraySlice<CToken>

  /// Makes a line of tokens.
  init(_ tokens: [CToken]) {
    self.tokens = tokens[...]
  }

  /// The next token.
  var next: CToken? { tokens.first }

  /// Takes a token when it is the next.
  mutating func accept(_ token: CToken) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }

  /// Takes a token that must come next.
  mutating func expect(_ token: CToken) throws(DeclarationProblem) {
    guard accept(token) else {
      throw DeclarationProblem(message: "expected \(token), found \(found)")
    }
  }

  /// Takes a name.
  mutating func word() throws(DeclarationProblem) -> String {
    guard case .word(let word)? = tokens.first else {
      throw DeclarationProblem(message: "expected a name, found \(found)")
    }
    tokens.removeFirst()
    return word
  }

  /// Takes a number.
  mutating func number() throws(DeclarationProblem) -> Int64 {
    guard case .number(let number)? = tokens.first else {
      throw DeclarationProblem(message: "expected a decimal number, found \(found)")
    }
    tokens.removeFirst()
    return number
  }

  /// Throws unless every token is taken.
  func end() throws(DeclarationProblem) {
    guard tokens.isEmpty else {
      throw DeclarationProblem(message: "one declaration a line: unexpected \(found)")
    }
  }

  private var found: String {
    tokens.first.map(\.description) ?? "the end of the line"
  }
}

extension CToken: CustomStringConvertible {
  var description: String {
    switch self {
    case .word(let word): word
    case .number(let number): String(number)
    case .symbol(let symbol): String(symbol)
    }
  }
}
