internal import ExpenseModel

extension JSONReader {
  /// Reads a string, with its quotes, and checks its escapes.
  mutating func string() throws(ExpenseError) -> JSONToken {
    let start = position
    advance()
    var isEscaped = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        advance()
        return JSONToken(kind: .string, range: start..<position, isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        _ = try escape()
      case 0..<0x20:
        throw failure("a control character in a string must be escaped")
      default:
        advance()
      }
    }
    throw ended("in the middle of a string")
  }

  /// Reads an escape, and gives the UTF-16 unit that it stands for.
  private mutating func escape() throws(ExpenseError) -> UInt32 {
    let start = position
    guard position + 1 < bytes.count else { throw ended("in the middle of a string") }
    let letter = bytes[position + 1]
    advance(by: 2)
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(letter)
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"): return try hexadecimal(start)
    default: throw failure("unknown escape in a string", at: start)
    }
  }

  /// Reads the four digits behind \u.
  private mutating func hexadecimal(_ start: Int) throws(ExpenseError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw ended("in the middle of a string") }
    var unit: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw failure("\\u needs four hexadecimal digits", at: start)
      }
      unit = unit << 4 | UInt32(digit)
    }
    advance(by: 4)
    return unit
  }

  /// Reads a number; its text is the value.
  mutating func number() throws(ExpenseError) -> JSONToken {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits(start) }
    if take(UInt8(ascii: ".")) { try digits(start) }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits(start)
    }
    if position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
      throw failure("a number may not begin with 0", at: start)
    }
    return JSONToken(kind: .number, range: start..<position)
  }

  private mutating func digits(_ start: Int) throws(ExpenseError) {
    let first = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { advance() }
    guard position > first else {
      throw position < bytes.count
        ? failure("this is no number", at: start) : ended("in the middle of a number")
    }
  }

  /// Reads true, false or null.
  mutating func word(_ kind: JSONKind) throws(ExpenseError) -> JSONToken {
    let start = position
    let word =
      kind == .null ? "null" : bytes[position] == UInt8(ascii: "t") ? "true" : "false"
    for byte in word.utf8 where !take(byte) {
      throw position < bytes.count
        ? failure("there is no JSON value here", at: start) : ended("in the middle of a word")
    }
    return JSONToken(kind: kind, range: start..<position)
  }

  // MARK: Text

  /// The text of a string; nil when an escape in it is half of a surrogate pair, which the grammar
  /// allows and no text can hold. Of any other value, its source.
  func text(_ token: JSONToken) -> String? {
    guard token.kind == .string else { return source(token.range) }
    let inner = token.range.lowerBound + 1..<token.range.upperBound - 1
    guard token.isEscaped else { return source(inner) }
    var reader = JSONReader(bytes, start: inner.lowerBound)
    var text: [UInt8] = []
    while reader.position < inner.upperBound {
      if bytes[reader.position] != UInt8(ascii: "\\") {
        text.append(bytes[reader.position])
        reader.advance()
      } else {
        guard let scalar = reader.escapedScalar() else { return nil }
        DecodedText.append(scalar, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads one escape, or the two of a surrogate pair.
  private mutating func escapedScalar() -> UInt32? {
    guard let unit = try? escape() else { return nil }
    guard unit & 0xF800 == 0xD800 else { return unit }
    guard unit < 0xDC00, position < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      let low = try? escape(), low & 0xFC00 == 0xDC00
    else { return nil }
    return 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF)
  }

  /// The bytes of a range as text.
  func source(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
