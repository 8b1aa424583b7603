import Testing

@testable import BindingGenerator

/// What doesn't fit into the header, and is said with its place.
struct HeaderTests {
  @Test func parameterThatThereIsNot() throws {
    #expect(
      try problems(documentation: "Does it.\n\n- Parameters:\n  - a: It.\n  - b: Not.")
        == "Sources/IExpenseC/Store.swift:35: the comment tells of a parameter b, which there is not"
    )
  }

  @Test(arguments: ["Ends */ here.", "Begins /* here.", "Goes on \\"])
  func textThatACommentCannotHold(text: String) throws {
    #expect(
      try problems(documentation: text)
        == "Sources/IExpenseC/Store.swift:41: a C comment can't hold this line: \(text)")
  }

  @Test func programThatACommentCannotHold() throws {
    #expect(
      try problems(programs: ["Errors": "int main(void) {\n  /* no */\n}\n", "Store": ""])
        == "Errors.c: a C comment can't hold this line:       /* no */")
  }

  @Test func programThatIsTooWide() throws {
    let line = String(repeating: "x", count: 94)
    #expect(
      try problems(programs: ["Errors": line, "Store": ""])
        == "Errors.c: longer than a line of the header:     \(line)")
  }

  @Test func sectionWithoutAProgram() throws {
    #expect(
      try problems(programs: ["Store": ""])
        == "Errors: the section has no program at its top")
  }

  @Test func sectionOutsideThePlan() throws {
    #expect(
      try problems(structures: "/* section: Money */\n/* section: end */\n")
        == """
        a.h:1: section Money is not in the header's list of sections
        a.h: iex_thing does not begin with uint32_t struct_size
        """)
  }

  @Test func structThatDoesNotBeginWithItsSize() throws {
    let text = "/* section: Store */\ntypedef struct iex_thing {\n  int32_t a;\n} iex_thing;\n"
    #expect(
      try problems(structures: text)
        == "a.h:2: iex_thing does not begin with uint32_t struct_size")
  }

  /// What is wrong when a header is made of these, and otherwise of what is right.
  private func problems(
    documentation: String = "Does it.", programs: [String: String] = ["Errors": "", "Store": ""],
    structures: String? = nil
  ) throws -> String {
    let symbol = Support.symbol("@c func iex_a(_ a: Int32)", documentation: documentation)
    let declarations = try CHeaderReader.read(
      structures ?? Support.small("CIExpense.h").text, file: "a.h")
    let interface = try Support.read([symbol])
    return try Support.problems {
      _ = try HeaderWriter.write(
        plan: Support.plan, declarations: declarations, interface: interface,
        programs: Dictionary(
          uniqueKeysWithValues: programs.map { name, text in
            (name, SourceFile(path: "\(name).c", text: text))
          }))
    }
  }
}
