import ExpenseModel
import Testing

@testable import ExpenseFiles

@Suite("Amounts and dates of statements are exact or rejected")
struct CellTests {
  private func amount(
    _ text: String, _ decimal: Profile.DecimalMark, _ digits: Int = 2
  ) -> Result<Int64, AmountCell.Fault> {
    let bytes = Array(text.utf8)
    do throws(AmountCell.Fault) {
      return .success(try AmountCell.read(bytes.span, 0..<bytes.count, decimal, digits: digits))
    } catch {
      return .failure(error)
    }
  }

  @Test(
    arguments: [
      ("1616.23", 161_623), ("-110.7", -11_070), ("9.7", 970), ("+3", 300), ("0", 0), ("-0.00", 0),
      ("1,000", 100_000), ("1,234,567.89", 123_456_789), ("1'234.50", 123_450),
      ("1 234.50", 123_450),
      ("1\u{A0}234", 123_400), ("1\u{202F}234", 123_400), ("1\u{2019}234", 123_400), (".5", 50),
      ("  12.50\t", 1_250), ("\u{A0}12.50\u{A0}", 1_250), ("\u{2212}12.34", -1_234),
      ("(30.00)", -3_000), ("12.5000", 1_250), ("007", 700),
      ("92233720368547758.07", Int64.max), ("-92233720368547758.08", Int64.min),
    ] as [(String, Int64)])
  func points(_ text: String, _ minor: Int64) { #expect(amount(text, .point) == .success(minor)) }

  @Test(
    arguments: [
      ("-3.000", -300_000), ("1.355,90", 135_590), ("12,34", 1_234), ("1 000,5", 100_050),
      ("1'000", 100_000),
    ] as [(String, Int64)])
  func commas(_ text: String, _ minor: Int64) { #expect(amount(text, .comma) == .success(minor)) }

  @Test(
    arguments: [
      ("", .empty), ("  ", .empty), ("\u{A0}", .empty), ("-", .notANumber), ("+", .notANumber),
      ("12abc", .notANumber), ("abc", .notANumber), ("--1", .notANumber), ("1-", .notANumber),
      ("12,34,5", .grouping), ("1,00", .grouping), ("1234,567", .grouping), ("1,2345", .grouping),
      ("0,123", .grouping), (",123", .notANumber), ("1,", .grouping), ("1,234 567", .grouping),
      ("1,,234", .grouping), ("12.", .notANumber), (".", .notANumber), ("1.2.3", .notANumber),
      ("1.23,4", .notANumber), ("1e5", .notANumber), ("()", .notANumber), ("(-1)", .notANumber),
      ("1.234", .tooFine), ("0.001", .tooFine), ("92233720368547758.08", .tooLarge),
      ("99999999999999999999999999", .tooLarge), ("€5", .notANumber), ("\u{2212}", .notANumber),
      ("\u{E2}", .notANumber), ("NaN", .notANumber), ("0x10", .notANumber), ("١٢", .notANumber),
    ] as [(String, AmountCell.Fault)])
  func faults(_ text: String, _ fault: AmountCell.Fault) {
    #expect(amount(text, .point) == .failure(fault))
  }

  @Test("Each currency has its digits")
  func digits() {
    #expect(amount("500000", .point, 0) == .success(500_000))
    #expect(amount("1,000", .point, 0) == .success(1_000))
    #expect(amount("1.234", .point, 3) == .success(1_234))
    #expect(amount("1.2345", .point, 4) == .success(12_345))
    #expect(amount("1.5", .point, 0) == .failure(.tooFine))
    #expect(amount("12,34,5", .comma) == .failure(.notANumber))
  }

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
