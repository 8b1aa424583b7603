/// A 16-bit hash of an amount without its sign: two that differ have different amounts.
///
/// It costs a row two bytes that its entry has left, and saves reading the row again. Never 0, which
/// stands for one that is not known.
struct AmountMark: Hashable, Sendable {
  static let unknown = AmountMark(bits: 0)

  let bits: UInt16

  private init(bits: UInt16) { self.bits = bits }

  /// A mark that was kept.
  init(stored bits: UInt16) { self.bits = bits }

  /// Without the sign, since a file may be read again by another sign rule.
  init(_ amount: Int64) {
    let hash = UInt16(truncatingIfNeeded: (UInt64(amount.magnitude) &* 0x9E37_79B9_7F4A_7C15) >> 48)
    bits = hash == 0 ? 1 : hash
  }
}

/// A set of marks, in 8 KiB.
struct AmountMarks {
  private var words = [UInt64](repeating: 0, count: 1_024)

  mutating func insert(_ mark: AmountMark) {
    words[Int(mark.bits >> 6)] |= 1 &<< UInt64(mark.bits & 63)
  }

  func contains(_ mark: AmountMark) -> Bool {
    words[Int(mark.bits >> 6)] & (1 &<< UInt64(mark.bits & 63)) != 0
  }
}
