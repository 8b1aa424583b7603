extension CivilDate {
  /// Steps by years and months, then by days; negative steps go back.
  ///
  /// The day of the month is kept where the month has it and is the month's last day otherwise:
  /// 31 January and 1 month is 28 February, 31 January and 2 months is 31 March. So a series steps
  /// from its first date by 1, 2, 3 months, not from each date to the next.
  ///
  /// - Throws: ``ExpenseError/Code/overflow`` outside the years 1 to 9999.
  public func adding(
    years: Int = 0, months: Int = 0, days: Int = 0
  ) throws(ExpenseError) -> CivilDate {
    // No step between two dates is longer, and sums of these do not overflow.
    let limit = -10_000_000...10_000_000
    guard limit.contains(years), limit.contains(months), limit.contains(days) else {
      throw outOfRange()
    }
    var result = Int(day)
    if years != 0 || months != 0 {
      let (year, month, dayOfMonth) = parts
      let count = (year &+ years) &* 12 &+ month &- 1 &+ months
      // Checked before the division, which rounds towards zero.
      guard count >= 12, count < 120_000 else { throw outOfRange() }
      let (newYear, newMonth) = (count / 12, count % 12 &+ 1)
      let newDay = min(dayOfMonth, CivilDate.daysIn(month: newMonth, year: newYear))
      result = Int(CivilDate.days(year: newYear, month: newMonth, day: newDay))
    }
    guard let date = CivilDate(day: Int32(truncatingIfNeeded: result &+ days)) else {
      throw outOfRange()
    }
    return date
  }

  private func outOfRange() -> ExpenseError {
    ExpenseError(
      .overflow, "the step from \(self) leaves the years 1 to 9999", field: .date)
  }
}
