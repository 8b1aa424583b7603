internal import ExpenseModel
internal import Glibc

/// Some texts of a pool, packed. It never changes.
///
/// Folding ASCII is to set a bit of a byte, which a search does as it goes. So only texts with other
/// characters have their folded form beside them.
final class TextPage: Sendable {
  let content: Content

  /// What a page, also one that is being made, consists of.
  struct Content: Sendable {
    /// The texts, each with a 0 behind it, which no text holds.
    var bytes: [UInt8] = []
    /// Of each text where it ends in `bytes`.
    var ends: [UInt32] = []
    /// The folded forms of texts that are not ASCII, each with a 0 behind it.
    var folded: [UInt8] = []
    /// Of each folded form where it ends in `folded`.
    var foldedEnds: [UInt32] = []
    /// Of each folded form which text it is of, in order.
    var foldedTexts: [UInt16] = []
  }

  init(_ content: Content) { self.content = content }

  var count: Int { content.ends.count }

  func text(_ index: Int) -> String {
    guard index < count else { return "" }
    return String(decoding: content.bytes[content.range(index)], as: UTF8.self)
  }

  /// Whether the folded form of a text contains folded bytes.
  func contains(_ needle: Span<UInt8>, in index: Int) -> Bool {
    guard index < count else { return needle.count == 0 }
    return withFolded(index) { TextFold.containsFolded(needle, in: $0) }
  }

  func compare(_ index: Int, _ other: TextPage, _ otherIndex: Int) -> Int {
    guard index < count, otherIndex < other.count else { return 0 }
    let order = withFolded(index) { first in
      other.withFolded(otherIndex) { ByteOrder.compareFolding(first, $0) }
    }
    if order != 0 { return order }
    let (bytes, others) = (content.bytes, other.content.bytes)
    return ByteOrder.compare(
      bytes.span.extracting(content.range(index)),
      others.span.extracting(other.content.range(otherIndex)))
  }

  /// Calls a body with the folded form of a text, or with the text where that is ASCII.
  private func withFolded<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    if let place = content.foldedPlace(of: index) {
      let folded = content.folded
      return body(folded.span.extracting(content.foldedRange(place)))
    }
    let bytes = content.bytes
    return body(bytes.span.extracting(content.range(index)))
  }
}

extension TextPage.Content {
  /// Where a text stands.
  func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index &- 1]) &+ 1)..<Int(ends[index])
  }

  /// Where a folded form stands.
  func foldedRange(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : Int(foldedEnds[place &- 1]) &+ 1)..<Int(foldedEnds[place])
  }

  /// The place among the folded forms of a text's; nil for one that is ASCII.
  func foldedPlace(of index: Int) -> Int? {
    if foldedTexts.isEmpty { return nil }
    var (low, high) = (0, foldedTexts.count)
    while low < high {
      let middle = (low &+ high) / 2
      if Int(foldedTexts[middle]) < index { low = middle &+ 1 } else { high = middle }
    }
    return low < foldedTexts.count && Int(foldedTexts[low]) == index ? low : nil
  }

  /// Whether a text has these bytes.
  func isText(_ index: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    let range = range(index)
    guard range.count == text.count else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let mine = bytes.baseAddress, let theirs = text.baseAddress else { return true }
      return unsafe memcmp(mine + range.lowerBound, theirs, range.count) == 0
    }
  }

  /// Adds a text, which is UTF-8.
  mutating func append(_ text: UnsafeRawBufferPointer, isASCII: Bool) {
    unsafe bytes.append(contentsOf: text)
    if !isASCII {
      let text = unsafe String(decoding: text, as: UTF8.self)
      folded.append(contentsOf: TextFold.fold(text).utf8)
      foldedEnds.append(UInt32(truncatingIfNeeded: folded.count))
      foldedTexts.append(UInt16(truncatingIfNeeded: ends.count))
      folded.append(0)
    }
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    bytes.append(0)
  }

  /// A copy in memory of just its size, which leaves the original the only one to hold its own.
  var compact: TextPage.Content {
    TextPage.Content(
      bytes: bytes.exactCopy, ends: ends.exactCopy, folded: folded.exactCopy,
      foldedEnds: foldedEnds.exactCopy, foldedTexts: foldedTexts.exactCopy)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    folded.removeAll(keepingCapacity: true)
    foldedEnds.removeAll(keepingCapacity: true)
    foldedTexts.removeAll(keepingCapacity: true)
  }
}

extension [UInt8] {
  fileprivate var exactCopy: [UInt8] { copied(self) }
}

extension [UInt16] {
  fileprivate var exactCopy: [UInt16] { copied(self) }
}

extension [UInt32] {
  fileprivate var exactCopy: [UInt32] { copied(self) }
}

/// Not what `Array` makes of an array, which is the same memory.
@inline(__always)
private func copied<Value: BitwiseCopyable>(_ values: [Value]) -> [Value] {
  unsafe [Value].filled(values.count) { output in
    for index in values.indices { unsafe output.initializeElement(at: index, to: values[index]) }
  }
}

extension ByteOrder {
  /// The same of texts that are folded or ASCII.
  static func compareFolding(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      let (first, second) = (TextFold.lower(a[index]), TextFold.lower(b[index]))
      if first != second { return first < second ? -1 : 1 }
    }
    return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
  }
}
