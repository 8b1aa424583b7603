import ExpenseModel
import Testing

@Suite("Changes, queries and totals")
struct ChangeTests {
  typealias Item = Change.Item

  @Test(
    "automatic labels",
    arguments: [
      ([], "changed nothing"), ([Item(kind: .added, firstID: 1)], "added 1 expense"),
      ([Item(kind: .removed, firstID: 1, count: 3)], "removed 3 expenses"),
      ([Item(kind: .updated, firstID: 1), Item(kind: .updated, firstID: 5)], "updated 2 expenses"),
      (
        [
          Item(kind: .removed, firstID: 1), Item(kind: .added, firstID: 2, count: 2),
          Item(kind: .updated, firstID: 9),
        ], "added 2 expenses, updated 1 expense, removed 1 expense"
      ),
    ])
  func labels(items: [Item], label: String) { #expect(Change.automaticLabel(items) == label) }

  @Test("counts and fields")
  func counts() {
    let change = Change(
      kind: .edit, firstRevision: 3, lastRevision: 3, time: 0, instance: 1, origin: "test",
      label: "",
      items: [
        Item(kind: .added, firstID: 10, count: 4),
        Item(kind: .updated, firstID: 1, fields: [.name]),
        Item(kind: .updated, firstID: 3, count: 2, fields: [.amount, .tags]),
        Item(kind: .removed, firstID: 7),
      ])
    #expect(change.added == 4 && change.updated == 3 && change.removed == 1)
    #expect(change.fields == [.name, .amount, .tags])
    #expect(change.items[0].lastID == 13)
    #expect(change.target == 0 && change.undoneBy == 0)
  }

  @Test("counts that no store has do not stop the program")
  func hugeCounts() {
    let items = [Item](repeating: Item(kind: .added, firstID: .max, count: .max), count: 3)
    #expect(Change.automaticLabel(items).hasPrefix("added "))
    #expect(items[0].lastID == -3)
  }

  @Test("a total wider than 64 bits is kept, and its 64-bit form is an overflow")
  func totals() throws {
    let most = Int128(Int64.max)
    var total = Total(currency: "EUR", digits: 2, amount: most, count: 1)
    #expect(try total.minor == .max)
    total.amount += 1
    #expect(total.amountText == "92233720368547758.08")
    let error = caught { () throws(ExpenseError) in try total.minor }
    #expect(error?.code == .overflow && error?.message.contains("92233720368547758.08") == true)
    total.amount = Int128(Int64.min)
    #expect(try total.minor == .min)
  }

  @Test("queries are checked and their category made canonical")
  func queries() throws {
    let query = ExpenseQuery(category: " Travel : Rail ", sort: [SortKey(.date, descending: true)])
    #expect(try query.validated().category == "Travel:Rail")
    #expect(try ExpenseQuery().validated() == ExpenseQuery())
    let keys = [SortKey](repeating: SortKey(.id), count: 9)
    let tooMany = caught { () throws(ExpenseError) in try ExpenseQuery(sort: keys).validated() }
    #expect(tooMany?.code == .argument)
    let category = caught { () throws(ExpenseError) in
      try ExpenseQuery(category: "a::b").validated()
    }
    #expect(category?.field == .category)
    let code = caught { () throws(ExpenseError) in try ExpenseQuery(currencies: ["eur"]).validated()
    }
    #expect(code?.field == .currency)
  }
}
