import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseForms

extension Store {
  static func memory(currency: String = "EUR", origin: String = "test") throws -> Store {
    var options = Options()
    options.inMemory = true
    options.currency = currency
    options.origin = origin
    return try Store(path: "", options: options)
  }

  /// Adds an expense by what a test cares for.
  @discardableResult
  func add(
    _ name: String, _ amount: Int64 = 100, type: String = "Personal", category: String = "",
    currency: String = "", account: String = "", tags: [String] = []
  ) throws -> Int64 {
    try add(
      Expense(
        name: name, type: type, category: category, amount: amount, currency: currency,
        date: try CivilDate(parsing: "2026-03-14"), account: account, tags: tags))
  }

  /// Changes an expense as someone else would.
  func change(_ id: Int64, _ body: (inout Expense) -> Void) throws {
    guard var expense = try get([id]).first else { return }
    let before = expense
    body(&expense)
    try update(expense, fields: expense.differingFields(from: before))
  }

  func one(_ id: Int64) throws -> Expense { try #require(try get([id]).first) }
}

extension Draft {
  /// The message of a field's problem; nil when it has none.
  func problem(_ field: ExpenseField) throws -> String? {
    try problems().first { $0.field == field }?.message
  }

  func set(_ field: ExpenseField, _ text: String) throws { try setText(text, of: field) }
}

/// Checks that a body throws the error of one code, and gives it.
@discardableResult
func expectError(
  _ code: ExpenseError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) -> ExpenseError? {
  do {
    try body()
    Issue.record("no error instead of \(code)", sourceLocation: sourceLocation)
  } catch let error as ExpenseError {
    #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
    return error
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
  return nil
}
