import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Rows that are excluded, taken in and edited before they are stored")
struct RowChoiceTests {
  private let header = "Date;Merchant;Amount\n"
  private let coffee = "01.02.2026;Coffee;-2,40\n"
  private let tea = "02.02.2026;Tea;-1,80\n"
  private let salary = "03.02.2026;Salary;2000,00\n"
  private let broken = "04.02.2026;Broken;x\n"

  private func open(_ store: Store, _ rows: String) throws -> Import {
    try Import.open(store, header + rows, cardProfile)
  }

  @Test("An excluded row is not stored, and comes back as new")
  func excluded() throws {
    let store = try makeStore()
    let file = try open(store, coffee + tea)
    try file.setRow(0, .excluded)
    #expect(file.summary.text == "file: 1 new, 1 excluded")
    #expect(file.summary.excluded == 1)
    #expect(try file.allRows().map(\.status) == [.excluded, .fresh])
    #expect(try file.allRows()[0].expense?.name == "Coffee")
    _ = try file.commit()
    #expect(try store.all().map(\.name) == ["Tea"])
    #expect(try open(store, coffee + tea).summary.text == "file: 1 new, 1 duplicate")
  }

  @Test("What was excluded is taken in again")
  func included() throws {
    let store = try makeStore()
    let file = try open(store, coffee + tea)
    for status in [RowStatus.excluded, .fresh, .excluded, .excluded, .fresh] {
      try file.setRow(1, status)
    }
    _ = try file.commit()
    #expect(try store.all().count == 2)
  }

  @Test("All excluded: nothing is stored and there is no revision")
  func nothingLeft() throws {
    let store = try makeStore()
    let file = try open(store, coffee)
    try file.setRow(0, .excluded)
    #expect(try file.commit().revision == 0)
    #expect(try store.importNames().isEmpty)
  }

  @Test("Money coming in is taken in, and is known again")
  func leftOut() throws {
    let store = try makeStore()
    let file = try open(store, coffee + salary)
    #expect(file.summary.text == "file: 1 new, 1 left out (money in)")
    try file.setRow(1, .fresh)
    #expect(file.summary.text == "file: 2 new")
    _ = try file.commit()
    #expect(try store.all().map(\.amount) == [240, -200_000])
    #expect(try open(store, coffee + salary).summary.text == "file: 0 new, 2 duplicates")
  }

  @Test("A duplicate, a rejected row and a row that there is not are refused")
  func refused() throws {
    let store = try makeStore()
    _ = try open(store, coffee).commit()
    let file = try open(store, coffee + broken + tea)
    let values = Expense(name: "x", amount: 1, date: .first)
    for row in [0, 1, 3, -1, .max, .min] as [Int64] {
      #expect(
        try #require(throws: ExpenseError.self) { try file.setRow(row, .fresh) }.code == .argument)
      #expect(
        try #require(throws: ExpenseError.self) { try file.editRow(row, values, fields: [.name]) }
          .code
          == .argument)
    }
    for status in RowStatus.allCases where status != .fresh && status != .excluded {
      #expect(throws: ExpenseError.self) { try file.setRow(2, status) }
    }
    for fields in [ExpenseFields.source, .uuid, .all, ExpenseFields(rawValue: 1 << 40)] {
      #expect(
        try #require(throws: ExpenseError.self) { try file.editRow(2, values, fields: fields) }.code
          == .argument)
    }
    _ = try file.commit()
    #expect(
      try #require(throws: ExpenseError.self) { try file.setRow(2, .excluded) }.code == .transaction
    )
    file.close()
    #expect(try #require(throws: ExpenseError.self) { try file.setRow(2, .fresh) }.code == .handle)
    #expect(
      try #require(throws: ExpenseError.self) { try file.editRow(2, values, fields: [.name]) }.code
        == .handle)
  }

  @Test("An edited row is stored as edited, and stays a duplicate of what the file gives")
  func edited() throws {
    let store = try makeStore()
    let file = try open(store, coffee + tea)
    var values = Expense(name: "Green tea", amount: 250, date: .last)
    values.category = "Drinks"
    try file.editRow(1, values, fields: [.name])
    try file.editRow(1, values, fields: [.category, .amount])
    values.name = "read by nobody"
    try file.editRow(1, values, fields: [.date])
    let row = try file.allRows()[1]
    #expect(row.expense?.name == "Green tea")
    #expect(row.expense?.date == .last)
    _ = try file.commit()
    #expect(try file.allRows()[1].expense?.name == "Green tea", "also after the commit")
    let stored = try store.all()[1]
    #expect(stored.name == "Green tea")
    #expect(stored.category == "Drinks")
    #expect(stored.amount == 250)
    #expect(stored.date == .last)
    #expect(stored.source?.fingerprint == row.expense?.source?.fingerprint)
    #expect(stored.source?.line == 3)
    // Nothing of it is what the file gives; on another line it is known all the same.
    let again = try open(store, tea + coffee)
    #expect(again.summary.text == "file: 0 new, 2 duplicates")
    #expect(try again.allRows()[0].duplicateOf == stored.id)
  }

  @Test("An edit is checked at once, and a refused one changes nothing")
  func invalidEdit() throws {
    let store = try makeStore()
    let file = try open(store, coffee)
    var values = Expense(name: " ", amount: 1, currency: "XQQ", date: .first)
    values.note = "kept"
    func code(_ fields: ExpenseFields) -> ExpenseError? {
      do throws(ExpenseError) {
        try file.editRow(0, values, fields: fields)
        return nil
      } catch {
        return error
      }
    }
    #expect(code([.name, .note])?.field == .name)
    #expect(code([.currency, .note])?.code == .currency)
    #expect(try file.allRows()[0].expense?.note == "")
    values.currency = "jpy"
    #expect(code([.currency])?.code == .currency)
    values.currency = "JPY"
    #expect(code([.currency]) == nil)
    values.currency = ""
    #expect(code([.currency]) == nil)
    #expect(try file.allRows()[0].expense?.currency == "EUR", "the store's default")
  }

  @Test("Choices and edits hold through the comparison at the commit")
  func recompared() throws {
    let store = try makeStore()
    let file = try open(store, coffee + tea + salary)
    try file.setRow(0, .excluded)
    try file.setRow(2, .fresh)
    var values = Expense(name: "Green tea", amount: 0, date: .first)
    values.note = "n"
    try file.editRow(1, values, fields: [.name, .note])
    try store.add(Expense(name: "Something else", amount: 1, currency: "EUR", date: .first))
    _ = try file.commit()
    #expect(try store.all().map(\.name) == ["Something else", "Green tea", "Salary"])
    // A row that has become a duplicate meanwhile stays one.
    let other = try open(store, coffee + tea)
    try other.setRow(0, .fresh)
    let third = try open(store, coffee)
    _ = try third.commit()
    _ = try other.commit()
    #expect(other.summary.text == "file: 0 new, 2 duplicates")
    #expect(try store.all().count == 4)
  }

  @Test("An entry of a row stays within 32 bytes")
  func size() {
    #expect(MemoryLayout<RowEntry>.stride <= 32)
  }
}
