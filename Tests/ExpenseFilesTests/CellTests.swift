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
      ("1.2.26", .dayMonthYear, "shortYear"), ("today", .yearMonthDay, "notADate"),
      ("102", .yearMonthDay, "notADate"), ("20200101", .dayMonthYear, "notADate"),
      ("20201301", .yearMonthDay, "noSuchDay"), ("2026-03/14", .yearMonthDay, "notADate"),
      ("2026-03-14x", .yearMonthDay, "notADate"), ("2026-03-14T10:00", .yearMonthDay, "notADate"),
      ("2026--14", .yearMonthDay, "notADate"), ("999999999", .yearMonthDay, "notADate"),
      ("2026-03-14-", .yearMonthDay, "notADate"), ("0.0.0000", .dayMonthYear, "noSuchDay"),
    ] as [(String, Profile.DateOrder, String)])
  func dates(_ text: String, _ order: Profile.DateOrder, _ expected: String) {
    #expect(date(text, order) == expected)
  }
}
