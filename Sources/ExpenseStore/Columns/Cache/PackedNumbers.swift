/// Numbers in as few bits as they need: how many bits, the least number, and of each what it lies
/// above that.
///
/// Widths are such that whole numbers lie in a byte, or whole bytes in a number. Bits above those
/// that a type has are left out, so that any bytes are some numbers.
enum PackedNumbers {
  /// The widths in bits, narrow first.
  private static let widths: [UInt8] = [0, 1, 2, 4, 8, 16, 24, 32, 64]

  /// Width and least number.
  static let headerSize = 9

  /// Writes numbers behind other bytes.
  static func append(_ values: [Int64], to bytes: inout [UInt8]) {
    append(values.count, to: &bytes) { values[$0] }
  }

  @inline(__always)
  private static func append(
    _ count: Int, to bytes: inout [UInt8], _ value: (Int) -> Int64
  ) {
    var (least, most) = (Int64.max, Int64.min)
    for index in 0..<count {
      least = min(least, value(index))
      most = max(most, value(index))
    }
    if count == 0 { (least, most) = (0, 0) }
    let range = UInt64(bitPattern: most &- least)
    let needed = 64 - range.leadingZeroBitCount
    let width = Int(widths.first { Int($0) >= needed } ?? 64)
    bytes.append(UInt8(width))
    bytes.append(littleEndian: UInt64(bitPattern: least), bytes: 8)
    if width == 0 { return }
    if width >= 8 {
      for index in 0..<count {
        bytes.append(littleEndian: UInt64(bitPattern: value(index) &- least), bytes: width / 8)
      }
      // Three bytes are read as four.
      if width == 24 { bytes.append(0) }
      return
    }
    let perByte = 8 / width
    var byte: UInt8 = 0
    for index in 0..<count {
      let place = index % perByte
      byte |= UInt8(truncatingIfNeeded: value(index) &- least) << UInt8(place * width)
      if place == perByte - 1 || index == count - 1 {
        bytes.append(byte)
        byte = 0
      }
    }
  }

  /// How many bytes numbers of a width take; nil for what is no width.
  static func size(_ count: Int, width: UInt8) -> Int? {
    guard widths.contains(width) else { return nil }
    return width == 24 ? count &* 3 &+ 1 : (count &* Int(width) &+ 7) / 8
  }

  /// Reads numbers, whose bytes are all there.
  @inline(__always)
  static func read<Value: FixedWidthInteger>(
    _ count: Int, width: UInt8, least: Int64, _ bytes: UnsafeRawPointer,
    into values: UnsafeMutablePointer<Value>
  ) {
    unsafe fill(count, width, Value(truncatingIfNeeded: least), bytes, values)
  }

  /// The largest of numbers of 16 bits, without the least one.
  static func largest(_ count: Int, _ bytes: UnsafeRawPointer) -> UInt16 {
    var largest: UInt16 = 0
    for index in 0..<count {
      let stored = unsafe bytes.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)
      largest = max(largest, UInt16(littleEndian: stored))
    }
    return largest
  }

  @inline(__always)
  private static func fill<Value: FixedWidthInteger>(
    _ count: Int, _ width: UInt8, _ least: Value, _ bytes: UnsafeRawPointer,
    _ values: UnsafeMutablePointer<Value>
  ) {
    @inline(__always)
    func whole<Stored: FixedWidthInteger>(_ type: Stored.Type) {
      for index in 0..<count {
        let stored = unsafe bytes.loadUnaligned(
          fromByteOffset: index &* MemoryLayout<Stored>.size, as: type)
        unsafe values[index] = least &+ Value(truncatingIfNeeded: Stored(littleEndian: stored))
      }
    }
    switch width {
    case 0: unsafe values.update(repeating: least, count: count)
    case 8: whole(UInt8.self)
    case 16: whole(UInt16.self)
    case 32: whole(UInt32.self)
    case 64: whole(UInt64.self)
    case 24:
      for index in 0..<count {
        let stored = unsafe bytes.loadUnaligned(fromByteOffset: index &* 3, as: UInt32.self)
        unsafe values[index] =
          least &+ Value(truncatingIfNeeded: UInt32(littleEndian: stored) & 0xFF_FFFF)
      }
    case 4: unsafe parts(4, count, least, bytes, values)
    case 2: unsafe parts(2, count, least, bytes, values)
    default: unsafe parts(1, count, least, bytes, values)
    }
  }

  /// Reads numbers of which several lie in a byte; the width is known where this is compiled.
  @inline(__always)
  private static func parts<Value: FixedWidthInteger>(
    _ width: Int, _ count: Int, _ least: Value, _ bytes: UnsafeRawPointer,
    _ values: UnsafeMutablePointer<Value>
  ) {
    let perByte = 8 / width
    let mask = Value(truncatingIfNeeded: (1 << width) - 1)
    var index = 0
    while index &+ perByte <= count {
      let byte = unsafe bytes.load(fromByteOffset: index / perByte, as: UInt8.self)
      var rest = Value(truncatingIfNeeded: byte)
      for place in 0..<perByte {
        unsafe values[index &+ place] = least &+ (rest & mask)
        rest = rest &>> Value(width)
      }
      index &+= perByte
    }
    while index < count {
      let byte = unsafe bytes.load(fromByteOffset: index / perByte, as: UInt8.self)
      let rest = Value(truncatingIfNeeded: byte &>> UInt8(index % perByte &* width))
      unsafe values[index] = least &+ (rest & mask)
      index &+= 1
    }
  }
}

extension [UInt8] {
  /// Writes the lowest bytes of a number, the lowest first.
  mutating func append(littleEndian value: UInt64, bytes count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: value &>> UInt64(8 &* index))) }
  }
}
