import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("Rules that are refused, and what is said of them")
struct RuleRefusalTests {
  private func rule(_ name: String, _ set: String = #"{"note":"x"}"#) -> String {
    #"{"name":"\#(name)","when":{},"set":\#(set)}"#
  }

  /// A wrong rule, and what its error must say.
  static let wrong: [(String, String)] = [
    ("", "the rule: byte 0 (line 1, column 1): the file ends"),
    ("[]", "the rule: byte 0 (line 1, column 1): expected an object"),
    ("{}", "the rule: name is missing"),
    (#"{"name":"a"}"#, "the rule \"a\": when is missing; {} is a rule for every row"),
    (#"{"name":"a","when":{}}"#, "the rule \"a\": it does nothing: give set or leaveOut"),
    (#"{"name":"a","when":{},"set":{}}"#, "the rule \"a\": it does nothing: give set or leaveOut"),
    (
      #"{"name":"a","wehn":{}}"#,
      "the rule \"a\": unknown key \"wehn\"; known are \"name\", \"when\", \"set\", \"leaveOut\""
    ),
    (#"{"wehn":{},"name":"late"}"#, "the rule \"late\": unknown key \"wehn\""),
    (#"{"name":"a","name":"b"}"#, "the rule \"a\": name stands twice"),
    (#"{"name":7}"#, "the rule: name must be a text"),
    (#"{"name":"a","when":[]}"#, "the rule \"a\": when must be an object of conditions; known"),
    (#"{"name":"a","when":{"payee":{}}}"#, "the rule \"a\": unknown key when.payee; known are"),
    (#"{"name":"a","when":{"text":"train"}}"#, "the rule \"a\": when.text must be an object, such"),
    (#"{"name":"a","when":{"text":{}}}"#, "the rule \"a\": when.text is empty; known are"),
    (
      #"{"name":"a","when":{"text":{"ends":"x"}}}"#,
      "the rule \"a\": unknown key when.text.ends; known are \"contains\", \"starts\", \"glob\""
    ),
    (
      #"{"name":"a","when":{"note":{"contains":""}}}"#,
      "the rule \"a\": when.note.contains: \"\" is in every text: give at least one letter"
    ),
    (
      #"{"name":"a","when":{"note":{"starts":["x","\u0301"]}}}"#,
      "the rule \"a\": when.note.starts: \"\u{301}\" is in every text: give at least one letter"
    ),
    (
      #"{"name":"a","when":{"note":{"contains":[]}}}"#,
      "the rule \"a\": when.note.contains is an empty array"
    ),
    (
      #"{"name":"a","when":{"note":{"contains":["x",1]}}}"#,
      "the rule \"a\": when.note.contains[1] must be a text"
    ),
    (
      #"{"name":"a","when":{"note":{"contains":1}}}"#,
      "the rule \"a\": when.note.contains must be a text or an array of texts"
    ),
    (
      #"{"name":"a","when":{"source":{"glob":"visa\\-*"}}}"#,
      #"the rule "a": when.source.glob: "visa\-*": a \ stands before *, ? or \ only"#
    ),
    (
      #"{"name":"a","when":{"source":{"glob":"visa\\"}}}"#,
      #"the rule "a": when.source.glob: "visa\": a \ stands before *, ? or \ only"#
    ),
    (#"{"name":"a","when":{"amount":"5"}}"#, "the rule \"a\": when.amount must be an object, such"),
    (
      #"{"name":"a","when":{"amount":{}}}"#,
      "the rule \"a\": when.amount has none of min, max, above and below"
    ),
    (
      #"{"name":"a","when":{"amount":{"currency":"EUR"}}}"#,
      "the rule \"a\": when.amount has none of min, max, above and below"
    ),
    (
      #"{"name":"a","when":{"amount":{"least":"5"}}}"#,
      "the rule \"a\": unknown key when.amount.least; known are"
    ),
    (
      #"{"name":"a","when":{"amount":{"min":"5,00"}}}"#,
      "the rule \"a\": when.amount.min: \"5,00\" is no amount: write it as in \"12.50\""
    ),
    (
      #"{"name":"a","when":{"amount":{"min":1e3}}}"#,
      "the rule \"a\": when.amount.min: \"1e3\" is no amount: write it as in \"12.50\""
    ),
    (
      #"{"name":"a","when":{"amount":{"min":"EUR 5"}}}"#,
      "the rule \"a\": when.amount.min: \"EUR 5\" is no amount: write it as in \"12.50\""
    ),
    (
      #"{"name":"a","when":{"amount":{"min":true}}}"#,
      "the rule \"a\": when.amount.min must be an amount, such as \"12.50\""
    ),
    (
      #"{"name":"a","when":{"amount":{"max":"0.123456789"}}}"#,
      "the rule \"a\": when.amount.max: \"0.123456789\" has more than 8 digits behind the point"
    ),
    (
      #"{"name":"a","when":{"amount":{"max":"9223372036854775809"}}}"#,
      "the rule \"a\": when.amount.max: \"9223372036854775809\" is beyond every amount"
    ),
    (
      #"{"name":"a","when":{"amount":{"max":"99999999999999999999999999999999999999999999999"}}}"#,
      "the rule \"a\": when.amount.max: \"99999999999999999999999999999999999999999999999\" is beyond"
    ),
    (
      #"{"name":"a","when":{"amount":{"min":"5","max":"4.99"}}}"#,
      "the rule \"a\": when.amount: no amount is in this range"
    ),
    (
      #"{"name":"a","when":{"amount":{"above":"5","below":"5"}}}"#,
      "the rule \"a\": when.amount: no amount is in this range"
    ),
    (
      #"{"name":"a","when":{"amount":{"min":"5.001","currency":"EUR"}}}"#,
      "the rule \"a\": when.amount.min: \"5.001\": more digits than EUR has: it has 2 digits behind"
    ),
    (
      #"{"name":"a","when":{"currency":"JPY","amount":{"min":"5.5"}}}"#,
      "the rule \"a\": when.amount.min: \"5.5\": more digits than JPY has: it has no digits behind"
    ),
    (
      #"{"name":"a","when":{"currency":["EUR","EURO"]}}"#,
      "the rule \"a\": when.currency: \"EURO\" is neither in ISO 4217 nor registered in this store"
    ),
    (
      #"{"name":"a","when":{"amount":{"min":1,"currency":"eur"}}}"#,
      "the rule \"a\": when.amount.currency: \"eur\" is neither in ISO 4217 nor registered"
    ),
    (
      #"{"name":"a","when":{"category":"A::B"}}"#,
      "the rule \"a\": when.category: a category's name is blank"
    ),
    (#"{"name":"a","when":{"account":3}}"#, "the rule \"a\": when.account must be a text or an"),
    (#"{"name":"a","set":[]}"#, "the rule \"a\": set must be an object of fields; known are"),
    (#"{"name":"a","set":{"amount":"5"}}"#, "the rule \"a\": unknown key set.amount; known are"),
    (#"{"name":"a","set":{"name":" \t"}}"#, "the rule \"a\": set.name: the name is blank"),
    (#"{"name":"a","set":{"name":""}}"#, "the rule \"a\": set.name: the name is missing"),
    (#"{"name":"a","set":{"type":" "}}"#, "the rule \"a\": set.type is blank"),
    (
      #"{"name":"a","set":{"note":"a\u0000b"}}"#,
      "the rule \"a\": set.note: the note has the character U+0000 in it"
    ),
    (
      #"{"name":"a","set":{"category":"A:"}}"#,
      "the rule \"a\": set.category: a category's name is blank"
    ),
    (
      #"{"name":"a","set":{"tags":["x"]}}"#,
      "the rule \"a\": set.tags must be {\"add\": […]} or {\"replace\": […]}"
    ),
    (#"{"name":"a","set":{"tags":{}}}"#, "the rule \"a\": set.tags must have add or replace"),
    (#"{"name":"a","set":{"tags":{"add":[]}}}"#, "the rule \"a\": set.tags.add is empty"),
    (
      #"{"name":"a","set":{"tags":{"add":["x"],"replace":["y"]}}}"#,
      "the rule \"a\": set.tags has both add and replace"
    ),
    (
      #"{"name":"a","set":{"tags":{"add":["x"," "]}}}"#,
      "the rule \"a\": set.tags.add: tag 2 is blank"
    ),
    (
      #"{"name":"a","set":{"tags":{"drop":["x"]}}}"#,
      "the rule \"a\": unknown key set.tags.drop; known are \"add\", \"replace\""
    ),
    (
      #"{"name":"a","set":{"reimbursement":"yes"}}"#,
      "the rule \"a\": set.reimbursement is \"yes\"; known are \"none\", \"open\", \"submitted\", \"paid\""
    ),
    (#"{"name":"a","leaveOut":"yes"}"#, "the rule \"a\": leaveOut must be true or false"),
    (#"{"name":"a","when":{},"leaveOut":true} x"#, "there is something behind the end"),
    (
      #"{"name":"\ud800","when":{},"leaveOut":true}"#, "the rule: name has half of a surrogate pair"
    ),
  ]

  @Test("A wrong rule is refused with its name, the key and the reason", arguments: wrong)
  func refused(json: String, message: String) throws {
    let store = try makeStore()
    let error = #expect(throws: ExpenseError.self) { try store.saveRule(json) }
    let text = error?.message ?? ""
    #expect(text.utf8.starts(with: message.utf8) || TextFold.contains(message, in: text))
    #expect(text.hasPrefix("the rule"))
    #expect(try store.rules().isEmpty)
  }

  @Test(
    "A wrong name is refused", arguments: ["", "  ", "a\u{7}", String(repeating: "a", count: 256)])
  func wrongName(name: String) throws {
    let store = try makeStore()
    let escaped = name == "a\u{7}" ? "a\\u0007" : name
    let error = #expect(throws: ExpenseError.self) { try store.saveRule(rule(escaped)) }
    #expect(error?.code == .invalid)
    #expect(error?.message.hasSuffix("no control character") == true)
  }

  @Test("A tag too many in one rule is refused")
  func manyTags() throws {
    let store = try makeStore()
    let tags = (0..<65).map { "\"t\($0)\"" }.joined(separator: ",")
    let error = #expect(throws: ExpenseError.self) {
      try store.saveRule(rule("a", "{\"tags\":{\"add\":[\(tags)]}}"))
    }
    #expect(error?.message == "the rule \"a\": set.tags.add: there are more than 64 tags")
  }

  @Test("A registered currency is known, and its digits count")
  func registered() throws {
    let store = try makeStore()
    let json =
      #"{"name":"a","when":{"amount":{"min":"0.0001","currency":"BEANS"}},"leaveOut":true}"#
    #expect(throws: ExpenseError.self) { try store.saveRule(json) }
    try store.registerCurrency(Currency(code: "BEANS", digits: 4))
    try store.saveRule(json)
  }

  @Test("A rule that is broken at random is refused with a reason, or is another rule")
  func broken() throws {
    let whole = Array(
      #"""
      {"name":"a","when":{"text":{"contains":["x","é"],"glob":"*\*?"},"amount":{"min":-1.50,
      "below":"2","currency":"EUR"},"category":"A:B","type":["",""]},"set":{"tags":{"add":["t"]},
      "category":"C\:D","reimbursement":"paid"},"leaveOut":false}
      """#.utf8)
    let bytes = Array(#"{}[]",:\*?0.-e"#.utf8) + [0xC3, 0x00, 0x7F]
    var random = SeededGenerator(state: 5)
    var refused = 0
    for _ in 0..<20_000 {
      var text = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = bytes[Int.random(in: 0..<bytes.count, using: &random)]
        case 1: text.remove(at: place)
        default: text.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
        }
      }
      do throws(ExpenseError) {
        _ = try Rule(parsing: String(decoding: text, as: UTF8.self)) { Currency.iso($0) }
      } catch {
        refused += 1
        #expect(error.message.hasPrefix("the rule"))
        #expect(error.message.utf8.count > 12)
      }
    }
    #expect(refused > 10_000)
  }
}
