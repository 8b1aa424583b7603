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

  /// Unicode's White_Space, and neighbours that are not in it.
  static let scalars: [Unicode.Scalar] =
    [0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0x20, 0x09, 0x0D]
    .compactMap(Unicode.Scalar.init) + (0x2000...0x200A).compactMap(Unicode.Scalar.init)
    + [0x7F, 0xA1, 0xE9, 0x167F, 0x1681, 0x200B, 0x2030, 0x3001, 0x6771, 0xAC00, 0xFEFF, 0x1F9FE]
    .compactMap(Unicode.Scalar.init)

  @Test("white space of any script goes at the ends of names, and nothing else", arguments: scalars)
  func trimming(scalar: Unicode.Scalar) throws {
    let c = Character(scalar)
    let kept = scalar.properties.isWhitespace ? "" : String(c)
    for (text, canonical) in [
      ("\(c)é", "\(kept)é"), ("é\(c)", "é\(kept)"), ("é\(c)é", "é\(c)é"),
      ("a:\(c)x\(c):b", "a:\(kept)x\(kept):b"), ("x\(c)", "x\(kept)"), ("\(c)x", "\(kept)x"),
    ] {
      let expense = Expense(name: "x", category: text, amount: 1, date: .first, tags: [text])
      let validated = try expense.validated()
      #expect(validated.category.unicodeScalars.elementsEqual(canonical.unicodeScalars))
      guard !text.contains(":") else { continue }
      #expect(validated.tags[0].unicodeScalars.elementsEqual(canonical.unicodeScalars))
    }
    let blank = Expense(name: "\(c)\(c)", type: "\(c)", amount: 1, date: .first)
    let named = try? blank.validated([.name])
    #expect((named == nil) == kept.isEmpty)
    #expect(try blank.validated([.type]).type == (kept.isEmpty ? "Personal" : "\(c)"))
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
