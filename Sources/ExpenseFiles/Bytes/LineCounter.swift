/// Tells the line of places in a text that are asked for from front to back.
struct LineCounter {
  private var offset: Int
  private var line: UInt32 = 1

  init(_ start: Int) { offset = start }

  /// The line of a place that is not before the last one, from 1.
  mutating func line(of place: Int, in bytes: [UInt8]) -> UInt32 {
    while offset < min(place, bytes.count) {
      let isLoneReturn =
        bytes[offset] == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
      if bytes[offset] == 0x0A || isLoneReturn { line &+= 1 }
      offset += 1
    }
    return line
  }
}
