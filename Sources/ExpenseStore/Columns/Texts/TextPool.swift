internal import ExpenseModel

/// Texts that the rows of columns hold, each once.
///
/// A value that grows only: a number stands for the same text in every later state. Texts lie packed
/// in pages, so that adding one copies one page. 0 is "".
struct TextPool: Sendable {
  static let textsPerPage = 1024

  private(set) var pages: [TextPage] = []
  /// How many numbers there are, with 0.
  private(set) var count = 0

  /// Puts a page in the place of the last one or behind it.
  mutating func set(_ page: TextPage, at index: Int) {
    if index < pages.count {
      count &-= pages[index].count
      pages[index] = page
    } else {
      pages.append(page)
    }
    count &+= page.count
  }

  /// The text with a number; "" for one that there is not.
  func text(_ number: Int32) -> String {
    page(number)?.text(Int(number) % TextPool.textsPerPage) ?? ""
  }

  /// Whether the folded form of a text contains folded bytes.
  func contains(_ needle: Span<UInt8>, in number: Int32) -> Bool {
    page(number)?.contains(needle, in: Int(number) % TextPool.textsPerPage) ?? (needle.count == 0)
  }

  /// -1, 0 or 1: how two texts are ordered, by their folded forms and then by their bytes.
  func compare(_ a: Int32, _ b: Int32) -> Int {
    guard a != b, let first = page(a), let second = page(b) else { return 0 }
    return first.compare(
      Int(a) % TextPool.textsPerPage, second, Int(b) % TextPool.textsPerPage)
  }

  private func page(_ number: Int32) -> TextPage? {
    let index = Int(number) / TextPool.textsPerPage
    return number >= 0 && index < pages.count ? pages[index] : nil
  }
}
