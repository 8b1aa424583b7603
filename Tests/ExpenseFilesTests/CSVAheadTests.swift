import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("A large CSV file, read from two places")
struct CSVAheadTests {
  /// More than is read by one thread.
  private static let rows = 120_000

  private func entries(_ text: String, shared: Bool) throws -> [RowEntry] {
    let store = try makeStore()
    let read = try Import.open(
      store, bytes: Array(text.utf8),
      options: ImportOptions(profile: cardProfile, name: shared ? "file" : "file alone"))
    return read.state.withLock(\.entries)
  }

  /// What is known of each row, without what differs from run to run.
  private func check(_ text: String, _ line: (Int) -> Int) throws {
    let entries = try entries(text, shared: true)
    #expect(entries.count == Self.rows)
    var offset = UInt32(0)
    var identities: Set<UInt64> = []
    for (index, entry) in entries.enumerated() {
      if Int(entry.line) != line(index) || entry.offset <= offset {
        Issue.record("row \(index) is in line \(entry.line) at \(entry.offset)")
        break
      }
      offset = entry.offset
      if entry.identity != 0 { identities.insert(entry.identity) }
    }
    // Equal rows are told apart.
    #expect(identities.count == entries.count { $0.identity != 0 })
  }

  @Test("Each row once, in order, with its line; equal ones are numbered through")
  func plain() throws {
    let text =
      "Date;Merchant;Amount\n"
      + (0..<Self.rows).map {
        "01.02.2026;Merchant number \($0 % 1000) of a name;-2,\(10 + $0 % 90)\n"
      }
      .joined()
    #expect(text.utf8.count > 4 << 20)
    try check(text) { $0 + 2 }
  }

  @Test("Line breaks in quotes: where the middle is none, it is read in order")
  func quoted() throws {
    // Each row but the first has most of its lines inside quotes.
    let cell = "\"a\nb\nc\nd\ne\nf\""
    let text =
      "Date;Merchant;Amount\n"
      + (0..<Self.rows).map { "01.02.2026;\(cell);-2,\(10 + $0 % 90)\n" }.joined()
    try check(text) { $0 * 6 + 2 }
  }

  @Test("A quote that is never closed is told as if read in order")
  func open() throws {
    let text =
      "Date;Merchant;Amount\n"
      + (0..<Self.rows).map { "01.02.2026;Merchant number \($0) of a name;-2,10\n" }.joined()
      + "01.02.2026;\"open;-2,10\n"
    let entries = try entries(text, shared: true)
    #expect(entries.count == Self.rows + 1)
    #expect(entries.last?.status == .rejected)
    #expect(entries.last.map { Int($0.line) } == Self.rows + 2)
  }
}

@Suite("The store as CSV, written as it is read")
struct OwnCSVScanTests {
  @Test("The bytes are those that expenses give", arguments: [0, 1, 300])
  func same(count: Int) throws {
    let store = try makeStore()
    try store.add(
      (0..<count).map { index in
        var expense = Expense(
          name: ["Café, \"x\"", "=1+1", "plain", "a\r\nb"][index % 4],
          amount: Int64(index * 31 - 90),
          date: CivilDate(day: Int32(-700_000 + index * 9000)) ?? .first)
        expense.category = ["", "Food:Cafe", "A\\:B"][index % 3]
        expense.currency = ["EUR", "JPY", "KWD"][index % 3]
        expense.account = index % 2 == 0 ? "" : "Visa, gold"
        expense.note = index % 5 == 0 ? "ü" : ""
        if index % 6 == 0 { expense.tags = ["a;b", "c\\"] }
        if index % 7 == 0 { expense.reimbursement = .paid }
        if index % 8 == 0 {
          expense.conversion = Expense.Conversion(amount: -5, currency: "USD", rate: "0.5")
        }
        if index % 9 == 0 {
          expense.source = Expense.Source(
            importNumber: index % 2 == 0 ? 0 : Int64(index % 3), line: 4,
            fingerprint: UInt64(index), externalID: index % 4 == 0 ? "" : "id,\(index)")
        }
        if index % 10 == 0 { expense.extra = "{\"k\":\"v\"}" }
        return expense
      })
    // A query that lets everything through is written expense by expense.
    let all = ExpenseQuery(firstDate: .first)
    #expect(try Export.csv(store) == Export.csv(store, all))
    let own = try store.transaction { () throws(ExpenseError) in
      try store.add(Expense(name: "Inside", amount: 1, date: .first))
      return try Export.csv(store)
    }
    #expect(try own == Export.csv(store))
  }

  @Test("Imports are numbered as their rows come, also those that the store has not noted")
  func imports() throws {
    let store = try makeStore()
    for name in ["two.csv", "one.csv"] {
      let text = "Date;Merchant;Amount\n01.02.2026;From \(name);-2,10\n"
      _ = try Import.open(
        store, bytes: Array(text.utf8), options: ImportOptions(profile: cardProfile, name: name)
      ).commit()
    }
    let all = ExpenseQuery(firstDate: .first)
    #expect(try Export.csv(store) == Export.csv(store, all))
    var strange = Expense(name: "Strange", amount: 1, date: .first)
    strange.source = Expense.Source(importNumber: 77, line: 1)
    try store.add(strange)
    #expect(try Export.csv(store) == Export.csv(store, all))
  }
}
