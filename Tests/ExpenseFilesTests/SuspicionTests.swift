import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Rows that are like an expense")
struct SuspicionTests {
  private let header = "Date;Merchant;Amount\n"

  private func open(_ store: Store, _ rows: String, account: String = "") throws -> Import {
    try Import.open(store, header + rows, cardProfile, account: account)
  }

  private func expense(
    _ name: String, _ amount: Int64 = 240, day: Int, currency: String = "EUR", account: String = ""
  ) throws -> Expense {
    let date = try #require(CivilDate(year: 2026, month: 2, day: day))
    return Expense(
      name: name, amount: amount, currency: currency, date: date, account: account)
  }

  @Test("What was typed in by hand is found in the statement, whatever it was called")
  func typedIn() throws {
    let store = try makeStore()
    let id = try store.add(expense("breakfast", day: 1))
    let file = try open(store, "02.02.2026;CAFE ROMA 0815;-2,40\n")
    #expect(file.summary.text == "file: 0 new, 1 perhaps a duplicate")
    let row = try file.allRows()[0]
    #expect(row.status == .suspected)
    #expect(row.duplicateOf == id)
    #expect(
      row.reason == "the amount of expense \(id), which was typed in, and about its date")
    // It only suggests: it is stored unless it is excluded.
    _ = try file.commit()
    #expect(try store.all().count == 2)
  }

  @Test("An excluded one is not stored; one that is set to be new is")
  func decided() throws {
    let store = try makeStore()
    try store.add(expense("breakfast", day: 1))
    let file = try open(store, "02.02.2026;CAFE ROMA;-2,40\n")
    try file.setRow(0, .fresh)
    #expect(file.summary.text == "file: 1 new")
    try file.setRow(0, .excluded)
    #expect(try file.commit().revision == 0)
    #expect(try store.all().count == 1)
  }

  @Test("Case 20: the same amount on another date with a similar text is no duplicate")
  func similarText() throws {
    let store = try makeStore()
    _ = try open(store, "01.02.2026;COFFEE SHOP PENDING;-2,40\n").commit()
    #expect(try open(store, "03.02.2026;Coffee-Shop London;-2,40\n").summary.suspected == 1)
    #expect(try open(store, "20.02.2026;Coffee Shop London;-2,40\n").summary.fresh == 1)
    let file = try open(store, "03.02.2026;Coffee-Shop London;-2,40\n")
    _ = try file.commit()
    #expect(try store.all().count == 2)
  }

  @Test(
    "What differs in amount, currency, account, date or in all words is new",
    arguments: [
      "01.02.2026;Coffee;-2,41", "01.02.2026;Coffee;2,40", "05.02.2026;Coffee;-2,40",
      "28.01.2026;Coffee;-2,40", "01.02.2026;Tea;-2,40",
    ])
  func different(_ row: String) throws {
    let store = try makeStore()
    _ = try open(store, "01.02.2026;Coffee house;-2,40\n").commit()
    #expect(try open(store, row + "\n").summary.suspected == 0)
  }

  @Test("Other currencies and accounts; one without an account is like each")
  func accounts() throws {
    let store = try makeStore()
    try store.add(expense("Coffee", day: 1, currency: "USD"))
    #expect(try open(store, "01.02.2026;Coffee;-2,40\n").summary.fresh == 1)
    try store.add(expense("Coffee", day: 1, account: "Visa"))
    #expect(try open(store, "01.02.2026;Coffee;-2,40\n", account: "Debit").summary.fresh == 1)
    #expect(try open(store, "01.02.2026;Coffee;-2,40\n", account: "Visa").summary.suspected == 1)
    #expect(try open(store, "01.02.2026;Coffee;-2,40\n").summary.suspected == 1)
  }

  @Test("One row is like one expense, the nearest")
  func oneToOne() throws {
    let store = try makeStore()
    let first = try store.add(expense("Coffee", day: 1))
    let second = try store.add(expense("Coffee", day: 3))
    let file = try open(
      store, "04.02.2026;Coffee;-2,40\n03.02.2026;Coffee;-2,40\n01.02.2026;Coffee;-2,40\n")
    #expect(file.summary.suspected == 2)
    #expect(try file.allRows().map(\.duplicateOf) == [0, second, first])
  }

  @Test("An expense that the file itself matches is like no other row of it")
  func matched() throws {
    let store = try makeStore()
    let coffee = "01.02.2026;Coffee;-2,40\n"
    _ = try open(store, coffee).commit()
    let file = try open(store, coffee + coffee + "02.02.2026;Coffee;-2,40\n")
    #expect(file.summary.text == "file: 2 new, 1 duplicate")
  }

  @Test("Many equal rows and expenses are compared in bounded time")
  func many() throws {
    let store = try makeStore()
    let date = try #require(CivilDate(year: 2026, month: 2, day: 1))
    try store.add((0..<3_000).map { Expense(name: "x\($0)y", amount: 240, date: date) })
    let rows = (0..<3_000).map { "01.02.2026;z\($0)w;-2,40\n" }.joined()
    let file = try open(store, rows)
    #expect(file.summary.suspected == 3_000)
  }

  @Test(
    "Words of names",
    arguments: [
      ("Coffee Shop", "COFFEE #12", true), ("Straße 5", "STRASSE", true),
      ("AB 12345", "XY 12345", false),
      ("Spotify", "PAYPAL *SPOTIFYAB", true), ("to be", "be to", false), ("東京駅", "東京駅 売店", true),
    ])
  func words(_ one: String, _ other: String, _ isLike: Bool) {
    #expect(NameWords(one).isLike(NameWords(other)) == isLike)
    #expect(NameWords(other).isLike(NameWords(one)) == isLike)
  }
}

@Suite("Equal fingerprints are confirmed")
struct ConfirmationTests {
  private let coffee = "Date;Merchant;Amount\n01.02.2026;Coffee;-2,40\n"

  /// A store with an expense that has the fingerprint of the row, and says something else.
  private func storeWithCollision(
    _ name: String = "Hotel", _ amount: Int64 = 9_000
  ) throws -> Store {
    let store = try makeStore()
    let row = try Import.open(store, coffee, cardProfile).allRows()[0]
    var other = Expense(
      name: name, amount: amount, date: try #require(CivilDate(year: 2025, month: 7, day: 1)))
    other.source = Expense.Source(
      importNumber: 1, line: 2, fingerprint: try #require(row.expense?.source?.fingerprint))
    try store.add(other)
    return store
  }

  @Test("Two rows whose fingerprints collide are both kept, and the second is suspected")
  func collision() throws {
    let store = try storeWithCollision()
    let file = try Import.open(store, coffee, cardProfile)
    #expect(file.summary.text == "file: 0 new, 1 perhaps a duplicate")
    #expect(
      try file.allRows()[0].reason
        == "the fingerprint of expense 1, but another amount, date and name")
    _ = try file.commit()
    #expect(try store.all().count == 2)
    let again = try Import.open(store, coffee, cardProfile)
    #expect(again.summary.text == "file: 0 new, 1 duplicate")
    #expect(try again.allRows()[0].duplicateOf == 2)
  }

  @Test("One that agrees in amount or name is a duplicate")
  func agreeing() throws {
    for store in [try storeWithCollision("Coffee"), try storeWithCollision("x", -240)] {
      #expect(try Import.open(store, coffee, cardProfile).summary.duplicates == 1)
    }
  }

  @Test("An expense whose amount, date and name were all edited since is a duplicate")
  func allEdited() throws {
    let store = try makeStore()
    _ = try Import.open(store, coffee, cardProfile).commit()
    var expense = try store.all()[0]
    for (name, amount) in [("Tea", 9_100), ("Hotel", 9_200)] as [(String, Int64)] {
      expense.name = name
      expense.amount = amount
      expense.date = .last
      try store.update(expense, fields: [.name, .amount, .date])
    }
    #expect(try Import.open(store, coffee, cardProfile).summary.duplicates == 1)
    _ = try store.undo()
    _ = try store.undo()
    #expect(try store.all()[0].name == "Coffee")
    #expect(try Import.open(store, coffee, cardProfile).summary.duplicates == 1)
  }

  @Test("Edited and collided at once, of many")
  func mixed() throws {
    let store = try makeStore()
    let rows = (10..<40).map { "\($0 % 28 + 1).02.2026;Row \($0);-\($0),00\n" }
    let text = "Date;Merchant;Amount\n" + rows.joined()
    _ = try Import.open(store, text, cardProfile).commit()
    for (number, expense) in try store.all().enumerated() where number % 3 == 0 {
      var new = expense
      new.name = "x"
      new.amount = Int64(number) + 1
      new.date = .first
      try store.update(new, fields: [.name, .amount, .date])
    }
    #expect(try Import.open(store, text, cardProfile).summary.text == "file: 0 new, 30 duplicates")
  }
}
