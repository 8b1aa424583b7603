internal import ExpenseModel
internal import ExpenseStore

/// Gathers texts that fit what was typed: each once, those that begin with it first.
struct Choices {
  private let typed: String
  private let most: Int
  private var beginning: [String] = []
  private var containing: [String] = []
  private var known: Set<[UInt8]> = []

  /// Begins to gather; "" fits everything.
  init(fitting typed: String, most: Int = Draft.maximumSuggestions) {
    self.typed = TextFold.fold(TextRules.trimmed(typed))
    self.most = most
  }

  var texts: [String] { Array((beginning + containing).prefix(most)) }

  /// Adds texts behind those that were added before.
  mutating func add(_ uses: [UsedText]) {
    for use in uses {
      guard beginning.count < most else { return }
      add(use.text, use.folded)
    }
  }

  /// Adds texts behind those that were added before.
  mutating func add(_ texts: [String]) {
    for text in texts where !text.isEmpty { add(text, TextFold.fold(text)) }
  }

  private mutating func add(_ text: String, _ folded: String) {
    if folded.utf8.starts(with: typed.utf8) {
      if known.insert(Array(text.utf8)).inserted { beginning.append(text) }
    } else if containing.count < most, TextFold.contains(typed, in: text) {
      if known.insert(Array(text.utf8)).inserted { containing.append(text) }
    }
  }
}
