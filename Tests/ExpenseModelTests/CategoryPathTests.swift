import ExpenseModel
import Testing

@Suite("Categories")
struct CategoryPathTests {
  @Test(
    "text and names",
    arguments: [
      ("", [], ""), ("   ", [], ""), ("Travel", ["Travel"], "Travel"),
      ("Travel:Rail", ["Travel", "Rail"], "Travel:Rail"),
      (" Travel : Rail ", ["Travel", "Rail"], "Travel:Rail"),
      ("AA / BB : CC", ["AA / BB", "CC"], "AA / BB:CC"),
      (#"a\:b:c"#, ["a:b", "c"], #"a\:b:c"#), (#"a\\:b"#, [#"a\"#, "b"], #"a\\:b"#),
      (#"\\\:"#, [#"\:"#], #"\\\:"#), (#"\: "#, [":"], #"\:"#),
      ("Été:Über", ["Été", "Über"], "Été:Über"), ("\u{00A0}a\u{2003}:\tb\n", ["a", "b"], "a:b"),
      ("a:\u{0301}b", ["a", "\u{0301}b"], "a:\u{0301}b"), ("a  b", ["a  b"], "a  b"),
      (
        "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16", (1...16).map(String.init),
        "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16"
      ),
    ] as [(String, [String], String)])
  func parse(text: String, names: [String], canonical: String) throws {
    let path = try CategoryPath(parsing: text)
    #expect(path.names == names)
    #expect(path.description == canonical)
    #expect(try CategoryPath(parsing: canonical) == path)
    #expect(try CategoryPath(names: names) == path)
    #expect(path.isEmpty == names.isEmpty)
    let expense = Expense(name: "x", category: text, amount: 1, date: .first)
    #expect(try expense.validated().category.utf8.elementsEqual(canonical.utf8))
  }

  @Test(
    "texts that are no category",
    arguments: [
      ":", "a:", ":a", "a::b", "a: :b", #"a\"#, #"a\b"#, #"\n:a"#, "a:b:", "a:\u{00A0}",
      "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17",
    ])
  func reject(text: String) {
    let error = caught { () throws(ExpenseError) in try CategoryPath(parsing: text) }
    #expect(error?.code == .invalid && error?.field == .category)
    let expense = Expense(name: "x", category: text, amount: 1, date: .first)
    #expect(caught { () throws(ExpenseError) in try expense.validated() }?.field == .category)
  }

  @Test("names are lossless, whatever characters they have")
  func lossless() throws {
    var random = SeededGenerator(seed: 5)
    let characters: [Character] = [
      "a", "B", " ", ":", "\\", "/", "é", "\u{1F9FE}", "\t", "\u{00A0}",
    ]
    for _ in 0..<5000 {
      let names = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let inner = (0..<Int.random(in: 0...6, using: &random)).map { _ in
          characters.randomElement(using: &random) ?? "x"
        }
        return "x" + String(inner) + "y"
      }
      let path = try CategoryPath(names: names)
      let again = try CategoryPath(parsing: path.description)
      if again.names != names { Issue.record("\(names) came back as \(again.names)") }
      let expense = Expense(name: "x", category: path.description, amount: 1, date: .first)
      if try expense.validated().category != path.description {
        Issue.record("\(path) is not canonical")
      }
    }
  }

  @Test("names that are none")
  func badNames() {
    for names in [[""], ["a", " "], ["\u{2003}"], [String](repeating: "a", count: 17)] {
      let error = caught { () throws(ExpenseError) in
        try CategoryPath(names: names)
      }
      #expect(error?.code == .invalid && error?.field == .category)
    }
  }

  @Test("what is within what")
  func within() throws {
    let rail = try CategoryPath(parsing: "Travel:Rail")
    for ancestor in ["", "Travel", "Travel:Rail"] {
      #expect(rail.isWithin(try CategoryPath(parsing: ancestor)))
    }
    for other in ["Trav", "Rail", "Travel:Rail:Night", "travel", #"Travel\:Rail"#] {
      #expect(!rail.isWithin(try CategoryPath(parsing: other)))
    }
  }
}
