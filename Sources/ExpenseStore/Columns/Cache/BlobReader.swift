/// Reads packed numbers from bytes that may say anything; nil from any call that they are too few for.
///
/// For the time that the bytes are lent.
@safe struct BlobReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = bytes
  }

  var isAtEnd: Bool { unsafe position == bytes.count }

  /// The next bytes, as a number; the lowest first.
  mutating func number(_ count: Int) -> UInt64? {
    guard let part = unsafe take(count) else { return nil }
    var value: UInt64 = 0
    for index in 0..<count { unsafe value |= UInt64(part[index]) &<< UInt64(8 &* index) }
    return value
  }

  /// The next bytes.
  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, unsafe count <= bytes.count &- position else { return nil }
    defer { position &+= count }
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ count)])
  }

  /// The next column, of so many rows.
  mutating func packed(_ count: Int) -> PackedColumn? {
    guard let (width, least, start) = unsafe column(count) else { return nil }
    if width == 0 { return .uniform(least) }
    var most = Int64.max
    if width == 16 {
      // Days need less than the width has room for, and then half the memory.
      most = Int64(unsafe PackedNumbers.largest(count, start))
    } else if width < 32 {
      most = 1 << Int64(width) - 1
    }
    let (largest, isTooLarge) = least.addingReportingOverflow(most)
    if isTooLarge || largest > Int64(Int32.max) || least < Int64(Int32.min) {
      return .longs(unsafe values(count, width, least, start))
    }
    if least >= 0, largest <= Int64(UInt8.max) {
      return .bytes(unsafe values(count, width, least, start))
    }
    if least >= 0, largest <= Int64(UInt16.max) {
      return .shorts(unsafe values(count, width, least, start))
    }
    return .words(unsafe values(count, width, least, start))
  }

  @inline(__always)
  private func values<Value: FixedWidthInteger & BitwiseCopyable>(
    _ count: Int, _ width: UInt8, _ least: Int64, _ start: UnsafeRawPointer
  ) -> [Value] {
    unsafe [Value].filled(count) { values in
      guard let base = values.baseAddress else { return }
      unsafe PackedNumbers.read(count, width: width, least: least, start, into: base)
    }
  }

  private mutating func column(
    _ count: Int
  ) -> (width: UInt8, least: Int64, start: UnsafeRawPointer)? {
    guard let width = number(1).map({ UInt8(truncatingIfNeeded: $0) }), let least = number(8),
      let size = PackedNumbers.size(count, width: width), let part = unsafe take(size)
    else { return nil }
    // Without bytes there is no address; no width reads any then.
    guard let start = unsafe part.baseAddress ?? bytes.baseAddress else { return nil }
    return unsafe (width, Int64(bitPattern: least), start)
  }
}
