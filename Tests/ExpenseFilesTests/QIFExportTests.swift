import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Export to QIF")
struct QIFExportTests {
  private func expense(
    _ name: String, _ amount: Int64 = 250, _ change: (inout Expense) -> Void = { _ in }
  ) throws -> Expense {
    var expense = Expense(
      name: name, amount: amount, date: try CivilDate(parsing: "2026-01-05"))
    change(&expense)
    return expense
  }

  /// Writes a store and reads the file into an empty one.
  private func readBack(
    _ store: Store, _ currency: String = "EUR", _ more: String = ""
  ) throws -> (text: String, expenses: [Expense]) {
    let bytes = try Export.qif(store)
    let copy = try makeStore(currency)
    let file = try Import.open(
      copy, bytes: bytes,
      options: ImportOptions(
        profile: #"{"currency":"\#(currency)","income":"refund","spending":"negative"\#(more)}"#))
    #expect(file.asked.isEmpty)
    #expect(file.summary.format == "qif")
    _ = try file.commit()
    return (String(decoding: bytes, as: UTF8.self), try copy.all())
  }

  @Test("Each account has a block of its own, those without one stand first")
  func blocks() throws {
    let store = try makeStore()
    try store.add([
      expense("Coffee") { $0.account = "Visa" },
      expense("Tea", -100) { $0.note = "two cups" },
      expense("Cake", 1_234_567) {
        $0.account = "Visa"
        $0.category = "Food:Out"
        $0.tags = ["trip", "a/b"]
        $0.extra = #"{"C":"X","N":"12","A":"1 Main St\nTown","other":1}"#
      },
    ])
    let (text, expenses) = try readBack(store)
    #expect(
      text == """
        !Type:Class
        Ntrip
        ^
        Na\\/b
        ^
        !Type:Bank
        D2026-01-05
        T1.00
        PTea
        Mtwo cups
        ^
        !Account
        NVisa
        TBank
        ^
        !Type:Bank
        D2026-01-05
        T-2.50
        PCoffee
        ^
        D2026-01-05
        T-12345.67
        CX
        N12
        A1 Main St
        ATown
        PCake
        LFood:Out/trip:a\\/b
        ^

        """)
    #expect(expenses.map(\.name) == ["Tea", "Coffee", "Cake"])
    #expect(expenses.map(\.amount) == [-100, 250, 1_234_567])
    #expect(expenses[2].tags == ["trip", "a/b"])
    #expect(expenses[2].account == "Visa")
    #expect(expenses[2].extra == #"{"C":"X","N":"12","A":"1 Main St\nTown"}"#)
  }

  @Test("Case 31: a quote is unchanged, a line break becomes a blank")
  func notes() throws {
    let store = try makeStore()
    try store.add([
      expense("A \"quoted\"\nname") { $0.note = "one\r\ntwo\rthree\n\n\"four\"" },
      expense("^caret") { $0.note = "!Type:Bank" },
    ])
    let expenses = try readBack(store).expenses
    #expect(expenses.map(\.name) == ["A \"quoted\" name", "^caret"])
    #expect(expenses.map(\.note) == ["one two three  \"four\"", "!Type:Bank"])
  }

  @Test(
    "Case 32: a category comes back the same, whatever is in it",
    arguments: [
      ["AA / BB", "CC"], ["a/b"], ["a:b", "c\\d"], ["[Savings]"], ["[", "x]"], ["\\"], ["/"], [":"],
      ["a\\/b"], ["\\[x]"], ["x\\", "y"], ["^", "!Type"], ["Überraschung", "日本"], ["a  b"],
    ])
  func categories(_ names: [String]) throws {
    let store = try makeStore()
    let path = try CategoryPath(names: names).description
    try store.add([
      expense("X") { $0.category = path },
      expense("Y") {
        $0.category = path
        $0.tags = names
      },
      expense("Z") { $0.tags = names },
    ])
    let expenses = try readBack(store).expenses
    #expect(expenses.map(\.category) == [path, path, ""])
    #expect(expenses.map(\.tags) == [[], names, names])
  }

  @Test("Case 34: amounts have a point, all digits of their currency, and never a grouping mark")
  func amounts() throws {
    for (currency, minor, text) in [
      ("EUR", 123_456_789 as Int64, "T-1234567.89"), ("JPY", 1_234_567, "T-1234567"),
      ("KWD", -1_234, "T1.234"), ("EUR", 0, "T0.00"), ("EUR", 5, "T-0.05"),
      ("EUR", .max, "T-92233720368547758.07"), ("EUR", .min, "T92233720368547758.08"),
    ] {
      let store = try makeStore(currency)
      try store.add([expense("X", minor), expense("Y", minor)])
      let (written, expenses) = try readBack(store, currency, #","decimal":".""#)
      #expect(written.split(separator: "\n").contains(Substring(text)))
      #expect(expenses.map(\.amount) == [minor, minor])
    }
  }

  @Test("Two currencies are an error that says what to do, one of them is written")
  func currencies() throws {
    let store = try makeStore()
    try store.add([expense("X"), expense("Y") { $0.currency = "USD" }])
    let error = #expect(throws: ExpenseError.self) { try Export.qif(store) }
    #expect(error?.code == .currency)
    #expect(error?.message.contains("one currency at a time") == true)
    var query = ExpenseQuery()
    query.currencies = ["USD"]
    #expect(try String(decoding: Export.qif(store, query), as: UTF8.self).contains("PY\n"))
    #expect(try Export.qif(makeStore()) == Array("!Type:Bank\n".utf8))
  }

  @Test("Accounts that are equal but for their bytes stay two")
  func accountBytes() throws {
    let store = try makeStore()
    try store.add([
      expense("X") { $0.account = "Caf\u{E9}" }, expense("Y") { $0.account = "Cafe\u{301}" },
      expense("Z") { $0.account = "Caf\u{E9}" },
    ])
    let (text, expenses) = try readBack(store)
    #expect(text.split(separator: "\n").filter { $0 == "!Account" }.count == 2)
    #expect(expenses.map(\.name) == ["X", "Z", "Y"])
  }

  @Test("Read, written and read again it is the same file and the same expenses")
  func property() throws {
    var random = SeededGenerator(state: 7)
    let pieces = [
      "a", "B ", "/", ":", "\\", "[", "]", "^", "!", "\"", "ä", "日", " ", "%", "1.5", "\t", "|",
      ";",
    ]
    func text() -> String {
      (0...Int.random(in: 0..<6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    let store = try makeStore()
    var expenses: [Expense] = []
    for _ in 0..<400 {
      var new = try expense(
        "n" + text() + ".", Int64.random(in: -100_000...100_000, using: &random))
      new.date = CivilDate(day: Int32.random(in: -3_000...30_000, using: &random)) ?? new.date
      let names = (0..<Int.random(in: 0..<4, using: &random)).map { _ in "c" + text() }
      new.category = try CategoryPath(names: names).description
      new.tags = (0..<Int.random(in: 0..<3, using: &random)).map { _ in "t" + text() }
      new.account =
        Bool.random(using: &random) ? "" : "Account " + text().replacing("\t", with: "") + "."
      new.note = Bool.random(using: &random) ? "" : "m" + text()
      expenses.append(try new.validated())
    }
    try store.add(expenses)
    let (first, read) = try readBack(store)
    func plain(_ expenses: [Expense]) -> [String] {
      expenses.map {
        "\($0.name)|\($0.amount)|\($0.date)|\($0.category)|\($0.tags)|\($0.account)|\($0.note)"
      }
      .sorted()
    }
    #expect(plain(read) == plain(try store.all()))
    // In the order of the file, the same file again.
    func add(_ expenses: [Expense]) throws -> Store {
      let store = try makeStore()
      try store.add(
        expenses.map {
          var expense = $0
          expense.source = nil
          return expense
        })
      return store
    }
    let second = try readBack(add(read))
    let third = try add(second.expenses)
    #expect(try String(decoding: Export.qif(third), as: UTF8.self) == second.text)
    #expect(first.utf8.count == second.text.utf8.count)
  }
}
