import ExpenseModel
import Testing

@testable import ExpenseStore

@Suite("Rows that are packed and stored in one go")
struct NewRowsTests {
  /// Expenses with everything that one may have, and every kind of text.
  private func some(_ count: Int) throws -> [Expense] {
    let names = ["Café", "Coffee, black", " two  blanks ", "日本", "e\u{301}", "\u{e9}"]
    return try (0..<count).map { index in
      var expense = Expense(
        name: names[index % names.count] + "\(index % 7)", amount: Int64(index * 37 - 400),
        date: try #require(CivilDate(day: Int32(19_000 + index % 800))))
      expense.type = ["Personal", "Business", "Réisen", "  "][index % 4]
      expense.category = ["", "Food", " Food : Cafe ", "A\\:B:C"][index % 4]
      expense.currency = ["EUR", "", "JPY"][index % 3]
      expense.account = index % 5 == 0 ? "Visa" : ""
      expense.note = index % 6 == 0 ? "line\nbreak ü" : ""
      if index % 8 == 0 { expense.tags = ["b", "a \"x\""] }
      if index % 9 == 0 { expense.reimbursement = .submitted }
      if index % 10 == 0 {
        expense.conversion = Expense.Conversion(amount: 12, currency: "USD", rate: "1.10")
      }
      if index % 11 == 0 {
        expense.source = Expense.Source(
          importNumber: 3, line: Int64(index), fingerprint: .max - 5, externalID: "x\(index)")
      }
      if index % 12 == 0 { expense.extra = "{\"a\":1}" }
      if index % 13 == 0 { expense.uuid = UUID128(high: UInt64(index) + 1, low: 7) }
      return expense
    }
  }

  @Test("Many at once are stored as one by one", arguments: [1, 3, 1024, 5000])
  func same(count: Int) throws {
    let expenses = try some(count)
    let single = try Store.memory()
    try single.transaction { () throws(ExpenseError) in
      for expense in expenses { try single.add(expense) }
    }
    let many = try Store.memory()
    #expect(try many.add(expenses) == 1)
    let (left, right) = (try single.all(), try many.all())
    #expect(left.count == count && right.count == count)
    for (a, b) in zip(left, right) {
      #expect(a.id == b.id)
      let fields = a.differingFields(from: b)
      #expect(fields.isSubset(of: a.id % 13 == 1 ? [] : [.uuid]))
      #expect(!b.uuid.isZero)
    }
    try single.check()
    try many.check()
    #expect(try single.totals([.month, .type]) == many.totals([.month, .type]))
    _ = try many.undo()
    #expect(try many.all().isEmpty)
    try many.check()
  }

  @Test("What is wrong with one of them says which, and nothing is stored")
  func wrong() throws {
    let store = try Store.memory()
    var expenses = try some(3000)
    expenses[2500].name = " "
    var error = #expect(throws: ExpenseError.self) { try store.add(expenses) }
    #expect(error?.message.hasPrefix("expenses[2500]: the name is blank") == true)
    expenses = try some(3000)
    expenses[2600].currency = "QQQ"
    error = #expect(throws: ExpenseError.self) { try store.add(expenses) }
    #expect(error?.message.hasPrefix("expenses[2600]: currency: \"QQQ\"") == true)
    #expect(try store.all().isEmpty)
    let bare = try Store.memory(currency: "")
    error = #expect(throws: ExpenseError.self) { try bare.add(try some(2)) }
    #expect(error?.code == .currency)
    #expect(error?.message.hasPrefix("expenses[1]: ") == true)
    #expect(try bare.all().isEmpty)
  }

  @Test("A row of bytes is stored as its expense, or refused as a whole")
  func plain() throws {
    var packer = RowPacker()
    func pack(_ name: String, type: String = "Personal", note: String = "") -> Bool {
      var (name, type, note) = (name, type, note)
      return name.withUTF8 { name in
        type.withUTF8 { type in
          note.withUTF8 { note in
            var row = PlainRow()
            row.amount = 5
            row.name = UnsafeRawBufferPointer(name)
            row.type = UnsafeRawBufferPointer(type)
            row.note = UnsafeRawBufferPointer(note)
            return packer.append(plain: row)
          }
        }
      }
    }
    #expect(!pack("Coffee"), "the type was never seen")
    try packer.append(Expense(name: "First", amount: 1, date: .first))
    #expect(pack("Coffee"))
    #expect(pack("Café", note: "ü\n"))
    for name in ["", " Coffee", "a\0b", String(repeating: "x", count: 1025)] {
      #expect(!pack(name))
    }
    #expect(!pack("Coffee", type: "Other"))
    #expect(!pack("Coffee", type: ""))
    #expect(!pack("Coffee", note: "a\0b"))
    let store = try Store.memory()
    var rows = NewRows()
    let batch = packer.take()
    #expect(batch.count == 3)
    #expect(try store.add(batch, &rows) == 1)
    #expect(try store.all().map(\.name) == ["First", "Coffee", "Café"])
    #expect(try store.all().map(\.note) == ["", "", "ü\n"])
    #expect(try store.add(packer.take(), &rows) == 4)
    try store.check()
  }
}

@Suite("Rows of commits that views take over")
struct CommittedRowsTests {
  private func row(_ id: Int64, _ amount: Int64) -> StoredRow {
    var row = StoredRow()
    row.id = id
    row.amount = amount
    return row
  }

  @Test("The last word on a row is that of the last commit")
  func merged() {
    let rows = CommittedRows()
    #expect(rows.rows(of: 1...1) == nil)
    rows.note(5, [(1, row(1, 10)), (2, row(2, 20))])
    rows.note(6, [(2, nil), (3, row(3, 30))])
    #expect(rows.rows(of: 5...5)?.map(\.id) == [1, 2])
    let both = rows.rows(of: 5...6)
    #expect(both?.map(\.id) == [1, 2, 3])
    #expect(both?.map { $0.row?.amount } == [10, nil, 30])
    #expect(rows.rows(of: 4...6) == nil)
    #expect(rows.rows(of: 6...7) == nil)
  }

  @Test("A gap, or a commit of many rows, forgets what was before")
  func gaps() {
    let rows = CommittedRows()
    rows.note(5, [(1, row(1, 10))])
    rows.note(7, [(1, row(1, 11))])
    #expect(rows.rows(of: 5...5) == nil)
    #expect(rows.rows(of: 7...7)?.count == 1)
    rows.note(8, nil)
    #expect(rows.rows(of: 7...7) == nil)
    for revision in 10..<40 { rows.note(Int64(revision), []) }
    #expect(rows.rows(of: 39...39)?.isEmpty == true)
    #expect(rows.rows(of: 10...10) == nil)
  }

  @Test("A view that hears of small commits is what it would be if computed anew")
  func views() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    let other = try Store.file(folder.file(), origin: "other")
    let view = try store.view(ExpenseQuery(sort: [SortKey(.amount)]))
    let subscription = try view.subscribe { _ in }
    for round in 0..<60 {
      let type = round % 9 == 0 ? "New \(round)" : "Personal"
      try store.add(try expense("a\(round)", Int64(round * 7 % 40), type: type))
      if round % 4 == 1 { _ = try other.add(try expense("b\(round)", Int64(round))) }
      let ids = try store.all().map(\.id)
      if round % 5 == 2 {
        var changed = try expense("c", Int64(round))
        changed.id = ids[ids.count / 2]
        try store.update(changed, fields: [.amount, .name])
      }
      if round % 7 == 3 { try store.remove([ids[0]]) }
      if round % 11 == 4 { _ = try store.undo() }
      #expect(try view.core.isValid(store))
    }
    subscription.cancel()
    try store.check()
  }
}
