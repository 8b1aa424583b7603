import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Which rows are the same")
struct MatchingTests {
  private let header = "Date;Merchant;Amount\n"
  private let coffee = "01.02.2026;Coffee;-2,40\n"
  private let tea = "02.02.2026;Tea;-1,80\n"

  private func run(_ store: Store, _ rows: String, account: String = "") throws -> ImportSummary {
    let file = try Import.open(store, header + rows, cardProfile, account: account)
    let summary = file.summary
    _ = try file.commit()
    return summary
  }

  @Test("Cases 16 and 17: equal rows are all kept, the file again adds none")
  func twoCoffees() throws {
    let store = try makeStore()
    #expect(try run(store, coffee + coffee + tea + coffee).fresh == 4)
    let again = try run(store, coffee + coffee + tea + coffee)
    #expect(again.fresh == 0)
    #expect(again.duplicates == 4)
    #expect(try run(store, coffee + coffee + coffee + coffee).fresh == 1)
    #expect(try store.all().count == 5)
  }

  @Test("Case 44: an edited row stays a duplicate, and names its expense")
  func edited() throws {
    let store = try makeStore()
    _ = try run(store, coffee + tea)
    var expense = try store.all()[1]
    expense.name = "Green tea"
    expense.amount = 200
    try store.update(expense, fields: [.name, .amount])
    let file = try Import.open(store, header + coffee + tea, cardProfile)
    #expect(file.summary.text == "file: 0 new, 2 duplicates")
    #expect(try file.allRows().map(\.duplicateOf) == store.all().map(\.id))
  }

  @Test("Case 46: the account is part of what is the same")
  func accounts() throws {
    let store = try makeStore()
    #expect(try run(store, coffee, account: "Visa").fresh == 1)
    #expect(try run(store, coffee, account: "Debit").fresh == 1)
    #expect(try run(store, coffee, account: "Visa").fresh == 0)
  }

  @Test("Case 19: a late row with an early date is new")
  func lateRow() throws {
    let store = try makeStore()
    _ = try run(store, tea)
    #expect(try run(store, coffee + tea).fresh == 1)
  }

  @Test("Case 18: an id that comes back with another date or amount is new")
  func externalID() throws {
    let profile = """
      {"columns":{"date":"d","name":"n","amount":"a","id":"i"},"delimiter":",","decimal":".",
      "date":"YMD","spending":"positive","income":"refund","currency":"EUR"}
      """
    let store = try makeStore()
    func run(_ row: String) throws -> Int64 {
      let file = try Import.open(store, "d,n,a,i,x\n\(row)\n", profile)
      defer { _ = try? file.commit() }
      return file.summary.fresh + file.summary.suspected
    }
    #expect(try run("2026-01-01,Rent,500.00,R1,balance 1") == 1)
    #expect(try run("2026-01-01,RENT,500.00,R1,balance 2") == 0)
    #expect(try run("2026-02-01,Rent,500.00,R1,") == 1)
    #expect(try run("2026-02-01,Rent,510.00,R1,") == 1)
    #expect(try run("2026-02-01,Rent,510.00,R2,") == 1)
    #expect(try run("2026-02-01,Rent,510.00,,") == 1)
  }

  @Test("Two overlapping files in any order give the union")
  func union() throws {
    var generator = SeededGenerator(state: 7)
    for _ in 0..<40 {
      let rows = (0..<30).map { _ in
        "0\(Int.random(in: 1...3, using: &generator)).02.2026;Coffee;-2,4\(Int.random(in: 0...2, using: &generator))\n"
      }
      let cut = Int.random(in: 0...30, using: &generator)
      let from = Int.random(in: 0...cut, using: &generator)
      let parts = [rows[..<cut].joined(), rows[from...].joined()]
      var results: [[String]] = []
      for order in [parts, parts.reversed()] {
        let store = try makeStore()
        for part in order { _ = try run(store, part) }
        for part in order { #expect(try run(store, part).fresh == 0) }
        results.append(try store.all().map { "\($0.date) \($0.amount)" }.sorted())
      }
      #expect(results[0] == results[1])
    }
  }

  @Test("Rows that came in meanwhile are found when it is committed")
  func changedMeanwhile() throws {
    let store = try makeStore()
    let first = try Import.open(store, header + coffee + tea, cardProfile)
    let second = try Import.open(store, header + coffee + tea, cardProfile)
    _ = try first.commit()
    #expect(second.summary.fresh == 2)
    #expect(try second.commit().revision == 0)
    #expect(second.summary.text == "file: 0 new, 2 duplicates")
    let third = try Import.open(store, header + coffee + tea, cardProfile)
    _ = try store.undo()
    #expect(third.summary.fresh == 0)
    #expect(try third.commit().revision == store.revision)
    #expect(try store.all().count == 2)
  }

  @Test("Inside a transaction it is a part of that, and sees what it wrote")
  func inTransaction() throws {
    let store = try makeStore()
    let first = try Import.open(store, header + coffee, cardProfile)
    let second = try Import.open(store, header + coffee + tea, cardProfile)
    try store.begin("Both")
    _ = try first.commit()
    _ = try second.commit()
    #expect(second.summary.text == "file: 1 new, 1 duplicate")
    try store.commit()
    #expect(try store.all().count == 2)
    #expect(try store.undo()?.label == "Both")
    #expect(try store.all().isEmpty)
  }

  @Test("The same fingerprints collide in no way that loses a row")
  func index() {
    var entries: [RowEntry] = []
    var index = RowIndex()
    for number in 0..<5_000 {
      entries.append(RowEntry(offset: 0, line: 0, status: .fresh))
      var fingerprint = Fingerprint()
      fingerprint.add(UInt64(number % 700))
      index.add(fingerprint, row: number, in: &entries)
    }
    #expect(Set(entries.map(\.identity)).count == 5_000)
    for (row, entry) in entries.enumerated() {
      #expect(index.find(entry.identity, in: entries) == row)
    }
    #expect(index.find(3, in: entries) == nil)
  }

  @Test("Rows that are added many at once have the identities that they have one by one")
  func indexOfMany() {
    var (single, many) = (RowIndex(), RowIndex())
    var (one, all): ([RowEntry], [RowEntry]) = ([], [])
    for number in 0..<20_000 {
      var fingerprint = Fingerprint()
      fingerprint.add(UInt64(number % 7 == 0 ? number % 300 : number))
      one.append(RowEntry(offset: 0, line: 0, status: number % 11 == 3 ? .rejected : .fresh))
      all.append(one[number])
      if one[number].first == .rejected { continue }
      single.add(fingerprint, row: number, in: &one)
      all[number].identity = fingerprint.state
    }
    for range in [0..<1, 1..<5_000, 5_000..<5_064, 5_064..<20_000] {
      many.add(rows: range, in: &all, expected: 6_000)
    }
    #expect(one.map(\.identity) == all.map(\.identity))
    for (row, entry) in all.enumerated() where entry.identity != 0 {
      #expect(many.find(entry.identity, in: all) == row)
    }
  }
}
