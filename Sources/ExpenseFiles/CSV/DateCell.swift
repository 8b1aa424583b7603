internal import ExpenseModel

/// Reads the dates of statements, in the order that the profile says.
///
/// Day, month and year with `-`, `/`, `.` or a blank between them, the same one twice, a `.` may
/// follow; with the year first also yyyymmdd; or the month by its name, see ``MonthName``. A
/// well-formed time behind the date is passed over: the civil date is what the file says. No other
/// order is ever tried. A year of two digits is one of 1969 to 2068, as POSIX has it for `%y` of
/// `strptime`.
enum DateCell {
  /// Why a cell is no date.
  enum Fault: Error, Hashable {
    case empty
    case notADate
    case noDay
    case shortYear
    case order
    case noSuchDay

    /// The reason as text.
    func reason(_ order: Profile.DateOrder) -> String {
      switch self {
      case .empty: "the date is empty"
      case .notADate: "not a date"
      case .noDay: "the date has no day"
      case .shortYear: "the year has neither two nor four digits"
      case .order: "the date is not in the order \(order.rawValue)"
      case .noSuchDay: "there is no such day"
      }
    }
  }

  /// Reads a cell.
  static func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ order: Profile.DateOrder
  ) throws(Fault) -> CivilDate {
    let cell = Blanks.trimmed(bytes, range)
    guard !cell.isEmpty else { throw .empty }
    var index = cell.lowerBound
    let end = cell.upperBound
    let first = digits(bytes, &index, end)
    guard first.count > 0 else {
      return try NamedDate(bytes, cell).date(order)
    }
    if first.count == 8 {
      guard isTime(bytes, index, end) else { throw .notADate }
      guard order == .yearMonthDay else { throw .order }
      guard let date = CivilDate(yyyymmdd: Int32(first.number)) else { throw .noSuchDay }
      return date
    }
    guard index < end else { throw .notADate }
    let mark = bytes[index]
    guard isMark(mark) else { return try NamedDate(bytes, cell).date(order) }
    skipMark(bytes, &index, end)
    let second = digits(bytes, &index, end)
    guard second.count > 0 else { return try NamedDate(bytes, cell).date(order) }
    guard index < end else { throw first.count == 4 || second.count == 4 ? .noDay : .notADate }
    guard bytes[index] == mark else { throw .notADate }
    skipMark(bytes, &index, end)
    let third = digits(bytes, &index, end)
    guard third.count > 0 else {
      throw index == end && (first.count == 4 || second.count == 4) ? .noDay : .notADate
    }
    if index < end, mark == UInt8(ascii: "."), bytes[index] == mark { index += 1 }
    guard isTime(bytes, index, end) else { throw .notADate }
    switch order {
    case .dayMonthYear: return try date(third, second, first)
    case .monthDayYear: return try date(third, first, second)
    case .yearMonthDay: return try date(first, second, third)
    }
  }

  typealias Digits = (number: Int, count: Int)

  /// Reads up to eight digits.
  @inline(__always)
  static func digits(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Digits {
    var result: Digits = (0, 0)
    while index < end, result.count < 9 {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      result.number = result.number &* 10 &+ Int(digit)
      result.count += 1
      index += 1
    }
    return result
  }

  @inline(__always)
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
      || byte == 0x20
  }

  /// Goes behind a mark; a blank may follow a point, as in "1. 2. 2026".
  @inline(__always)
  private static func skipMark(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) {
    let mark = bytes[index]
    index += 1
    if mark == UInt8(ascii: "."), index < end, bytes[index] == 0x20 { index += 1 }
  }

  @inline(__always)
  static func date(
    _ year: Digits, _ month: Digits, _ day: Digits
  ) throws(Fault) -> CivilDate {
    guard month.count <= 2, day.count <= 2, year.count == 4 || year.count == 2 else {
      throw month.count == 4 || day.count == 4 ? .order : year.count <= 3 ? .shortYear : .notADate
    }
    let number = year.count == 4 ? year.number : fullYear(year.number)
    guard let date = CivilDate(year: number, month: month.number, day: day.number) else {
      throw month.number > 12 && day.number <= 12 ? .order : .noSuchDay
    }
    return date
  }

  /// The year of two digits.
  private static func fullYear(_ year: Int) -> Int { year < 69 ? 2_000 + year : 1_900 + year }
}
