extension AmountText {
  /// Reads what stands around the digits, and gives where those begin and end.
  mutating func readAffixes(
    _ bytes: Span<UInt8>, _ cell: Range<Int>, _ decimal: DecimalMark
  ) throws(Fault) -> (start: Int, end: Int) {
    guard var start = cell.first(where: { bytes[$0] &- 0x30 < 10 }),
      let last = cell.last(where: { bytes[$0] &- 0x30 < 10 })
    else { throw .notANumber }
    let mark = UInt8(ascii: decimal == .point ? "." : ",")
    if start > cell.lowerBound, bytes[start &- 1] == mark {
      // The point of ".5" belongs to the number, that of "Rs.5" to the currency.
      let before = start &- 1 > cell.lowerBound ? bytes[start &- 2] | 0x20 : 0
      if !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= before) { start &-= 1 }
    }
    var affixes = Affixes()
    var index = cell.lowerBound
    while index < start { try affixes.read(bytes, &index, start, isBehind: false) }
    index = last &+ 1
    while index < cell.upperBound {
      try affixes.read(bytes, &index, cell.upperBound, isBehind: true)
    }
    guard affixes.brackets == 0 || (affixes.brackets == 2 && !affixes.hasSign) else {
      throw .notANumber
    }
    isNegative = affixes.isNegative || affixes.brackets == 2
    unit = affixes.unit
    direction = affixes.direction
    // A credit with a minus sign says two things at once.
    if direction == .credit && isNegative { throw .notANumber }
    return (start, last &+ 1)
  }

  /// What was found around the digits so far: each of it at most once.
  private struct Affixes {
    var hasSign = false
    var isNegative = false
    /// 1 behind the opening one, 2 behind the closing one.
    var brackets = 0
    var unit = 0..<0
    var direction = Direction.none

    mutating func read(
      _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, isBehind: Bool
    ) throws(Fault) {
      let blank = Blanks.length(bytes, at: index, end: end)
      if blank > 0 {
        index &+= blank
        return
      }
      let sign = AmountText.sign(bytes, index, end)
      if sign.length > 0 {
        guard !hasSign else { throw .notANumber }
        hasSign = true
        isNegative = sign.isNegative
        index &+= sign.length
        return
      }
      if bytes[index] == UInt8(ascii: isBehind ? ")" : "(") {
        guard brackets == (isBehind ? 1 : 0) else { throw .notANumber }
        brackets &+= 1
        index &+= 1
        return
      }
      let start = index
      while index < end, AmountText.isUnit(bytes, index, end) { index &+= 1 }
      guard index > start, index &- start <= 12 else { throw .notANumber }
      let found = AmountText.direction(bytes, start..<index, isBehind: isBehind)
      if found != .none {
        guard direction == .none else { throw .notANumber }
        direction = found
      } else {
        let isText = (start..<index).contains { bytes[$0] != UInt8(ascii: ".") }
        guard unit.isEmpty, isText else { throw .notANumber }
        unit = start..<index
      }
    }
  }

  /// The sign that begins here; of length 0 when there is none.
  private static func sign(
    _ bytes: Span<UInt8>, _ index: Int, _ end: Int
  ) -> (isNegative: Bool, length: Int) {
    switch bytes[index] {
    case UInt8(ascii: "-"): return (true, 1)
    case UInt8(ascii: "+"): return (false, 1)
    case 0xE2 where index &+ 2 < end:
      let isMinus = bytes[index &+ 1] == 0x88 && bytes[index &+ 2] == 0x92
      let isDash = bytes[index &+ 1] == 0x80 && bytes[index &+ 2] == 0x93
      return (true, isMinus || isDash ? 3 : 0)
    default: return (false, 0)
    }
  }

  /// Whether a byte may be part of a currency's code or symbol: letters, `$`, `.`, and what is not
  /// ASCII.
  private static func isUnit(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> Bool {
    let byte = bytes[index]
    if byte < 0x80 {
      return (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "$") || byte == UInt8(ascii: ".")
    }
    return Blanks.length(bytes, at: index, end: end) == 0 && sign(bytes, index, end).length == 0
  }

  private static func direction(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isBehind: Bool
  ) -> Direction {
    let first = bytes[range.lowerBound] & 0xDF
    if range.count == 2 {
      let second = bytes[range.lowerBound &+ 1] & 0xDF
      switch (first, second) {
      case (UInt8(ascii: "D"), UInt8(ascii: "R")), (UInt8(ascii: "D"), UInt8(ascii: "B")):
        return .debit
      case (UInt8(ascii: "C"), UInt8(ascii: "R")): return .credit
      default: return .none
      }
    }
    guard range.count == 1, isBehind else { return .none }
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "D"), UInt8(ascii: "S"): return .debit
    case UInt8(ascii: "C"), UInt8(ascii: "H"): return .credit
    default: return .none
    }
  }
}
