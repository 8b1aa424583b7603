import CSQLite
import ExpenseModel
import Testing

@testable import ExpenseStore

@Suite("Records that the library makes itself are what SQLite would make")
struct RowPagesTests {
  @Test("Numbers of every width and texts of every length come back, beyond pages too")
  func widths() throws {
    var expenses: [Expense] = []
    for bits in 0..<63 {
      let power = Int64(1) << Int64(bits)
      for amount in [power - 1, power, -power, -power - 1] {
        expenses.append(Expense(name: "\(bits)", amount: amount, date: .first))
      }
    }
    expenses.append(Expense(name: "most", amount: .max, date: .last))
    let page = RowPages.pageSize
    let lengths = [
      1, 57, 58, 127, 128, 8_000, page - 120, page - 60, page - 35, page - 4, page, page + 1,
      40_000, 65_536,
    ]
    for length in lengths + (page - 110..<page - 70) {
      var expense = Expense(
        name: "\(length)", amount: 3, date: try #require(CivilDate(day: Int32(length % 20_000))))
      expense.note = String(repeating: "n", count: length)
      expenses.append(expense)
    }
    for length in [200_000, 3 << 20, 3 << 20] {
      var expense = Expense(name: "large", amount: 3, date: .first)
      expense.extra = "{\"a\":\"" + String(repeating: "ü", count: length / 2) + "\"}"
      expenses.append(expense)
    }
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    for start in [1, Int64(expenses.count) + 1] {
      #expect(try store.add(expenses) == start)
      for (stored, given) in zip(try store.all().suffix(expenses.count), expenses) {
        #expect(stored.differingFields(from: given).isSubset(of: [.uuid, .currency]))
      }
    }
    try store.check()
  }

  /// Expenses in memory, without a store around them.
  private func emptyTable() throws -> (Connection, NewRowsTable) {
    let connection = try Connection(
      ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path: "")
    try connection.execute(Schema.expense)
    return (connection, try NewRowsTable(connection))
  }

  @Test("Large rows among small ones have the room that they need")
  func largeAmongSmall() throws {
    let (connection, table) = try emptyTable()
    var packer = RowPacker()
    for index in 1...4000 {
      var expense = Expense(name: "Row", amount: Int64(index), date: .first)
      expense.note = String(repeating: "n", count: index <= 1000 ? 1000 : 1)
      try packer.append(expense)
    }
    try table.store(packer.take(), numbers: [[0, 1], [0], [0], [0]], firstID: 1)
    #expect(try connection.integer("SELECT sum(length(note)) FROM expense") == 1_003_000)
    #expect(try connection.integer("SELECT sum(amount = id) FROM expense") == 4000)
    #expect(try connection.texts("PRAGMA integrity_check") == ["ok"])
  }

  @Test("SQLite copies the records as they are")
  func copies() throws {
    let (connection, table) = try emptyTable()
    var packer = RowPacker()
    try packer.append(Expense(name: "First", amount: 1, date: .first))
    try table.store(packer.take(), numbers: [[0, 1], [0], [0], [0]], firstID: 7)
    #expect(try connection.integer("SELECT id FROM expense") == 7)
    let plan = try connection.statement("EXPLAIN \(NewRowsTable.insert)")
    var steps: [String] = []
    while try plan.step() { steps.append(plan.text(1)) }
    #expect(steps.contains("RowData") || steps.contains("RowCell"))
    #expect(!steps.contains("MakeRecord"))
  }

  @Test("Numbers as SQLite writes them have one to nine bytes")
  func varints() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { bytes in
      func written(_ number: UInt64) -> [UInt8] {
        let size = bytes.baseAddress.map { Varint.write(number, to: $0) } ?? 0
        #expect(size == Varint.size(number))
        return Array(bytes.prefix(size))
      }
      #expect(written(0) == [0])
      #expect(written(0x7F) == [0x7F])
      #expect(written(0x80) == [0x81, 0])
      #expect(written(0x3FFF) == [0xFF, 0x7F])
      #expect(written(0x4000) == [0x81, 0x80, 0])
      #expect(written(1 << 56 - 1) == [UInt8](repeating: 0xFF, count: 7) + [0x7F])
      #expect(written(1 << 56) == [0x80, 0xC0] + [UInt8](repeating: 0x80, count: 6) + [0])
      #expect(written(.max) == [UInt8](repeating: 0xFF, count: 9))
    }
  }
}
