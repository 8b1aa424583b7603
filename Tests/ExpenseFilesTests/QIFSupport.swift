import ExpenseStore

@testable import ExpenseFiles

/// What most QIF texts in these tests leave open.
let qifAnswers = #"{"currency":"EUR","income":"leave out"}"#

/// A QIF file of a bank account; each transaction's lines are separated by `|`.
func qif(_ transactions: String..., header: String = "!Type:Bank\n") -> String {
  header
    + transactions.map { $0.split(separator: "|").joined(separator: "\n") + "\n^\n" }.joined()
}

extension Import {
  /// The dates, amounts and names of all rows that will be stored.
  func stored() throws -> [String] {
    try allRows().filter { $0.status == .fresh || $0.status == .suspected }.compactMap {
      $0.expense.map { "\($0.date) \($0.amount) \($0.name)" }
    }
  }

  /// Why the first rejected row is.
  var firstFault: String {
    get throws {
      let row = try allRows().first { $0.status == .rejected }
      return row.map { "\($0.line) \($0.columnName) \"\($0.cell)\" \($0.reason)" } ?? ""
    }
  }
}
