import ExpenseModel
import Foundation
import Testing

@Suite("Dates")
struct CivilDateTests {
  @Test("every day of the years 1 to 9999 against a calendar that counts on")
  func everyDay() {
    var wrong = 0
    var day = CivilDate.first.day
    var weekday = 1
    var (weekYear, week) = (1, 1)
    for year in 1...9999 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in 1...12 {
        let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        for dayOfMonth in 1...length {
          // Week 1 begins on the Monday from 29 December to 4 January.
          if weekday == 1, (month == 12 && dayOfMonth >= 29) || (month == 1 && dayOfMonth <= 4) {
            (weekYear, week) = (month == 12 ? year + 1 : year, 1)
          } else if weekday == 1 {
            week += 1
          }
          let date = CivilDate(year: year, month: month, day: dayOfMonth)
          let number = Int32(year * 10_000 + month * 100 + dayOfMonth)
          if date?.day != day || date != CivilDate(day: day) || date?.yyyymmdd != number
            || CivilDate(yyyymmdd: number) != date || date?.weekday != weekday
          {
            wrong += 1
          }
          if let date {
            let parts = date.parts
            let isoWeek = date.isoWeek
            if parts != (year, month, dayOfMonth) || isoWeek != (weekYear, week)
              || date.yyyymm != Int32(year * 100 + month)
              || CivilDate(isoYear: weekYear, week: week, weekday: weekday) != date
            {
              wrong += 1
            }
          }
          day += 1
          weekday = weekday % 7 + 1
        }
        if CivilDate(year: year, month: month, day: length + 1) != nil { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(day == CivilDate.last.day + 1)
  }

  @Test("ISO weeks, months and days against Foundation's calendar")
  func foundation() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var wrong: [CivilDate] = []
    for day in stride(from: Int32(-115_000), through: 170_000, by: 3) {
      let date = try #require(CivilDate(day: day))
      let instant = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekOfYear, .yearForWeekOfYear, .weekday], from: instant)
      let (isoYear, week) = date.isoWeek
      if parts.year != date.year || parts.month != date.month || parts.day != date.dayOfMonth
        || parts.yearForWeekOfYear != isoYear || parts.weekOfYear != week
        || parts.weekday != date.weekday % 7 + 1
      {
        wrong.append(date)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "days that do not exist",
    arguments: [
      (2026, 2, 29), (2100, 2, 29), (2026, 2, 30), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1),
      (2026, 1, 0), (2026, 1, 32), (0, 1, 1), (-1, 1, 1), (10_000, 1, 1), (2026, -1, -1),
      (.max, .max, .max), (.min, .min, .min),
    ])
  func noDay(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(
    "numbers that are no dates",
    arguments: [
      0, -20_260_314, 20_260_230, 20_261_301, 20_260_000, 1231, 100_000_101, .max, .min,
    ] as [Int32])
  func noNumber(number: Int32) { #expect(CivilDate(yyyymmdd: number) == nil) }

  @Test("the first and the last day are the limits")
  func limits() {
    #expect(CivilDate.first.description == "0001-01-01")
    #expect(CivilDate.last.description == "9999-12-31")
    #expect(CivilDate(day: CivilDate.first.day - 1) == nil)
    #expect(CivilDate(day: CivilDate.last.day + 1) == nil)
    #expect(CivilDate(day: .min) == nil && CivilDate(day: .max) == nil)
    #expect(CivilDate.first < CivilDate.last)
    #expect(date(1970, 1, 1).day == 0)
  }

  @Test(
    "weeks that a year does not have",
    arguments: [
      (2026, 54, 1), (2025, 53, 1), (2026, 0, 1), (2026, 1, 0), (2026, 1, 8), (0, 1, 1),
      (9999, 52, 6), (9999, 53, 1), (10_000, 1, 1), (.max, .max, .max), (.min, .min, .min),
    ])
  func noWeek(year: Int, week: Int, weekday: Int) {
    #expect(CivilDate(isoYear: year, week: week, weekday: weekday) == nil)
  }

  @Test(
    "a date is the same in any time zone of the host",
    arguments: ["UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Asia/Kathmandu"])
  func timeZones(zone: String) throws {
    let before = NSTimeZone.default
    NSTimeZone.default = try #require(TimeZone(identifier: zone))
    defer { NSTimeZone.default = before }
    let parsed = try CivilDate(parsing: "2026-03-29")
    #expect(parsed.day == 20_541 && parsed.description == "2026-03-29")
  }
}
