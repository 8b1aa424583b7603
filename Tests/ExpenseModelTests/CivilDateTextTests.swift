import ExpenseModel
import Testing

@Suite("Dates as text and in steps")
struct CivilDateTextTests {
  @Test(
    "texts that are dates",
    arguments: [
      ("2026-03-14", 20_260_314), ("20260314", 20_260_314), ("20200101", 20_200_101),
      ("2024-02-29", 20_240_229), ("0001-01-01", 10_101), ("9999-12-31", 99_991_231),
      ("2026-W11-6", 20_260_314), ("2026-W01-1", 20_251_229), ("2020-W53-7", 20_210_103),
    ] as [(String, Int32)])
  func parse(text: String, number: Int32) throws {
    let date = try CivilDate(parsing: text)
    #expect(date.yyyymmdd == number)
    #expect(try CivilDate(parsing: date.description) == date)
    var bytes: [UInt8] = []
    date.append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == date.description)
  }

  @Test(
    "texts that are no dates",
    arguments: [
      "", "2023.02.28.", "31/02/2026", "today", "2026-02-30", "2026-02-29", "2011-05", "2011",
      "26-03-14", "2026-3-14", "2026-03-14 ", " 2026-03-14", "2026-03-14T00:00:00", "2026-03-1a",
      "2026/03/14", "2026-0314", "202603-14", "20261301", "00000101", "2026-W54-1", "2026-W11-8",
      "2026-W11", "2026-w11-6", "２０２６-０３-１４", "+2026-03-14", "-2026-03-1", "2026−03−14",
      "2026-03-00",
    ])
  func reject(text: String) {
    let error = caught { () throws(ExpenseError) in try CivilDate(parsing: text) }
    #expect(error?.code == .invalid && error?.field == .date)
    #expect(error?.message.contains("\"\(text)\"") == true)
  }

  @Test("the reason says what is wrong")
  func reason() {
    func message(_ text: String) -> String? {
      caught { () throws(ExpenseError) in try CivilDate(parsing: text) }?.message
    }
    #expect(
      message("2011-05")
        == "the date \"2011-05\" has no day: a date is written as in 2026-03-14")
    #expect(message("2026-02-30") == "there is no day \"2026-02-30\"")
    #expect(message("31/02/2026") == "a date is written as in 2026-03-14: \"31/02/2026\"")
  }

  @Test("monthly from 31 January: 28 February, 31 March, 30 April")
  func monthly() throws {
    let anchor = date(2026, 1, 31)
    let series = try (0...4).map { try anchor.adding(months: $0).description }
    #expect(series == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
  }

  @Test("yearly from 29 February: 28 February in common years")
  func yearly() throws {
    let anchor = date(2024, 2, 29)
    let series = try (0...4).map { try anchor.adding(years: $0).description }
    #expect(series == ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"])
  }

  @Test(
    "steps",
    arguments: [
      ("2026-03-31", 0, -1, 0, "2026-02-28"), ("2026-01-15", 0, -1, 0, "2025-12-15"),
      ("2026-01-15", 0, -13, 0, "2024-12-15"), ("2026-12-31", 0, 2, 0, "2027-02-28"),
      ("2023-12-31", 0, 2, 0, "2024-02-29"), ("2026-01-31", 0, 1, 1, "2026-03-01"),
      ("2026-01-31", 1, 1, -28, "2027-01-31"), ("2026-03-14", 0, 0, 365, "2027-03-14"),
      ("0001-01-01", 9998, 11, 30, "9999-12-31"), ("9999-12-31", -9998, -11, -30, "0001-01-01"),
      ("0001-01-01", 0, 0, 3_652_058, "9999-12-31"), ("2026-03-14", 1, -12, 0, "2026-03-14"),
      ("9999-12-31", 1, -12, 0, "9999-12-31"), ("2000-02-29", -100, 0, 0, "1900-02-28"),
    ])
  func steps(from: String, years: Int, months: Int, days: Int, to: String) throws {
    let start = try CivilDate(parsing: from)
    #expect(try start.adding(years: years, months: months, days: days).description == to)
  }

  @Test(
    "steps out of the calendar",
    arguments: [
      ("9999-12-31", 0, 0, 1), ("0001-01-01", 0, 0, -1), ("0001-01-31", 0, -1, 0),
      ("9999-12-01", 0, 1, 0), ("2026-03-14", 7974, 0, 0), ("2026-03-14", -2026, 0, 0),
      ("2026-03-14", .max, 0, 0), ("2026-03-14", 0, .max, 0), ("2026-03-14", 0, 0, .max),
      ("2026-03-14", .min, .min, .min), ("2026-03-14", .max, .min, 0),
      ("2026-03-14", 10_000_000, 10_000_000, 10_000_000), ("2026-03-14", 0, 0, 1 << 32),
    ])
  func outside(from: String, years: Int, months: Int, days: Int) throws {
    let start = try CivilDate(parsing: from)
    let error = caught { () throws(ExpenseError) in
      try start.adding(years: years, months: months, days: days)
    }
    #expect(error?.code == .overflow && error?.field == .date)
  }
}
