internal import ExpenseModel

/// The words of a name, to compare it with another that a bank or a person wrote differently.
struct NameWords {
  private let words: Set<String>
  private let whole: String

  /// Takes the words of at least three letters, or digits among letters, without regard to case.
  init(_ name: String) {
    var words: Set<String> = []
    var word = ""
    var hasLetter = false
    func end() {
      if hasLetter, word.unicodeScalars.count >= 3 { words.insert(word) }
      word = ""
      hasLetter = false
    }
    whole = TextFold.fold(name)
    for scalar in whole.unicodeScalars {
      let isLetter = scalar.properties.isAlphabetic
      if isLetter || scalar.properties.numericType != nil {
        word.unicodeScalars.append(scalar)
        hasLetter = hasLetter || isLetter
      } else {
        end()
      }
    }
    end()
    self.words = words
  }

  private func isPart(of other: NameWords) -> Bool {
    whole.utf8.count >= 3 && TextFold.contains(whole, in: other.whole)
  }

  /// Whether both have a word, or one has all of the other.
  func isLike(_ other: NameWords) -> Bool {
    !words.isDisjoint(with: other.words) || other.isPart(of: self) || isPart(of: other)
  }
}
