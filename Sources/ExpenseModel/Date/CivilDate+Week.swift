extension CivilDate {
  /// The day of the week: 1 for Monday to 7 for Sunday, as in ISO 8601.
  @inlinable
  public var weekday: Int {
    // 0001-01-01, the first day of all, is a Monday.
    Int((day &- CivilDate.first.day) % 7) &+ 1
  }

  /// The ISO 8601 week, 1 to 53, and the year that it belongs to, 1 to 9999.
  ///
  /// Week 1 is the one with the year's first Thursday; the days around New Year may belong to a
  /// week of the year before or after.
  public var isoWeek: (year: Int, week: Int) {
    // In the calendar, which begins with a Monday and ends with a Friday.
    let thursday = CivilDate(unchecked: day &+ 4 &- Int32(truncatingIfNeeded: weekday))
    let year = thursday.year
    let newYear = CivilDate.days(year: year, month: 1, day: 1)
    return (year, Int((thursday.day &- newYear) / 7) &+ 1)
  }

  /// Creates a date from an ISO 8601 week; nil when there is no such day in the years 1 to 9999.
  ///
  /// - Parameters:
  ///   - isoYear: The year that the week belongs to.
  ///   - week: 1 to 52, or 53 where the year has it.
  ///   - weekday: 1 for Monday to 7 for Sunday.
  public init?(isoYear: Int, week: Int, weekday: Int) {
    guard (1...9999).contains(isoYear), (1...53).contains(week), (1...7).contains(weekday) else {
      return nil
    }
    // 4 January is always in week 1.
    let fourth = CivilDate(unchecked: CivilDate.days(year: isoYear, month: 1, day: 4))
    let offset = (week - 1) * 7 + weekday - fourth.weekday
    guard let date = CivilDate(day: fourth.day + Int32(offset)), date.isoWeek.year == isoYear else {
      return nil
    }
    self = date
  }
}
