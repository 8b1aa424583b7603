internal import ExpenseModel

extension MarkupScanner {
  /// A tag's name in capitals, as OFX writes it.
  func tagName(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self).uppercased()
  }

  /// Appends the text of a token, with what is escaped in it as the characters that it stands for.
  ///
  /// `&lt;`, `&gt;`, `&amp;` (OFX 1.6, section 2.3.2.1), `&quot;`, `&apos;` and numbers (XML 1.0,
  /// section 4.1 and 4.6), `&nbsp;` (OFX 1.6, as above). Of `&lt`, `&gt` and `&amp` the `;` may be
  /// missing before what is no letter and no digit, as in SGML. Any other `&` stays as it stands:
  /// banks write names such as "B&B" without escaping them.
  func append(_ range: Range<Int>, isRaw: Bool, to text: inout [UInt8]) {
    guard !isRaw, bytes[range].contains(UInt8(ascii: "&")) else {
      text.append(contentsOf: bytes[range])
      return
    }
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = character(index, range.upperBound) {
        DecodedText.append(scalar, to: &text)
        index = end
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
  }

  /// The longest name or number of a character between `&` and `;`.
  private static let longest = 8

  /// The character that an escape at `start` stands for, and where the escape ends.
  private func character(_ start: Int, _ end: Int) -> (UInt32, Int)? {
    for (name, scalar): (StaticString, UInt32) in [("&amp", 0x26), ("&lt", 0x3C), ("&gt", 0x3E)] {
      let behind = start + name.utf8CodeUnitCount
      guard behind <= end, isNext(name, at: start) else { continue }
      guard behind < end else { return (scalar, behind) }
      if bytes[behind] != UInt8(ascii: ";"), bytes[behind] < 0x80,
        MarkupScanner.name(at: behind, in: bytes).isEmpty, bytes[behind] &- 0x30 >= 10
      {
        return (scalar, behind)
      }
    }
    let limit = min(end, start + 2 + MarkupScanner.longest)
    guard let mark = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[start + 1..<mark], as: UTF8.self)
    let scalar: UInt32? =
      switch name.lowercased() {
      case "lt": 0x3C
      case "gt": 0x3E
      case "amp": 0x26
      case "quot": 0x22
      case "apos": 0x27
      case "nbsp": 0xA0
      case let number where number.utf8.starts(with: "#x".utf8):
        UInt32(number.dropFirst(2), radix: 16)
      case let number where number.utf8.first == UInt8(ascii: "#"): UInt32(number.dropFirst())
      default: nil
      }
    guard let scalar, scalar != 0, UnicodeScalar(scalar) != nil else { return nil }
    return (scalar, mark + 1)
  }
}
