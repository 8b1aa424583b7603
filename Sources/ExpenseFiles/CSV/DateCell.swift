internal import ExpenseModel

/// Reads the dates of statements, in the order that the profile says.
///
/// Day, month and year with `-`, `/` or `.` between them, the same one twice; the year has four
/// digits, a `.` may follow. With the year first also yyyymmdd. No other order is ever tried.
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
      case .shortYear: "the year has not four digits"
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
    guard first.count > 0 else { throw .notADate }
    if index == end {
      guard first.count == 8, order == .yearMonthDay else { throw .notADate }
      guard let date = CivilDate(yyyymmdd: Int32(first.number)) else { throw .noSuchDay }
      return date
    }
    let mark = bytes[index]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "/") || mark == UInt8(ascii: ".")
    else { throw .notADate }
    index += 1
    let second = digits(bytes, &index, end)
    guard second.count > 0 else { throw .notADate }
    guard index < end else { throw first.count == 4 || second.count == 4 ? .noDay : .notADate }
    guard bytes[index] == mark else { throw .notADate }
    index += 1
    let third = digits(bytes, &index, end)
    if index < end, mark == UInt8(ascii: "."), bytes[index] == mark { index += 1 }
    guard third.count > 0, index == end else { throw .notADate }
    switch order {
    case .dayMonthYear: return try date(third, second, first)
    case .monthDayYear: return try date(third, first, second)
    case .yearMonthDay: return try date(first, second, third)
    }
  }

  private typealias Digits = (number: Int, count: Int)

  /// Reads up to eight digits.
  @inline(__always)
  private static func digits(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Digits {
    var result: Digits = (0, 0)
    while index < end, result.count < 8 {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      result.number = result.number &* 10 &+ Int(digit)
      result.count += 1
      index += 1
    }
    return result
  }

  @inline(__always)
  private static func date(
    _ year: Digits, _ month: Digits, _ day: Digits
  ) throws(Fault) -> CivilDate {
    guard month.count <= 2, day.count <= 2, year.count == 4 else {
      throw month.count == 4 || day.count == 4 ? .order : year.count <= 2 ? .shortYear : .notADate
    }
    guard let date = CivilDate(year: year.number, month: month.number, day: day.number) else {
      throw month.number > 12 && day.number <= 12 ? .order : .noSuchDay
    }
    return date
  }
}
