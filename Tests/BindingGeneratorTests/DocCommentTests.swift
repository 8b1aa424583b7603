import Testing

@testable import BindingGenerator

/// DocC's Markdown, read.
struct DocCommentTests {
  @Test(
    arguments: [
      ("One\ntwo.", [.paragraph("One two.")]),
      ("One.\n\nTwo.", [.paragraph("One."), .paragraph("Two.")]),
      ("A:\n\n- b\n  c\n- d: e", [.paragraph("A:"), .item("b c"), .item("d: e")]),
      ("## A `b` **c** ``d``", [.paragraph("A `b` c `d`")]),
      ("```c\n  a;\n\nb;\n```\nc", [.code(["  a;", "", "b;"]), .paragraph("c")]),
      ("- Note: a\n  b", [.remark("Note", "a b")]),
      ("A 2 * 3 b.", [.paragraph("A 2 * 3 b.")]),
    ] as [(String, [DocComment.Block])])
  func blocks(text: String, blocks: [DocComment.Block]) {
    #expect(read(text).blocks == blocks)
  }

  @Test func parametersInAList() {
    let comment = read(
      "A.\n\n- Parameters:\n  - a: One,\n    more: of it.\n  - b: Two.\n- Returns: C\n  d.")
    #expect(comment.parameters.map(\.name) == ["a", "b"])
    #expect(comment.parameters.map(\.text) == ["One, more: of it.", "Two."])
    #expect(comment.parameters.map(\.line) == [4, 6])
    #expect(comment.returns == "C d.")
    #expect(comment.blocks == [.paragraph("A.")])
  }

  @Test func oneParameter() {
    let comment = read("A.\n\n- Parameter a: One\n  more.\n- Throws: Never.")
    #expect(comment.parameters.map(\.name) == ["a"])
    #expect(comment.parameters.map(\.text) == ["One more."])
    #expect(comment.errors == "Never.")
  }

  @Test(arguments: [
    ("", 10, [""]),
    ("a", 1, ["a"]),
    ("aa bb cc", 5, ["aa bb", "> cc"]),
    ("aa bb cc", 4, ["aa", "> bb", "> cc"]),
    ("a  very-long-word b", 5, ["a", "> very-long-word", "> b"]),
  ])
  func lines(text: String, width: Int, lines: [String]) {
    #expect(TextWrap.lines(text, width: width, rest: "> ") == lines)
  }

  private func read(_ text: String) -> DocComment {
    DocCommentReader.read(
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .map { DocumentationLine(number: $0 + 1, text: String($1)) })
  }
}
