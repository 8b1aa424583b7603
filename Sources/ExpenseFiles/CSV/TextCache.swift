/// Texts that stand in many rows of a file, made once; bounded.
struct TextCache {
  private struct Known {
    let range: Range<Int>
    let text: String
  }

  private var known: [UInt64: Known] = [:]
  private static let capacity = 4_096

  /// The text that was made of the same bytes before.
  func known(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    guard let found = known[TextCache.hash(bytes, range)], found.range.count == range.count,
      bytes[found.range] == bytes[range]
    else { return nil }
    return found.text
  }

  mutating func remember(_ bytes: [UInt8], _ range: Range<Int>, _ text: String) {
    if known.count >= TextCache.capacity { known.removeAll(keepingCapacity: true) }
    known[TextCache.hash(bytes, range)] = Known(range: range, text: text)
  }

  /// The text of the bytes after `change`.
  mutating func text(
    _ bytes: [UInt8], _ range: Range<Int>, _ change: (String) -> String
  ) -> String {
    if let text = known(bytes, range) { return text }
    let text = change(String(decoding: bytes[range], as: UTF8.self))
    remember(bytes, range, text)
    return text
  }

  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(bytes.span, range)
    return fingerprint.state
  }
}
