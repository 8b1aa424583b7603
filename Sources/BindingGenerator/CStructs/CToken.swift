/// A piece of a line of C.
enum CToken: Hashable, Sendable {
  /// A name or keyword.
  case word(String)
  /// A whole number.
  case number(Int64)
  /// One character of punctuation.
  case symbol(Character)

  /// Splits a line without comments into tokens.
  static func all(in line: some StringProtocol) throws(DeclarationProblem) -> [CToken] {
    var tokens: [CToken] = []
    var rest = Substring(line)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first.isNumber {
        let digits = rest.prefix { $0.isNumber || $0.isLetter }
        guard let number = Int64(digits) else {
          throw DeclarationProblem(message: "\(digits) is not a decimal number of 64 bits")
        }
        tokens.append(.number(number))
        rest.removeFirst(digits.count)
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(.word(String(word)))
        rest.removeFirst(word.count)
      } else {
        tokens.append(.symbol(first))
        rest.removeFirst()
      }
    }
    return tokens
  }
}
