import Foundation
import Testing

@testable import ExpenseModel

@Suite("JSON's grammar")
struct JSONSyntaxTests {
  private func fault(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    return JSONSyntax.faultInObject(bytes.span)
  }

  @Test(
    "objects",
    arguments: [
      "{}", " {\n\t\r} ", #"{"a":1}"#, #"{"a":-0.5e+10,"b":[],"c":{}}"#, #"{"":""}"#,
      #"{"a":[1,"x",true,false,null,[[]],{"b":{}}]}"#, #"{"\u00e9\"\\\/\b\f\n\r\t":"\uD83D"}"#,
      #"{"é":"日本 😀"}"#, #"{"a":0,"a":1E5}"#,
    ])
  func object(text: String) { #expect(fault(text) == nil) }

  @Test(
    "texts that are none, and where",
    arguments: [
      ("", 0), ("[]", 0), ("{", 1), ("}", 0), ("{}{}", 2), ("{,}", 1), (#"{"a"}"#, 4),
      (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), (#"{"a":1 "b":2}"#, 7), (#"{a:1}"#, 1), (#"{'a':1}"#, 1),
      (#"{"a":01}"#, 5), (#"{"a":1.}"#, 5), (#"{"a":+1}"#, 5), (#"{"a":.5}"#, 5),
      (#"{"a":NaN}"#, 5),
      (#"{"a":tru}"#, 5), (#"{"a":truex}"#, 9), (#"{"a":[1,]}"#, 8), (#"{"a":[1}"#, 7),
      (#"{"a":[1}}"#, 7), (#"{"a":"\x"}"#, 6), (#"{"a":"\u12G4"}"#, 6), (#"{"a":"\u123"#, 6),
      (#"{"a":"x"#, 7), (#"{"a":"\"#, 6), ("{\"a\":\"\n\"}", 6), ("\u{FEFF}{}", 0), ("{} x", 3),
      (#"{"a":1]"#, 6), (#"{"a":[}"#, 6), ("{\"a\":1\u{0}}", 6), (#"{"a"#, 3), (#"{"a":"#, 5),
    ])
  func fault(text: String, offset: Int) { #expect(fault(text) == offset) }

  @Test("a hundred levels are accepted, one more is not")
  func depth() {
    func nested(_ levels: Int) -> String {
      #"{"a":"# + String(repeating: "[", count: levels - 1)
        + String(repeating: "]", count: levels - 1) + "}"
    }
    #expect(fault(nested(100)) == nil)
    #expect(fault(nested(101)) == 104)
    #expect(fault(#"{"a":"# + String(repeating: "[", count: 1_000_000)) == 104)
  }

  @Test("damaged texts are judged as Foundation judges them, and never stop the program")
  func damaged() {
    var random = SeededGenerator(seed: 6)
    let sound = Array(#"{"a":[1,-2.5e3,"x\u00e9\n"],"b":{"c":null,"d":true},"e":"é"}"#.utf8)
    let alphabet = Array(#"{}[]",:\ 0123.eE+-tfnul"#.utf8)
    for _ in 0..<4000 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        let byte = alphabet.randomElement(using: &random) ?? 0
        switch random.next() % 3 {
        case 0: bytes[index] = byte
        case 1: bytes.insert(byte, at: index)
        default: bytes.remove(at: index)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard Array(text.utf8) == bytes else { continue }
      let parsed = try? JSONSerialization.jsonObject(with: Data(bytes))
      let isObject = parsed is [String: Any]
      // Foundation takes a comma before a closing bracket, and refuses numbers beyond a Double.
      let isLax = text.replacing(" ", with: "").contains(/,[\]}]/)
      if fault(text) == nil ? !isObject && parsed != nil : isObject && !isLax {
        Issue.record("\(text)")
      }
    }
  }
}
