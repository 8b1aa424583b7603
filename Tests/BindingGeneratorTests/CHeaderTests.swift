import Testing

@testable import BindingGenerator

/// What the hand-written C declarations may be, and what is said when they are not.
struct CHeaderTests {
  @Test(arguments: [
    ("#define IEX_A 1u", "1u is not a decimal number of 64 bits"),
    ("#define IEX_A 0x10", "0x10 is not a decimal number of 64 bits"),
    ("#define IEX_A (1)", "expected -, found 1"),
    ("#define IEX_A -1", "expected a decimal number, found -"),
    ("#define IEX_A 1 2", "one declaration a line: unexpected 2"),
    ("#define A 1", "A does not begin with IEX_"),
    ("#define IEX_ONE 2", "IEX_ONE is defined twice"),
    ("#include <stdbool.h>", "expected define, found include"),
    ("int x;", "expected typedef, found int"),
    ("enum iex_a { a };", "expected typedef, found enum"),
    ("typedef long iex_a;", "unknown type long"),
    ("typedef int32_t iex_a; typedef int32_t iex_b;", "one declaration a line: unexpected typedef"),
    ("typedef int32_t a;", "a does not begin with iex_"),
    ("typedef int32_t (*iex_a)(int64_t);", "expected a name, found )"),
    ("typedef int32_t (*iex_a)();", "expected a name, found )"),
    ("typedef int32_t (*iex_a)(void);", "unknown type void"),
    ("typedef int32_t (iex_a)(int64_t b);", "expected *, found iex_a"),
    ("typedef int32_t (*iex_one)(int64_t b);", "iex_one is declared twice"),
    ("typedef int32_t iex_one;", "iex_one is declared twice"),
    ("typedef struct iex_a { int32_t b; } iex_a;", "one declaration a line: unexpected int32_t"),
    ("// a comment", "a // comment: comments here are /* */"),
    ("/* section: Errors */", "section Errors stands here twice"),
  ])
  func declaration(line: String, message: String) throws {
    #expect(try problem(inSection: [line]).hasPrefix("a.h:4: \(message)"))
  }

  @Test(arguments: [
    ("int a;", "unknown type int"),
    ("bool a;", "unknown type bool"),
    ("double a;", "unknown type double"),
    ("size_t a;", "unknown type size_t"),
    ("unsigned a;", "unknown type unsigned"),
    ("iex_two a;", "unknown type iex_two"),
    ("iex_old a;", "iex_old by value: a struct that grows must not hold it"),
    ("int32_t a, b;", "expected ;, found ,"),
    ("int32_t a : 3;", "expected ;, found :"),
    ("int32_t a", "expected ;, found the end of the line"),
    ("char a[];", "expected a decimal number, found ]"),
    ("char a[IEX_NONE];", "IEX_NONE is no positive constant defined above"),
    ("char a[2][3];", "expected ;, found ["),
    ("int32_t first;", "field first stands here twice"),
    ("void (*a)(void);", "unknown type void"),
    ("iex_call *a;", "unknown type iex_call"),
  ])
  func field(line: String, message: String) throws {
    let lines = [
      "typedef struct iex_old {", "  int32_t a;", "} iex_old;", "typedef struct iex_a {",
      "  int32_t first;", line, "} iex_a;",
    ]
    #expect(try problem(inSection: lines).hasPrefix("a.h:9: \(message)"))
  }

  @Test func structThatIsNeverClosed() throws {
    #expect(
      try problem(inSection: ["typedef struct iex_a {", "  int32_t a;"])
        == "a.h:4: iex_a is never closed")
  }

  @Test func structWithAnotherNameAtItsEnd() throws {
    #expect(
      try problem(inSection: ["typedef struct iex_a {", "  int32_t a;", "} iex_b;"])
        == "a.h:6: expected iex_a, found iex_b")
  }

  @Test func structWithoutFields() throws {
    #expect(
      try problem(inSection: ["typedef struct iex_a {", "} iex_a;"])
        == "a.h:5: iex_a has no field")
  }

  @Test func declarationOutsideEverySection() throws {
    #expect(
      try Support.problems { _ = try CHeaderReader.read("#define X\nint a;\n", file: "a.h") }
        == "a.h:2: a declaration outside every section")
  }

  @Test func textOfASectionStandsAsItIs() throws {
    let text =
      "/* section: A */\n\n/* One,\n * two. */\n#define IEX_B 1 /* b */\n\n/* section: end */"
    let header = try CHeaderReader.read(text, file: "a.h")
    #expect(header.text(ofSection: "A") == "/* One,\n * two. */\n#define IEX_B 1 /* b */")
    #expect(header.constants.map(\.value) == [1])
  }

  /// What is wrong in a section whose lines begin at line 4; line 2 and 3 declare two names.
  private func problem(inSection lines: [String]) throws -> String {
    let start = ["/* section: Errors */", "#define IEX_ONE 1", "typedef int32_t iex_one;"]
    let text = (start + lines + ["/* section: end */"]).joined(separator: "\n")
    return try Support.problems { _ = try CHeaderReader.read(text, file: "a.h") }
  }
}

extension CHeaderTests {
  @Test func publishedInterface() throws {
    let text = """
      /* section: A */
      #ifndef ARROW
      #define ARROW
      // A comment of theirs.
      struct Arrow {
        const char* name;
        void (*release)(struct Arrow*);
      };
      #endif  // ARROW
      /* One of ours. */
      #define IEX_A 1
      /* section: end */
      """
    let header = try CHeaderReader.read(text, file: "a.h")
    #expect(header.foreignStructures == ["Arrow"])
    #expect(header.structures.isEmpty)
    #expect(header.constants.map(\.name) == ["IEX_A"])
    #expect(header.text(ofSection: "A").contains("  void (*release)(struct Arrow*);"))
  }
}
