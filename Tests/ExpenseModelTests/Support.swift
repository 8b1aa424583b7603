import ExpenseModel
import Testing

/// A random generator that gives the same numbers in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number of any size up to 64 bits, with small ones, the edges and round ones more often.
  mutating func amount() -> Int64 {
    switch next() % 8 {
    case 0: return [0, 1, -1, .max, .min, .max - 1, .min + 1, 100][Int(next() % 8)]
    case 1: return Int64(next() % 2001) - 1000
    default: return Int64(bitPattern: next()) >> Int64(next() % 63)
    }
  }
}

/// The currency with this ISO code, which the test knows to exist.
func currency(_ code: String) -> Currency {
  guard let currency = Currency.iso(code) else {
    Issue.record("ISO 4217 has no \(code) here")
    return Currency.iso4217[0]
  }
  return currency
}

/// The date with these parts, which the test knows to exist.
func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
  guard let date = CivilDate(year: year, month: month, day: day) else {
    Issue.record("there is no day \(year)-\(month)-\(day)")
    return .first
  }
  return date
}

/// The error that the body throws, or nil and a failed test.
func caught<R>(
  _ body: () throws(ExpenseError) -> R, sourceLocation: SourceLocation = #_sourceLocation
) -> ExpenseError? {
  do throws(ExpenseError) {
    let value = try body()
    Issue.record("no error but \(value)", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}
