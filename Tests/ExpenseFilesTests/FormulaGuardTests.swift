import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Texts that a spreadsheet could take for formulas")
struct FormulaGuardTests {
  private func copy(_ bytes: [UInt8]) throws -> Store {
    let store = try makeStore("")
    let file = try Import.open(store, bytes: bytes)
    #expect(file.summary.rejected == 0, "\(file.summary.text)")
    _ = try file.commit()
    return store
  }

  @Test("Case 33: they are guarded in the file, and as they were when it is read")
  func guarded() throws {
    let store = try makeStore()
    var expense = Expense(name: "=1+1", amount: -1_250, date: .first)
    expense.note = "@SUM(A1)"
    expense.account = "-card"
    expense.tags = ["+a", "b"]
    expense.type = "'quoted"
    expense.category = "\tTab"
    try store.add(expense)
    let bytes = try Export.csv(store, isGuarded: true)
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\r\n")
    #expect(lines[0].hasSuffix(",extra,guard"))
    #expect(lines[1].hasSuffix(",'"))
    #expect(lines[1].contains(",'=1+1,''quoted,"))
    #expect(lines[1].contains(",-12.50,EUR,"), "an amount stays a number")
    #expect(lines[1].contains(",'-card,'@SUM(A1),'+a;b,"))
    let other = try copy(bytes)
    #expect(try other.all()[0].name == "=1+1")
    #expect(try Export.csv(other, isGuarded: true) == bytes)
    #expect(try Export.csv(other) == Export.csv(store))
    #expect(try !String(decoding: Export.csv(store), as: UTF8.self).contains("guard"))
  }

  @Test("The file of an empty store, and one whose header is another's")
  func headers() throws {
    let empty = try Export.csv(makeStore(), isGuarded: true)
    #expect(String(decoding: empty, as: UTF8.self).hasSuffix(",extra,guard\r\n"))
    #expect(try copy(empty).all().isEmpty)
    let newer =
      Array(String(decoding: empty, as: UTF8.self).dropLast(1).utf8) + Array(",x\r\n".utf8)
    #expect(
      try #require(throws: ExpenseError.self) { try Import.open(makeStore(), bytes: newer) }.code
        == .newer)
  }

  @Test("They are taken off as well when a spreadsheet has taken the columns apart")
  func withProfile() throws {
    let profile = """
      {"columns":{"date":"date","name":"name","amount":"amount","note":"note",
      "category":"category"},"delimiter":";","decimal":".","date":"YMD","spending":"positive",
      "income":"refund","currency":"EUR"}
      """
    let rows = """
      date;name;amount;note;category;guard
      2026-02-01;'=1+1;-12.50;''x;'-A;'
      2026-02-02;'quoted';1.00;'=kept;'-A;

      """
    let store = try makeStore()
    let file = try Import.open(store, rows, profile)
    #expect(file.summary.text == "file: 2 new")
    _ = try file.commit()
    let all = try store.all()
    #expect(all.map(\.name) == ["=1+1", "'quoted'"])
    #expect(all.map(\.note) == ["'x", "'=kept"])
    #expect(all.map(\.category) == ["-A", "'-A"])
    #expect(all.map(\.amount) == [-1_250, 100])
    #expect(try Import.open(store, rows, profile).summary.duplicates == 2)
  }

  @Test("Any text comes back, and is written the same again", arguments: 0..<40)
  func property(_ seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    let pieces = [
      "=", "+", "-", "@", "\t", "\r", "\n", "'", "''", "a", ",", "\"", ";", "\\", " ", "é", "＝",
    ]
    func text(_ least: Int) -> String {
      (0..<Int.random(in: least...4, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? "a"
      }.joined()
    }
    let store = try makeStore()
    for _ in 0..<30 {
      var expense = Expense(
        name: text(1) + "x", amount: Int64.random(in: -99...99, using: &generator), date: .first)
      expense.note = text(0)
      expense.account = text(0)
      expense.type = text(0)
      expense.tags = [text(1) + "t"]
      expense.source = Expense.Source(line: 1, externalID: text(0))
      try store.add(expense)
    }
    let bytes = try Export.csv(store, isGuarded: true)
    let other = try copy(bytes)
    #expect(try Export.csv(other, isGuarded: true) == bytes)
    #expect(try Export.csv(other) == Export.csv(store))
    #expect(try other.all().map(\.name) == store.all().map(\.name))
  }
}
