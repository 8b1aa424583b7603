import ExpenseModel
import Foundation
import Testing

/// The numbers of the C header are pinned: each must be the one that Swift uses.
@Suite("Numbers of the C header")
struct NumbersTests {
  /// The macros of CIExpense.h that stand for a whole number.
  private static let macros: [String: Int32] = {
    let header = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/CIExpense/include/CIExpense.h")
    let text = (try? String(contentsOf: header, encoding: .utf8)) ?? ""
    var result: [String: Int32] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, words[0] == "#define", let number = Int32(words[2]) else { continue }
      result[String(words[1])] = number
    }
    return result
  }()

  private func compare<T: RawRepresentable<Int32>>(
    _ prefix: String, _ cases: [T], extra: [Int32] = []
  ) {
    let macros = Self.macros.filter { $0.key.hasPrefix(prefix) }
    var expected: [String: Int32] = [:]
    for value in cases {
      // camelCase becomes CAMEL_CASE.
      let name = "\(value)".reduce(into: "") {
        $0 += ($1.isUppercase ? "_" : "") + $1.uppercased()
      }
      expected[prefix + name] = value.rawValue
    }
    #expect(macros.filter { !extra.contains($0.value) } == expected)
  }

  @Test("errors") func errors() { compare("IEX_ERROR_", ExpenseError.Code.allCases) }
  @Test("fields") func fields() { compare("IEX_FIELD_", ExpenseField.allCases) }
  @Test("sort keys") func sort() { compare("IEX_SORT_", SortKey.Field.allCases, extra: [0]) }
  @Test("changes") func changes() { compare("IEX_CHANGE_", Change.Kind.allCases) }
  @Test("items") func items() { compare("IEX_ITEM_", Change.Item.Kind.allCases) }
  @Test("reimbursement") func reimbursement() {
    compare("IEX_REIMBURSEMENT_", Reimbursement.allCases)
  }

  @Test("texts fit the fixed arrays of C")
  func texts() throws {
    let amountText = try #require(Self.macros["IEX_AMOUNT_TEXT"])
    let widest = Money(minor: .min, currency: try Currency(code: "ABCDEFGHIJKL", digits: 8))
    #expect(widest.description.utf8.count < amountText)
    #expect(Money.amountText(wide: .min, digits: 8).utf8.count < amountText)
    #expect(12 < (try #require(Self.macros["IEX_CURRENCY_TEXT"])))
    #expect(10 < (try #require(Self.macros["IEX_DATE_TEXT"])))
  }

  @Test("an error reads as its message")
  func message() {
    let error = ExpenseError(.full, "the disk is full", sqliteCode: 13, systemCode: 28)
    #expect("\(error)" == "the disk is full")
    #expect(error.field == nil && error.sqliteCode == 13 && error.systemCode == 28)
  }
}
