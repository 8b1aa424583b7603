/// A day of the calendar, without time and time zone.
///
/// The calendar is the proleptic Gregorian one of ISO 8601, years 1 to 9999. A date is kept as the
/// number of days since 1970-01-01, so that comparing and stepping by days is integer arithmetic.
@frozen
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01: -719,162 for 0001-01-01 to 2,932,896 for 9999-12-31.
  public let day: Int32

  /// 0001-01-01.
  @inlinable public static var first: CivilDate { CivilDate(unchecked: -719_162) }
  /// 9999-12-31.
  @inlinable public static var last: CivilDate { CivilDate(unchecked: 2_932_896) }

  @inlinable
  init(unchecked day: Int32) { self.day = day }

  /// Creates a date from days since 1970-01-01; nil outside the years 1 to 9999.
  @inlinable
  public init?(day: Int32) {
    guard day >= CivilDate.first.day, day <= CivilDate.last.day else { return nil }
    self.day = day
  }

  /// Creates a date from its parts; nil when there is no such day in the years 1 to 9999.
  @inlinable
  public init?(year: Int, month: Int, day: Int) {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1 else { return nil }
    guard day <= 28 || day <= CivilDate.daysIn(month: month, year: year) else { return nil }
    self.day = CivilDate.days(year: year, month: month, day: day)
  }

  /// Creates a date from the number yyyymmdd, such as 20260314; nil when there is no such day.
  @inlinable
  public init?(yyyymmdd: Int32) {
    guard yyyymmdd > 0 else { return nil }
    let number = Int(yyyymmdd)
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// Whether the first date is the earlier one.
  @inlinable
  public static func < (a: CivilDate, b: CivilDate) -> Bool { a.day < b.day }
}

extension CivilDate {
  /// Year (1 to 9999), month (1 to 12) and day of the month (1 to 31); cheaper than one by one.
  @inlinable
  public var parts: (year: Int, month: Int, day: Int) {
    // Years that begin in March put the leap day last. The two divisions by way of a multiplier are
    // exact for these ranges: C. Neri, L. Schneider, "Euclidean affine functions and their
    // application to calendar algorithms", Software: Practice and Experience 53 (2023).
    let shifted = UInt32(bitPattern: day &+ 719_468)  // days since 0000-03-01
    let quarter = 4 &* shifted &+ 3
    let century = quarter / 146_097
    let inCentury = (quarter % 146_097) | 3
    let product = 2_939_745 &* UInt64(inCentury)
    let yearOfCentury = UInt32(truncatingIfNeeded: product &>> 32)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let numerator = 2141 &* dayOfYear &+ 197_913
    let month = numerator &>> 16
    let day = (numerator & 0xFFFF) / 2141 &+ 1
    let nextYear = dayOfYear >= 306
    let year = 100 &* century &+ yearOfCentury &+ (nextYear ? 1 : 0)
    return (Int(year), Int(nextYear ? month &- 12 : month), Int(day))
  }

  /// 1 to 9999.
  @inlinable public var year: Int { parts.year }
  /// 1 to 12.
  @inlinable public var month: Int { parts.month }
  /// 1 to 31.
  @inlinable public var dayOfMonth: Int { parts.day }

  /// The number yyyymmdd, such as 20260314.
  @inlinable
  public var yyyymmdd: Int32 {
    let (year, month, day) = parts
    return Int32(truncatingIfNeeded: year &* 10_000 &+ month &* 100 &+ day)
  }

  /// The number yyyymm, such as 202603.
  @inlinable
  public var yyyymm: Int32 {
    let (year, month, _) = parts
    return Int32(truncatingIfNeeded: year &* 100 &+ month)
  }

  /// Whether the year has a 29 February.
  @inlinable
  public static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// How many days the month, 1 to 12, has in the year.
  @inlinable
  public static func daysIn(month: Int, year: Int) -> Int {
    if month == 2 { return isLeap(year: year) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  /// Days since 1970-01-01 of a day that exists.
  @inlinable
  static func days(year: Int, month: Int, day: Int) -> Int32 {
    let early = month <= 2
    let y = early ? year &- 1 : year
    let m = early ? month &+ 12 : month
    let century = y / 100
    let yearDays = 1461 &* y / 4 &- century &+ century / 4
    return Int32(truncatingIfNeeded: yearDays &+ (979 &* m &- 2919) &>> 5 &+ day &- 719_469)
  }
}
