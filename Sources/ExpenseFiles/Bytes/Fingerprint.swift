/// A stable 64-bit hash of what a file says about one row.
///
/// FNV-1a, 64 bits (Fowler, Noll and Vo; offset basis and prime as in IETF
/// draft-eastlake-fnv). Stores keep these numbers, so the function never changes: a test pins it.
/// Each text that is hashed ends with a byte 0xFF, which no UTF-8 text contains, so that `ab`, `c`
/// and `a`, `bc` differ.
struct Fingerprint {
  private(set) var state: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  /// One that was kept.
  init(state: UInt64) { self.state = state }

  private static let prime: UInt64 = 0x0000_0100_0000_01b3
  /// The prime to its eighth power.
  private static let eightBytes: UInt64 = {
    let fourth = prime &* prime &* prime &* prime
    return fourth &* fourth
  }()

  /// Mixes in one byte.
  @inline(__always)
  mutating func add(byte: UInt8) {
    state = (state ^ UInt64(byte)) &* Self.prime
  }

  /// Mixes in bytes, and that they end here.
  @inline(__always)
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for index in range { add(byte: bytes[index]) }
    add(byte: 0xFF)
  }

  /// Mixes in a text, and that it ends here.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0xFF)
  }

  /// Mixes in a number, low byte first.
  mutating func add(_ number: UInt64) {
    if number <= 0xFF {
      // To mix in a byte of 0 is to multiply.
      state = (state ^ number) &* Self.eightBytes
      return
    }
    for shift in stride(from: 0, to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// The fingerprint of the n-th row of a file that says the same, from 1.
  ///
  /// - Returns: Never 0, which stands for "no fingerprint".
  func finished(occurrence: UInt64) -> UInt64 {
    var whole = self
    whole.add(occurrence)
    return whole.state == 0 ? 1 : whole.state
  }
}
