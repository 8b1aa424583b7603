import ExpenseModel
import ExpenseStore
import Foundation
import Testing

@testable import ExpenseFiles

/// Where the real files are that the project does not hold.
private let data = URL(
  filePath: ProcessInfo.processInfo.environment["IEXPENSE_DATA"] ?? "../shared/data")

/// What an independent reader says of one file.
struct Expectation: Decodable, Sendable, CustomTestStringConvertible {
  let encoding: String
  let columns: [String: String]
  let accepted: Int64
  let rejected: Int64
  let first_rejected: [Rejected]
  let total: String
  let negative: Int
  let categories: Int
  var name: String?

  struct Rejected: Decodable, Sendable {
    let line: Int64
    let columns: [String]
    let cells: [String]
  }

  var testDescription: String { name ?? "" }

  static let all: [Expectation] = {
    let file = data.appending(path: "council/expected.json")
    guard let bytes = try? Data(contentsOf: file),
      let known = try? JSONDecoder().decode([String: Expectation].self, from: bytes)
    else { return [] }
    return known.sorted { $0.key < $1.key }.map { name, expectation in
      var expectation = expectation
      expectation.name = name
      return expectation
    }
  }()
}

@Suite(
  "Payments that public bodies published",
  .enabled(if: !Expectation.all.isEmpty, "the files are not here"))
struct CouncilTests {
  @Test("As an independent reader reads them", arguments: Expectation.all)
  func council(_ expected: Expectation) throws {
    let path = data.appending(path: "council/\(expected.name ?? "")").path
    let columns = try String(
      decoding: JSONEncoder().encode(expected.columns), as: UTF8.self)
    let encoding = expected.encoding == "cp1252" ? "cp1252" : "utf-8"
    let profile = """
      {"columns":\(columns),"delimiter":",","decimal":".","date":"YMD","spending":"positive",
      "income":"refund","currency":"GBP","encoding":"\(encoding)"}
      """
    let store = try makeStore("GBP")
    let file = try Import.open(store, path: path, options: ImportOptions(profile: profile))
    // What the reader calls "utf-8-sig" is UTF-8 with or without a mark; ours tells which.
    let hasMark = try Data(contentsOf: URL(filePath: path)).starts(with: [0xEF, 0xBB, 0xBF])
    #expect(file.summary.encoding == (hasMark ? "utf-8-sig" : encoding))
    #expect(file.summary.fresh == expected.accepted)
    #expect(file.summary.rejected == expected.rejected)
    let rejected = try file.allRows().filter { $0.status == .rejected }
    for (row, first) in zip(rejected, expected.first_rejected) {
      #expect(row.line == first.line)
      #expect(row.columnName == expected.columns[first.columns[0]])
    }
    _ = try file.commit()
    let all = try store.all()
    let total = try Money.parse(expected.total, currency: Currency.iso("GBP")).minor
    #expect(all.reduce(0) { $0 + $1.amount } == total)
    #expect(all.count { $0.amount < 0 } == expected.negative)
    #expect(Set(all.map(\.category)).count == expected.categories)
    let again = try Import.open(store, path: path, options: ImportOptions(profile: profile))
    #expect(again.summary.fresh == 0)
    #expect(again.summary.duplicates == expected.accepted)
  }
}
