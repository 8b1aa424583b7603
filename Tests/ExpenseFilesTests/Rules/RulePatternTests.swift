import ExpenseModel
import Testing

@testable import ExpenseFiles

@Suite("Patterns of rules")
struct RulePatternTests {
  private func matches(_ kind: TextPattern.Kind, _ pattern: String, _ text: String) throws -> Bool {
    let pattern = try TextPattern(kind, pattern)
    let folded = TextFold.fold(text).utf8
    return pattern.matches(folded.span, BytePairs(folded.span))
  }

  @Test(
    "A glob is the whole text",
    arguments: [
      ("*", "", true), ("", "", true), ("", "a", false), ("?", "", false), ("?", "é", true),
      ("?", "日", true), ("?", "ab", false), ("*a*", "bab", true), ("a*a", "a", false),
      ("a*a", "aa", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false), ("**", "x", true),
      ("visa-*.csv", "VISA-05.CSV", true), ("visa-*.csv", "visa-05.csv.bak", false),
      ("visa-??.csv", "visa-05.csv", true), ("visa-??.csv", "visa-005.csv", false),
      ("*caf?", "Le Café", true), ("STRASSE*", "Straße 5", true), (#"5\*"#, "5*", true),
      (#"5\*"#, "55", false), (#"\?"#, "?", true), (#"\?"#, "x", false), (#"a\\b"#, #"a\b"#, true),
      ("[a-z]*", "[a-z] is no class", true), ("[a-z]*", "abc", false), ("{a,b}", "{A,B}", true),
      ("*\n*", "one\ntwo", true), ("*two", "one\ntwo", true), ("a.c", "abc", false),
      ("(1+1)*", "(1+1)=2", true), ("*%*_", "100%-_", true), ("^a$", "^a$", true),
      ("^a$", "a", false),
      ("*ab?", "abab1", true), ("*?", "", false), ("?*?", "x", false), ("?*?", "xy", true),
      ("*👍🏽", "ok 👍🏽", true), ("* *", "a b", true), ("* *", "ab", false),
    ])
  func glob(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try matches(.glob, pattern, text) == isMatch)
  }

  @Test("Contains and starts take every character as it is")
  func plain() throws {
    #expect(try matches(.contains, "*", "a*b"))
    #expect(try !matches(.contains, "*", "ab"))
    #expect(try matches(.contains, "?", "why?"))
    #expect(try matches(.contains, #"\"#, #"a\b"#))
    #expect(try matches(.starts, "ÉCOLE", "ecole 7"))
    #expect(try !matches(.starts, "cole", "école"))
    #expect(try matches(.contains, "ΣΟΦΟΣ", "o σοφος"))
    #expect(try matches(.contains, "x", String(repeating: "a", count: 70_000) + "X"))
  }

  @Test("Random globs are what a plain definition says")
  func random() throws {
    var random = SeededGenerator(state: 11)
    let letters = ["a", "b", "*", "?", "é", #"\*"#]
    for _ in 0..<20_000 {
      let glob = (0..<Int.random(in: 0...6, using: &random))
        .map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }
      let text = (0..<Int.random(in: 0...6, using: &random))
        .map { _ in ["a", "b", "*", "E", "?"][Int.random(in: 0..<5, using: &random)] }
      let expected = PlainRules.glob(glob[...], text[...])
      #expect(
        try matches(.glob, glob.joined(), text.joined()) == expected, "\(glob) on \(text)")
    }
  }

  @Test("A text that almost fits everywhere takes no time that grows with its square")
  func slow() throws {
    let text = String(repeating: "a", count: 60_000)
    #expect(try !matches(.glob, "*a*a*a*a*a*a*a*a*a*a*a*a*b", text))
    #expect(try !matches(.glob, "*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab*", text))
  }

  @Test(
    "Amounts are compared exactly, whatever the digits",
    arguments: [
      ("min", "10", 1_000, 2, true), ("min", "10", 999, 2, false), ("min", "10", 10, 0, true),
      ("min", "10.005", 1_000, 2, false), ("min", "10.005", 1_001, 2, true),
      ("max", "10.005", 10, 0, true), ("max", "10.005", 11, 0, false), ("below", "0", -1, 0, true),
      ("below", "0", 0, 0, false), ("below", "0", -1, 8, true), ("above", "-0.01", 0, 2, true),
      ("above", "-0.01", -1, 2, false), ("above", "-0.01", -9, 3, true),
      ("max", "9223372036854775807", .max, 0, true), ("min", "-9223372036854775808", .min, 0, true),
      ("above", "92233720368547758.06", .max, 2, true),
      ("above", "92233720368547758.07", .max, 2, false), ("min", "0.10", 1, 1, true),
      ("max", "0.000000010", 1, 8, true), ("max", "-0", 0, 2, true), ("max", "-0", 1, 2, false),
    ] as [(String, String, Int64, Int, Bool)])
  func amounts(bound: String, text: String, minor: Int64, digits: Int, isIn: Bool) throws {
    var range = AmountRange()
    try range.narrow(#require(AmountRange.Bound(rawValue: bound)), to: text)
    #expect(range.contains(minor, digits: digits) == isIn)
  }
}
