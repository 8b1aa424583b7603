/// An exact decimal number, built digit by digit or read from ASCII bytes.
///
/// It keeps 64 bits of digits and a power of ten, never allocates and never rounds. A number with
/// more digits than fit is still told apart: ``minor(digits:)`` answers whether it is too large or
/// too fine. A reader of a file with grouping marks or another decimal mark walks over its bytes
/// and calls ``appendInteger(_:)`` and ``appendFraction(_:)``; the two plain grammars are in
/// ``init(parsing:grammar:)-(Span<UInt8>,_)``.
@frozen
public struct DecimalText: Sendable {
  /// The digits so far, without the zeros that ``pendingZeros`` counts.
  @usableFromInline var magnitude: UInt64 = 0
  /// The power of ten of the last digit that was appended, a pending zero included.
  @usableFromInline var exponent = 0
  /// Zeros that follow the digits in ``magnitude`` and are not yet multiplied in.
  @usableFromInline var pendingZeros = 0
  /// Whether the digits do not fit ``magnitude``, which then says nothing.
  @usableFromInline var isTooLong = false
  /// Whether a minus sign was read; a zero has no sign.
  @usableFromInline var minus = false

  /// Creates zero, to append digits to.
  @inlinable
  public init(isNegative: Bool = false) { minus = isNegative }

  /// Whether the number is zero, however it was written.
  @inlinable
  public var isZero: Bool { magnitude == 0 && !isTooLong }

  /// Whether the number is below zero; false for "-0".
  @inlinable
  public var isNegative: Bool { minus && !isZero }

  /// Turns the sign round.
  @inlinable
  public mutating func negate() { minus.toggle() }

  /// Appends a digit before the point; all of them come before the first fraction digit.
  ///
  /// - Parameter digit: 0 to 9.
  @inlinable
  public mutating func appendInteger(_ digit: UInt8) { append(digit) }

  /// Appends a digit behind the point.
  ///
  /// - Parameter digit: 0 to 9.
  @inlinable
  public mutating func appendFraction(_ digit: UInt8) {
    exponent &-= 1
    append(digit)
  }

  /// Multiplies by a power of ten, such as the exponent of a JSON number.
  ///
  /// - Parameter power: Beyond ±1,000,000 it is taken as that, which no amount comes near.
  @inlinable
  public mutating func shift(by power: Int) {
    exponent &+= max(-1_000_000, min(power, 1_000_000))
  }

  @inlinable
  mutating func append(_ digit: UInt8) {
    // The largest magnitude that can still take any digit behind it.
    if pendingZeros == 0, magnitude <= 1_844_674_407_370_955_160, !isTooLong {
      magnitude = magnitude &* 10 &+ UInt64(digit)
    } else {
      appendSlowly(digit)
    }
  }

  @usableFromInline
  mutating func appendSlowly(_ digit: UInt8) {
    guard digit != 0 else {
      pendingZeros &+= 1
      return
    }
    for step in stride(from: pendingZeros, through: 0, by: -1) where !isTooLong {
      let (tenfold, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) = tenfold.addingReportingOverflow(step == 0 ? UInt64(digit) : 0)
      isTooLong = overflow || overflow2
      magnitude = sum
    }
    pendingZeros = 0
  }
}
