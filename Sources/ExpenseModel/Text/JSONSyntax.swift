/// A check of JSON's grammar (RFC 8259) that builds nothing.
enum JSONSyntax {
  /// Deepest nesting of objects and arrays that is accepted.
  static let maximumDepth = 100

  private enum Expected {
    case value, valueOrEnd, key, keyOrEnd, separatorOrEnd
  }

  /// Where the bytes stop being one JSON object; nil when they are one.
  ///
  /// - Returns: The offset in bytes of the first fault.
  static func faultInObject(_ bytes: Span<UInt8>) -> Int? {
    var index = 0
    skipBlanks(bytes, &index)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "{") else { return index }
    index += 1
    // One bit for each open bracket, the innermost lowest: 1 for an object.
    var open: UInt128 = 1
    var depth = 1
    var expected = Expected.keyOrEnd
    while depth > 0 {
      skipBlanks(bytes, &index)
      guard index < bytes.count else { return index }
      let isObject = open & 1 == 1
      let byte = bytes[index]
      let isEnd = byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      switch expected {
      case .keyOrEnd where isEnd, .valueOrEnd where isEnd, .separatorOrEnd where isEnd:
        index += 1
        open >>= 1
        depth -= 1
        expected = .separatorOrEnd
      case .separatorOrEnd:
        guard byte == UInt8(ascii: ",") else { return index }
        index += 1
        expected = isObject ? .key : .value
      case .key, .keyOrEnd:
        guard skipString(bytes, &index) else { return index }
        skipBlanks(bytes, &index)
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return index }
        index += 1
        expected = .value
      case .value, .valueOrEnd:
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          guard depth < maximumDepth else { return index }
          let object = byte == UInt8(ascii: "{")
          index += 1
          open = open << 1 | (object ? 1 : 0)
          depth += 1
          expected = object ? .keyOrEnd : .valueOrEnd
        } else {
          guard skipScalar(bytes, &index) else { return index }
          expected = .separatorOrEnd
        }
      }
    }
    skipBlanks(bytes, &index)
    return index == bytes.count ? nil : index
  }

  private static func skipBlanks(_ bytes: Span<UInt8>, _ index: inout Int) {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      index += 1
    }
  }

  /// Skips a string, a number or a literal; false, with the index at the fault, when there is none.
  private static func skipScalar(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\""): return skipString(bytes, &index)
    case UInt8(ascii: "t"): return skip("true", bytes, &index)
    case UInt8(ascii: "f"): return skip("false", bytes, &index)
    case UInt8(ascii: "n"): return skip("null", bytes, &index)
    default:
      var end = index
      while end < bytes.count, isOfNumber(bytes[end]) { end += 1 }
      guard DecimalText(parsing: bytes.extracting(index..<end), grammar: .json) != nil else {
        return false
      }
      index = end
      return true
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte | 0x20 == 0x65
  }

  private static func skip(_ word: String, _ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    var end = index
    for byte in word.utf8 {
      guard end < bytes.count, bytes[end] == byte else { return false }
      end += 1
    }
    index = end
    return true
  }

  private static func skipString(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "\"") else { return false }
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return true
      case UInt8(ascii: "\\"):
        guard skipEscape(bytes, &index) else { return false }
      case 0..<0x20:
        return false
      default:
        index += 1
      }
    }
    return false
  }

  private static func skipEscape(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index + 1 < bytes.count else { return false }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
      return true
    case UInt8(ascii: "u"):
      guard index + 6 <= bytes.count else { return false }
      for digit in (index + 2)..<(index + 6) {
        let byte = bytes[digit]
        guard byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 else { return false }
      }
      index += 6
      return true
    default:
      return false
    }
  }
}
