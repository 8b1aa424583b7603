/// SQLite's numbers of one to nine bytes (https://www.sqlite.org/fileformat2.html, section 1.6).
enum Varint {
  /// How many bytes a number takes.
  static func size(_ value: UInt64) -> Int {
    min(9, (64 &+ 6 &- (value | 1).leadingZeroBitCount) / 7)
  }

  /// Writes a number.
  ///
  /// - Returns: How many bytes it took.
  @inline(__always)
  static func write(_ value: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    if value < 0x80 {
      unsafe place[0] = UInt8(truncatingIfNeeded: value)
      return 1
    }
    let size = size(value)
    var rest = value
    var index = size &- 1
    if size == 9 {
      unsafe place[8] = UInt8(truncatingIfNeeded: rest)
      rest &>>= 8
      index = 7
    }
    let last = index
    while index >= 0 {
      let more: UInt8 = index == last && size < 9 ? 0 : 0x80
      unsafe place[index] = UInt8(truncatingIfNeeded: rest & 0x7F) | more
      rest &>>= 7
      index &-= 1
    }
    return size
  }
}
