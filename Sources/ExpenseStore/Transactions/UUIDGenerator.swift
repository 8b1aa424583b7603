internal import ExpenseModel

/// Makes version 7 UUIDs (RFC 9562): the time, then random bits.
struct UUIDGenerator {
  private var state: (UInt64, UInt64) = (
    UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)
  )

  /// The next UUID. The random bits are for being unique, not for being secret.
  mutating func next(milliseconds: UInt64) -> UUID128 {
    let random = (UUIDGenerator.step(&state.0), UUIDGenerator.step(&state.1))
    return UUID128.version7(milliseconds: milliseconds, random: random)
  }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private static func step(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
