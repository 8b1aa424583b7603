import ExpenseModel
import Testing

@testable import ExpenseFiles

@Suite("JSON is read strictly")
struct JSONReaderTests {
  private func check(_ text: String) throws {
    var reader = JSONReader(Array(text.utf8))
    _ = try reader.value()
    try reader.finish()
  }

  @Test(arguments: [
    "0", "-0", "-0.0", "12.50", "1e+21", "1E-2", "\"\"", "\"é \\u00e9 \\ud83d\\ude00 \\/\"", "true",
    "false", "null", "[]", "{}", " [ 1 , 2 ] ", "{\"a\":{\"b\":[null]},\"a\":1}", "\t\r\n[]\n",
    "\"\\ud800\"",
  ])
  func accepts(_ text: String) throws { try check(text) }

  @Test(arguments: [
    ("", 0), ("[1,", 3), ("[1 2]", 3), ("[1,]", 3), ("{\"a\"}", 4), ("{\"a\":1,}", 7), ("{a:1}", 1),
    ("01", 0), ("-", 1), ("1.", 2), ("1.e2", 0), (".5", 0), ("+1", 0), ("1e", 2), ("NaN", 0),
    ("tru", 3), ("trux", 0), ("nul", 3), ("\"a", 2), ("\"\n\"", 1), ("\"\\x\"", 1),
    ("\"\\u12g4\"", 1),
    ("\"\\u12", 5), ("[]x", 2), ("[", 1), ("{\"a\":", 5), ("'a'", 0), ("\u{FEFF}[]", 0),
  ])
  func refuses(_ text: String, _ offset: Int) throws {
    let error = try #require(throws: ExpenseError.self) { try check(text) }
    #expect(error.code == .format)
    #expect(error.message.hasPrefix("byte \(offset) "), "\(error.message)")
  }

  @Test func limitsDepth() throws {
    try check(String(repeating: "[", count: 128) + String(repeating: "]", count: 128))
    let error = try #require(throws: ExpenseError.self) {
      try check(String(repeating: "[", count: 100_000))
    }
    #expect(error.message.hasPrefix("byte 128 "))
  }

  @Test func tellsLineAndColumn() throws {
    let error = try #require(throws: ExpenseError.self) { try check("[1,\r\n2,\n é 3]") }
    #expect(error.message.hasPrefix("byte 9 (line 3, column 2)"))
  }

  @Test(arguments: [
    (#""a\"b\\c\/\b\f\n\r\t""#, "a\"b\\c/\u{8}\u{c}\n\r\t"), (#""\u00e9\ud83d\ude00""#, "é😀"),
    (#""\u0000""#, "\u{0}"),
  ])
  func decodes(_ source: String, _ text: String) throws {
    var reader = JSONReader(Array(source.utf8))
    #expect(reader.text(try reader.value()) == text)
  }

  @Test(
    "Half of a surrogate pair is no text",
    arguments: [#""\ud800""#, #""\udc00""#, #""\ud800\u0041""#])
  func halves(_ source: String) throws {
    var reader = JSONReader(Array(source.utf8))
    #expect(reader.text(try reader.value()) == nil)
  }

  @Test("Cut off anywhere it is an error, never a crash")
  func cutOff() {
    let text = Array(#"[{"id":"\u00e9\ud83d\ude00","a":-1.5e+3,"b":[true,null,{}]} , "x"]"#.utf8)
    for end in 0..<text.count {
      #expect(throws: ExpenseError.self) {
        var reader = JSONReader(Array(text[..<end]))
        _ = try reader.value()
        try reader.finish()
      }
    }
  }

  @Test("What the writer writes reads the same")
  func writes() throws {
    for scalar in 0..<0x200 {
      let text = "a\(Unicode.Scalar(UInt16(scalar)).map(String.init) ?? "")\"b\\"
      var writer = JSONWriter()
      writer.string(text)
      var reader = JSONReader(writer.take())
      #expect(reader.text(try reader.value()) == text)
    }
  }
}
