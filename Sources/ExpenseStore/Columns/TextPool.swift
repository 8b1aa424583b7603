internal import ExpenseModel
internal import Glibc

/// Texts that the rows of columns hold, each once, with their folded form beside it.
///
/// A value that grows only: a number stands for the same text in every later state. Texts lie packed
/// in pages, so that adding one copies one page. 0 is "".
struct TextPool: Sendable {
  static let textsPerPage = 256

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

/// Some texts of a pool, packed. It never changes.
final class TextPage: Sendable {
  /// Of each text its bytes, and then those of its folded form where that is another.
  let bytes: [UInt8]
  /// Of each text the ends of both in `bytes`; equal when the folded form is the text.
  typealias Ends = (text: Int, folded: Int)
  let ends: [Ends]

  init(bytes: [UInt8], ends: [Ends]) {
    self.bytes = bytes
    self.ends = ends
  }

  var count: Int { ends.count }

  private func bounds(_ index: Int) -> (start: Int, text: Int, folded: Int)? {
    guard index < ends.count else { return nil }
    let start = index == 0 ? 0 : ends[index &- 1].folded
    return (start, ends[index].text, ends[index].folded)
  }

  func text(_ index: Int) -> String {
    guard let bounds = bounds(index) else { return "" }
    return String(decoding: bytes[bounds.start..<bounds.text], as: UTF8.self)
  }

  /// Where the folded form of a text stands.
  func foldedRange(_ index: Int) -> Range<Int> {
    guard let bounds = bounds(index) else { return 0..<0 }
    return bounds.folded == bounds.text
      ? bounds.start..<bounds.text : bounds.text..<bounds.folded
  }

  func contains(_ needle: Span<UInt8>, in index: Int) -> Bool {
    let bytes = bytes
    let part = bytes.span.extracting(foldedRange(index))
    return TextFold.contains(needle, in: part)
  }

  func compare(_ index: Int, _ other: TextPage, _ otherIndex: Int) -> Int {
    let (bytes, others) = (bytes, other.bytes)
    let folded = bytes.span.extracting(foldedRange(index))
    let otherFolded = others.span.extracting(other.foldedRange(otherIndex))
    let order = ByteOrder.compare(folded, otherFolded)
    if order != 0 { return order }
    let text = bytes.span.extracting(textRange(index))
    let otherText = others.span.extracting(other.textRange(otherIndex))
    return ByteOrder.compare(text, otherText)
  }

  /// Whether a text of a page, or of one that is being made, has these bytes.
  static func isText(
    _ index: Int, _ text: UnsafeRawBufferPointer, _ ends: [Ends], _ bytes: [UInt8]
  ) -> Bool {
    let start = index == 0 ? 0 : ends[index &- 1].folded
    let count = ends[index].text &- start
    guard count == text.count else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let mine = bytes.baseAddress, let theirs = text.baseAddress else { return true }
      return unsafe memcmp(mine + start, theirs, count) == 0
    }
  }

  private func textRange(_ index: Int) -> Range<Int> {
    guard let bounds = bounds(index) else { return 0..<0 }
    return bounds.start..<bounds.text
  }
}
