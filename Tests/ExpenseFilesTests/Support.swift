import ExpenseModel
import ExpenseStore

@testable import ExpenseFiles

/// An empty store in memory.
func makeStore(_ currency: String = "EUR") throws -> Store {
  var options = Store.Options()
  options.inMemory = true
  options.currency = currency
  return try Store(path: "", options: options)
}

/// The profile of most CSV texts in these tests.
let cardProfile = """
  {"columns":{"date":"Date","name":"Merchant","amount":"Amount"},"delimiter":";","decimal":",",
  "date":"DMY","spending":"negative","income":"leave out","currency":"EUR","encoding":"utf-8"}
  """

let itemsProfile = #"{"currency":"USD","defaultDate":"2026-01-31"}"#

extension Import {
  static func open(
    _ store: Store, _ text: String, _ profile: String = "", account: String = "",
    name: String = "file"
  ) throws -> Import {
    try open(
      store, bytes: Array(text.utf8),
      options: ImportOptions(profile: profile, account: account, name: name))
  }

  func allRows() throws -> [ImportRow] { try rows(offset: 0, limit: .max) }
}

extension Store {
  func all() throws -> [Expense] {
    var expenses: [Expense] = []
    try forEachExpense(ExpenseQuery()) { expenses.append($0) }
    return expenses
  }
}

/// A small generator whose numbers are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
