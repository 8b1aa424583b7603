extension AmountText {
  /// Reads digits, grouping marks and the decimal mark.
  static func number(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ decimal: DecimalMark, _ isNegative: Bool
  ) throws(Fault) -> DecimalText {
    let decimalMark = UInt8(ascii: decimal == .point ? "." : ",")
    var number = DecimalText(isNegative: isNegative)
    var index = start
    var groups = Groups()
    while index < end, bytes[index] != decimalMark {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit < 10 {
        number.appendInteger(digit)
        groups.digits &+= 1
        index &+= 1
        continue
      }
      let (next, length) = GroupMark.at(bytes, index, end, decimal)
      guard length > 0, index > start else { throw .notANumber }
      try groups.close(next, startsWithZero: bytes[start] == UInt8(ascii: "0"))
      index &+= length
    }
    if groups.mark != .none && groups.digits != 3 { throw .grouping }
    if index < end {
      index &+= 1
      guard index < end else { throw .notANumber }
      while index < end {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { throw .notANumber }
        number.appendFraction(digit)
        index &+= 1
      }
    } else if groups.digits == 0 {
      throw .notANumber
    }
    return number
  }

  /// The groups of digits so far.
  private struct Groups {
    var mark = GroupMark.none
    /// Of the group that is being read.
    var digits = 0
    /// Of the groups between the first and the last; 0 while there is none.
    private var size = 0
    private var first = 0

    /// Ends a group at a grouping mark.
    mutating func close(_ next: GroupMark, startsWithZero: Bool) throws(Fault) {
      if mark == .none {
        guard 1...3 ~= digits, !startsWithZero else { throw .grouping }
        first = digits
      } else {
        guard mark == next, digits == 3 || (digits == 2 && first < 3 && mark == .comma),
          size == 0 || size == digits
        else { throw .grouping }
        size = digits
      }
      mark = next
      digits = 0
    }
  }

  /// The kinds of grouping mark; one number keeps to one of them.
  private enum GroupMark {
    case none, point, comma, space, wideBlank, narrowBlank, apostrophe

    @inline(__always)
    static func at(
      _ bytes: Span<UInt8>, _ index: Int, _ end: Int, _ decimal: DecimalMark
    ) -> (GroupMark, length: Int) {
      let byte = bytes[index]
      if byte == UInt8(ascii: ","), decimal == .point { return (.comma, 1) }
      if byte == UInt8(ascii: "."), decimal == .comma { return (.point, 1) }
      if byte == UInt8(ascii: "'") { return (.apostrophe, 1) }
      if byte == 0xE2, index &+ 2 < end, bytes[index &+ 1] == 0x80, bytes[index &+ 2] == 0x99 {
        return (.apostrophe, 3)
      }
      switch Blanks.length(bytes, at: index, end: end) {
      case 1 where byte == 0x20: return (.space, 1)
      case 2: return (.wideBlank, 2)
      case 3 where byte == 0xE2: return (.narrowBlank, 3)
      default: return (.none, 0)
      }
    }
  }
}
