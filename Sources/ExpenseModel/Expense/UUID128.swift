/// A universally unique identifier of RFC 9562; an expense's identity across stores.
@frozen
public struct UUID128: Hashable, Sendable {
  /// The first eight bytes, the first one highest.
  public var high: UInt64
  /// The last eight bytes.
  public var low: UInt64

  /// Creates an identifier from its halves.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The nil UUID: none was given.
  @inlinable public static var zero: UUID128 { UUID128(high: 0, low: 0) }

  /// Whether this is the nil UUID.
  @inlinable public var isZero: Bool { high | low == 0 }

  /// Makes an identifier of version 7, which sorts by its time.
  ///
  /// - Parameters:
  ///   - milliseconds: Since 1970-01-01 UTC; the low 48 bits count.
  ///   - random: 74 of these 128 bits go into the result; they should be unpredictable.
  @inlinable
  public static func version7(milliseconds: UInt64, random: (UInt64, UInt64)) -> UUID128 {
    UUID128(
      high: milliseconds &<< 16 | 0x7000 | random.0 & 0x0FFF,
      low: 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF)
  }
}

extension UUID128: CustomStringConvertible {
  /// Reads 8-4-4-4-12 hexadecimal digits in any case; nil for any other text.
  public init?(parsing text: String) {
    let bytes = text.utf8
    self.init(parsing: bytes.span)
  }

  /// Reads 8-4-4-4-12 hexadecimal digits in any case; nil for any other bytes.
  public init?(parsing bytes: Span<UInt8>) {
    guard bytes.count == 36 else { return nil }
    var bits: UInt128 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if UUID128.isHyphen(index) {
        guard byte == 0x2D else { return nil }
        continue
      }
      let letter = (byte | 0x20) &- 0x61
      let digit = byte &- 0x30 < 10 ? byte &- 0x30 : letter < 6 ? letter &+ 10 : 0xFF
      guard digit < 16 else { return nil }
      bits = bits &<< 4 | UInt128(digit)
    }
    self.init(
      high: UInt64(truncatingIfNeeded: bits &>> 64), low: UInt64(truncatingIfNeeded: bits))
  }

  /// 8-4-4-4-12 hexadecimal digits in lower case.
  public var description: String {
    var text = InlineArray<36, UInt8>(repeating: 0x2D)
    var bits = UInt128(high) &<< 64 | UInt128(low)
    for index in (0..<36).reversed() where !UUID128.isHyphen(index) {
      let digit = UInt8(truncatingIfNeeded: bits & 0xF)
      text[index] = digit < 10 ? 0x30 &+ digit : 0x57 &+ digit
      bits &>>= 4
    }
    guard let utf8 = try? UTF8Span(validating: text.span) else { return "" }
    return String(copying: utf8)
  }

  private static func isHyphen(_ index: Int) -> Bool {
    index == 8 || index == 13 || index == 18 || index == 23
  }
}
