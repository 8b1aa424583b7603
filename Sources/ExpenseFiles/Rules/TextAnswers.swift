internal import ExpenseModel
internal import ExpenseStore

/// Which of many patterns a text is like, remembered for texts that come again.
struct TextAnswers {
  /// Where the answers on one text stand; valid until ``makeRoom()``.
  typealias Place = Int

  /// Patterns of which one must fit, as bits of the answers.
  struct AnyOf: Sendable {
    fileprivate var masks: [(word: Int, bits: UInt64)] = []
  }

  private var patterns: [TextPattern] = []
  private var numbers: [TextPattern: Int] = [:]
  private var known: [TextKey: Place] = [:]
  /// By text, one bit for each pattern, in whole words.
  private var answers: [UInt64] = []

  /// Texts that are longer are not kept: they hardly come again.
  private static let mostBytes = 256
  private static let mostTexts = 1 << 16

  private var wordsOfText: Int { (patterns.count + 63) / 64 }

  /// Takes in patterns of which one must fit; before any text is asked about.
  mutating func add(_ any: [TextPattern]) -> AnyOf {
    var result = AnyOf()
    for pattern in any {
      let number = numbers[pattern, default: patterns.count]
      if number == patterns.count {
        numbers[pattern] = number
        patterns.append(pattern)
      }
      let bit: UInt64 = 1 &<< UInt64(number % 64)
      if let index = result.masks.firstIndex(where: { $0.word == number / 64 }) {
        result.masks[index].bits |= bit
      } else {
        result.masks.append((number / 64, bit))
      }
    }
    return result
  }

  /// Forgets where there is no room for more; what ``place(of:)`` has given is void then.
  mutating func makeRoom() {
    guard known.count >= TextAnswers.mostTexts || answers.count >= wordsOfText << 17 else { return }
    known.removeAll(keepingCapacity: true)
    answers.removeAll(keepingCapacity: true)
  }

  /// Asks all patterns about a text.
  mutating func place(of text: String) -> Place {
    if patterns.isEmpty { return 0 }
    let isKept = text.utf8.count <= TextAnswers.mostBytes
    let key = TextKey(text)
    if isKept, let place = known[key] { return place }
    let place = answers.count
    let folded = TextFold.fold(text).utf8
    let bytes = folded.span
    let pairs = BytePairs(bytes)
    for first in stride(from: 0, to: patterns.count, by: 64) {
      var bits: UInt64 = 0
      for number in first..<min(first + 64, patterns.count)
      where patterns[number].matches(bytes, pairs) {
        bits |= 1 &<< UInt64(number - first)
      }
      answers.append(bits)
    }
    if isKept { known[key] = place }
    return place
  }

  /// Whether one of the patterns fits the text at a place.
  func fits(_ any: AnyOf, _ place: Place) -> Bool {
    any.masks.contains { answers[place + $0.word] & $0.bits != 0 }
  }
}
