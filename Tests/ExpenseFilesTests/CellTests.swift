import ExpenseModel
import Testing

@testable import ExpenseFiles

@Suite("Dates of statements are exact or rejected")
struct CellTests {
  private func date(_ text: String, _ order: Profile.DateOrder) -> String {
    let bytes = Array(text.utf8)
    do throws(DateCell.Fault) {
      return try DateCell.read(bytes.span, 0..<bytes.count, order).description
    } catch {
      return "\(error)"
    }
  }

  @Test(
    arguments: [
      ("02.03.2026", .dayMonthYear, "2026-03-02"), ("2/3/2026", .monthDayYear, "2026-02-03"),
      ("2-3-2026", .dayMonthYear, "2026-03-02"), ("2026-03-14", .yearMonthDay, "2026-03-14"),
      ("2026/3/4", .yearMonthDay, "2026-03-04"), ("20200101", .yearMonthDay, "2020-01-01"),
      ("2023.02.28.", .yearMonthDay, "2023-02-28"), (" 1.1.2026. ", .dayMonthYear, "2026-01-01"),
      ("29.02.2024", .dayMonthYear, "2024-02-29"),
      ("", .yearMonthDay, "empty"), (" ", .yearMonthDay, "empty"),
      ("31/02/2026", .dayMonthYear, "noSuchDay"), ("29.02.2026", .dayMonthYear, "noSuchDay"),
      ("03/25/2026", .dayMonthYear, "order"), ("2026-03-14", .dayMonthYear, "order"),
      ("2011-05", .yearMonthDay, "noDay"), ("05/2011", .dayMonthYear, "noDay"),
      ("1.2.026", .dayMonthYear, "shortYear"), ("today", .yearMonthDay, "notADate"),
      ("102", .yearMonthDay, "notADate"), ("20200101", .dayMonthYear, "order"),
      ("20201301", .yearMonthDay, "noSuchDay"), ("2026-03/14", .yearMonthDay, "notADate"),
      ("2026-03-14x", .yearMonthDay, "notADate"),
      ("2026--14", .yearMonthDay, "notADate"), ("999999999", .yearMonthDay, "notADate"),
      ("2026-03-14-", .yearMonthDay, "notADate"), ("0.0.0000", .dayMonthYear, "noSuchDay"),
    ] as [(String, Profile.DateOrder, String)])
  func dates(_ text: String, _ order: Profile.DateOrder, _ expected: String) {
    #expect(date(text, order) == expected)
  }

  @Test(
    "The month as a word, two digits of the year, a time behind",
    arguments: [
      ("1 Jan 2020", "2020-01-01"), ("01-JAN-20", "2020-01-01"), ("Jan 1, 2020", "2020-01-01"),
      ("1. März 2020", "2020-03-01"), ("1 MÄRZ 2020", "2020-03-01"), ("01Jan2020", "2020-01-01"),
      ("1 de enero de 2020", "2020-01-01"), ("15 paź 2021", "2021-10-15"),
      ("2020-Jan-01", "2020-01-01"), ("28 févr. 2023", "2023-02-28"), ("3 aout 2020", "2020-08-03"),
      ("1/2/26", "2026-02-01"), ("01.02.68", "2068-02-01"), ("01.02.69", "1969-02-01"),
      ("01 02 2026", "2026-02-01"), ("1. 2. 2026", "2026-02-01"),
      ("01/02/2026 10:00", "2026-02-01"), ("01/02/2026 10:00:59", "2026-02-01"),
      ("01/02/2026, 9:05 PM", "2026-02-01"), ("1 Jan 2020 23:59", "2020-01-01"),
      ("01/02/2026 25:00", "notADate"), ("01/02/2026 10", "notADate"),
      ("01/02/2026 10:00 xx", "notADate"), ("Jan 2020", "noDay"), ("31 Jan", "noDay"),
      ("30 Feb 2020", "noSuchDay"), ("today", "notADate"), ("yesterday", "notADate"),
      ("1 Foo 2020", "notADate"), ("1 Jan Feb 2020", "notADate"), ("1 Jan 2020 5", "notADate"),
    ])
  func words(_ text: String, _ expected: String) {
    #expect(date(text, .dayMonthYear) == expected)
  }

  @Test(
    "Times behind ISO dates",
    arguments: [
      "2026-03-14T10:00", "2026-03-14T10:00:00Z", "2026-03-14T10:00:00.123+01:00",
      "2026-03-14 10:00:00 +0100", "2026-03-14T23:59:60Z", "20260314T101500", "20260314 101500",
      "2026-03-14 00:00:00.0000000", "26-03-14",
    ])
  func times(_ text: String) { #expect(date(text, .yearMonthDay) == "2026-03-14") }
}
