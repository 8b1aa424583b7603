extension DecimalText {
  /// What a decimal number may look like.
  @frozen
  public enum Grammar: Hashable, Sendable {
    /// An optional "-", digits, and optionally "." with at least one digit: "-12.50", "007".
    case plain
    /// A number of RFC 8259, section 6: as `plain`, no zeros in front, an exponent allowed.
    case json
  }

  /// Reads the whole of the bytes as a number; nil when they are none.
  ///
  /// Neither blanks, "+", grouping marks nor a point without digits on both sides are allowed.
  ///
  /// Complexity: O(n); no allocation.
  @inlinable
  public init?(parsing bytes: Span<UInt8>, grammar: Grammar) {
    var number = DecimalText()
    let end = bytes.count
    var index = 0
    if index < end, bytes[index] == 0x2D {
      number.minus = true
      index &+= 1
    }
    let integer = index
    while index < end, bytes[index] &- 0x30 < 10 {
      number.appendInteger(bytes[index] &- 0x30)
      index &+= 1
    }
    guard index > integer else { return nil }
    if grammar == .json, bytes[integer] == 0x30, index > integer &+ 1 { return nil }
    if index < end, bytes[index] == 0x2E {
      index &+= 1
      let fraction = index
      while index < end, bytes[index] &- 0x30 < 10 {
        number.appendFraction(bytes[index] &- 0x30)
        index &+= 1
      }
      guard index > fraction else { return nil }
    }
    if index < end, grammar == .json, bytes[index] | 0x20 == 0x65 {
      index &+= 1
      guard let power = DecimalText.exponent(bytes, &index) else { return nil }
      number.shift(by: power)
    }
    guard index == end else { return nil }
    self = number
  }

  /// Reads the whole of the text as a number.
  ///
  /// - Throws: ``ExpenseError/Code/invalid``, naming the text.
  public init(parsing text: String, grammar: Grammar = .plain) throws(ExpenseError) {
    let bytes = text.utf8
    guard let number = DecimalText(parsing: bytes.span, grammar: grammar) else {
      throw ExpenseError(.invalid, "not a decimal number: \(quoted(text))", field: .amount)
    }
    self = number
  }

  /// The number behind "e", with its optional sign; nil when there is none.
  @usableFromInline
  static func exponent(_ bytes: Span<UInt8>, _ index: inout Int) -> Int? {
    var negative = false
    if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D {
      negative = bytes[index] == 0x2D
      index &+= 1
    }
    let start = index
    var power = 0
    while index < bytes.count, bytes[index] &- 0x30 < 10 {
      // No more than `shift(by:)` takes, so that no exponent overflows.
      power = min(power &* 10 &+ Int(bytes[index] &- 0x30), 1_000_000)
      index &+= 1
    }
    guard index > start else { return nil }
    return negative ? -power : power
  }
}
