internal import ExpenseModel

extension DateCell {
  /// Whether nothing follows, or a well-formed time of the day: `T` or a blank, hours and minutes,
  /// and as they come seconds, a fraction, AM or PM, and `Z` or an offset.
  static func isTime(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard start < end else { return true }
    var index = start
    if bytes[index] == UInt8(ascii: ",") { index += 1 }
    guard index < end, bytes[index] == 0x20 || bytes[index] | 0x20 == UInt8(ascii: "t") else {
      return false
    }
    index += 1
    let hours = digits(bytes, &index, end)
    if hours.count == 6 || hours.count == 4 {
      guard isClock(hours.number, parts: hours.count / 2) else { return false }
    } else {
      guard 1...2 ~= hours.count, hours.number <= 24 else { return false }
      var parts = 1
      while parts < 3, index < end, bytes[index] == UInt8(ascii: ":") {
        index += 1
        let part = digits(bytes, &index, end)
        guard part.count == 2, part.number <= 60 else { return false }
        parts += 1
      }
      guard parts >= 2 else { return false }
    }
    if index < end, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") {
      index += 1
      guard digits(bytes, &index, end).count > 0 else { return false }
    }
    return isZone(bytes, &index, end)
  }

  private static func isClock(_ number: Int, parts: Int) -> Bool {
    let time = parts == 3 ? number : number * 100
    return time / 10_000 <= 24 && time / 100 % 100 < 60 && time % 100 <= 60
  }

  private static func isZone(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Bool {
    func skipBlank() {
      if index < end, bytes[index] == 0x20 { index += 1 }
    }
    skipBlank()
    if index + 1 < end, bytes[index + 1] | 0x20 == UInt8(ascii: "m"),
      bytes[index] | 0x20 == UInt8(ascii: "a") || bytes[index] | 0x20 == UInt8(ascii: "p")
    {
      index += 2
      skipBlank()
    }
    guard index < end else { return true }
    if bytes[index] == UInt8(ascii: "Z") {
      return index + 1 == end
    }
    guard bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") else {
      return false
    }
    index += 1
    let hours = digits(bytes, &index, end)
    if hours.count == 4 { return index == end }
    guard hours.count == 2 else { return false }
    if index < end, bytes[index] == UInt8(ascii: ":") {
      index += 1
      guard digits(bytes, &index, end).count == 2 else { return false }
    }
    return index == end
  }
}
