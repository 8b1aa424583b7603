internal import ExpenseModel

/// A length of the calendar that days are grouped by.
enum Period: Sendable, Hashable {
  case day
  /// The week of ISO 8601, which begins on a Monday.
  case week
  case month
  case quarter
  case year

  /// The first day of the period that a day lies in; both as days since 1970-01-01.
  func firstDay(of day: Int32) -> Int32 {
    guard self != .day, let date = CivilDate(day: day) else { return day }
    let (_, month, dayOfMonth) = date.parts
    let firstOfMonth = day &- Int32(truncatingIfNeeded: dayOfMonth) &+ 1
    switch self {
    case .day: return day
    case .week: return day &- Int32(truncatingIfNeeded: date.weekday) &+ 1
    case .month: return firstOfMonth
    case .quarter: return first(month: (month &- 1) / 3 &* 3 &+ 1, date) ?? day
    case .year: return first(month: 1, date) ?? day
    }
  }

  /// The first day of the next period, from the first day of one.
  func next(after firstDay: Int32) -> Int32 {
    // As many days on as the longest has is always in the next one.
    switch self {
    case .day: return firstDay &+ 1
    case .week: return firstDay &+ 7
    case .month: return self.firstDay(of: firstDay &+ 31)
    case .quarter: return self.firstDay(of: firstDay &+ 92)
    case .year: return self.firstDay(of: firstDay &+ 366)
    }
  }

  private func first(month: Int, _ date: CivilDate) -> Int32? {
    CivilDate(year: date.year, month: month, day: 1)?.day
  }

  /// The title and the date of the period that begins with a day: "2026-03-14", "2026-W11",
  /// "2026-03", "2026-Q1", "2026".
  func title(_ firstDay: Int32) -> (title: String, date: CivilDate?) {
    guard let date = CivilDate(day: firstDay) else { return ("", nil) }
    let text = date.description
    switch self {
    case .day: return (text, date)
    case .week:
      let (year, week) = date.isoWeek
      return (Period.padded(year, 4) + "-W" + Period.padded(week, 2), date)
    case .month: return (String(text.prefix(7)), date)
    case .quarter: return (String(text.prefix(4)) + "-Q\((date.month &+ 2) / 3)", date)
    case .year: return (String(text.prefix(4)), date)
    }
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
