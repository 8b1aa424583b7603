internal import ExpenseModel

/// Reads the dates of OFX (2.3, section 3.2.8.1): yyyymmdd, with as much of hhmmss.xxx behind it as
/// the bank writes, and a zone in brackets: `20260304`, `20260304120000.000[-5:EST]`.
///
/// The civil date is what the file says: neither the time nor the zone moves it. `2026-03-04` and what
/// else ``DateCell`` reads with the year first is taken too.
enum OFXDate {
  static func read(_ text: String) throws(DateCell.Fault) -> CivilDate {
    let utf8 = text.utf8
    let bytes = utf8.span
    var end = bytes.count
    // The zone, closed or not.
    for index in 0..<bytes.count where bytes[index] == UInt8(ascii: "[") {
      end = index
      break
    }
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    var number: Int32 = 0
    var index = 0
    while index < end, index < 8, bytes[index] &- 0x30 < 10 {
      number = number * 10 + Int32(bytes[index] &- 0x30)
      index += 1
    }
    guard index == 8, isTime(bytes, index, end) else {
      return try DateCell.read(bytes, 0..<end, .yearMonthDay)
    }
    guard let date = CivilDate(yyyymmdd: number) else { throw .noSuchDay }
    return date
  }

  /// Whether digits of a time follow at once: hh, hhmm or hhmmss, a fraction, and a zone without
  /// brackets, as some banks have it: `Z`, `-0500`.
  private static func isTime(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
    guard [0, 2, 4, 6].contains(index - start) else { return false }
    if index < end, bytes[index] == UInt8(ascii: ".") {
      index += 1
      while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
    }
    guard index < end else { return true }
    guard index > start else { return false }
    if bytes[index] == UInt8(ascii: "Z") { return index + 1 == end }
    guard bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") else {
      return false
    }
    let zone = index + 1
    index = zone
    while index < end, bytes[index] &- 0x30 < 10 || bytes[index] == UInt8(ascii: ":") { index += 1 }
    return index == end && index > zone && index - zone <= 5
  }
}
