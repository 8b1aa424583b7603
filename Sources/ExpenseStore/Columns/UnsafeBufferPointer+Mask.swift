/// What a filter lets through: a byte for each row, 0 or 1.
extension UnsafeBufferPointer<UInt8> {
  /// How many of these are 1; all are 0 or 1.
  var ones: Int {
    var (count, start) = (0, 0)
    while start < self.count {
      let end = Swift.min(self.count, start &+ 255)
      var part: UInt8 = 0
      for index in start..<end { unsafe part &+= self[index] }
      count &+= Int(part)
      start = end
    }
    return count
  }

  /// Hands over the places of these that are 1, in order: eight at once where none is.
  @inline(__always)
  func forEachOne(_ body: (Int) -> Void) {
    let bytes = UnsafeRawBufferPointer(self)
    var start = 0
    while start &+ 8 <= count {
      var word = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      while word != 0 {
        body(start &+ word.trailingZeroBitCount / 8)
        word &= word &- 1
      }
      start &+= 8
    }
    for index in start..<count where unsafe self[index] != 0 { body(index) }
  }
}
