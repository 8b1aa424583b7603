import ExpenseModel
import Testing

@Suite("Fields of expenses")
struct ExpenseFieldsTests {
  private static let one = Expense(name: "Lunch", amount: 1250, date: date(2026, 3, 14))
  private static let other = Expense(
    id: 7, uuid: UUID128(high: 1, low: 2), name: "Hotel", type: "Business", category: "Travel",
    amount: -5, currency: "USD", conversion: .init(amount: 1, currency: "EUR", rate: "0.92"),
    date: date(2026, 3, 15), account: "Visa", note: "n", tags: ["t"], reimbursement: .open,
    source: .init(importNumber: 1), extra: "{}")

  @Test("one field at a time is taken and told apart", arguments: ExpenseField.allCases)
  func oneField(field: ExpenseField) {
    var expense = Self.one
    expense.apply(ExpenseFields(field), from: Self.other)
    #expect(expense.differingFields(from: Self.one) == ExpenseFields(field))
    #expect(Self.one.differingFields(from: expense) == ExpenseFields(field))
    let rest = ExpenseFields.all.subtracting(ExpenseFields(field))
    #expect(expense.differingFields(from: Self.other) == rest)
    #expect(expense.id == 0)
  }

  @Test("all and none")
  func all() {
    #expect(Self.one.differingFields(from: Self.other) == .all)
    #expect(Self.one.differingFields(from: Self.one) == [])
    var expense = Self.one
    expense.apply([], from: Self.other)
    #expect(expense == Self.one)
    expense.apply(.all, from: Self.other)
    #expect(expense.differingFields(from: Self.other) == [])
  }

  @Test("texts differ when their bytes do, also where Unicode calls them equivalent")
  func bytes() {
    var composed = Self.other
    composed.name = "Caf\u{E9}"
    composed.tags = ["caf\u{E9}"]
    composed.source?.externalID = "\u{E9}"
    var decomposed = composed
    decomposed.name = "Cafe\u{301}"
    decomposed.tags = ["cafe\u{301}"]
    decomposed.source?.externalID = "e\u{301}"
    #expect(composed.differingFields(from: decomposed) == [.name, .tags, .source])
  }

  @Test("a part that is there and empty differs from none")
  func parts() {
    var expense = Self.one
    expense.conversion = .init(amount: 0, currency: "")
    expense.source = .init()
    #expect(expense.differingFields(from: Self.one) == [.conversion, .source])
  }

  @Test("sets of fields")
  func sets() {
    #expect(ExpenseFields.all.fields == ExpenseField.allCases)
    #expect(ExpenseFields.all == ExpenseField.allCases.reduce(into: []) { $0.insert(.init($1)) })
    let some: ExpenseFields = [.tags, .name, .amount]
    #expect(some.fields == [.name, .amount, .tags] && "\(some)" == "name, amount, tags")
    #expect(some.contains(ExpenseField.tags) && !some.contains(ExpenseField.note))
    #expect(!some.hasUnknown && ExpenseFields(rawValue: 1 << 63).hasUnknown)
    #expect(Set(ExpenseField.allCases.map(\.description)).count == 14)
  }
}
