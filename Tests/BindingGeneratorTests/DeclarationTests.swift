import Testing

@testable import BindingGenerator

/// What the declarations of exported functions may be, and what is said when they are not.
struct DeclarationTests {
  static let place = "Sources/IExpenseC/Store.swift:41: "

  @Test(arguments: [
    (
      "_ a: OpaquePointer?",
      "parameter a: a bare OpaquePointer says no kind: use the typealias of the handle's kind"
    ),
    (
      "_ a: UnsafeMutablePointer<OpaquePointer?>?",
      "parameter a: a bare OpaquePointer says no kind: use the typealias of the handle's kind"
    ),
    (
      "_ a: UnsafePointer<Int64>",
      "parameter a: UnsafePointer<Int64> is not Optional, so the compiler may delete the check for "
        + "NULL: write UnsafePointer<Int64>?"
    ),
    (
      "_ a: iex_store",
      "parameter a: iex_store is not Optional, so the compiler may delete the check for NULL: "
        + "write iex_store?"
    ),
    (
      "_ a: UnsafeMutablePointer<iex_store>?",
      "parameter a: iex_store is not Optional, so the compiler may delete the check for NULL: "
        + "write iex_store?"
    ),
    (
      "_ a: UnsafeRawPointer",
      "parameter a: UnsafeRawPointer is not Optional, so the compiler may delete the check for "
        + "NULL: write UnsafeRawPointer?"
    ),
    (
      "_ a: iex_callback",
      "parameter a: iex_callback is not Optional, so the compiler may delete the check for NULL: "
        + "write iex_callback?"
    ),
    ("_ a: Bool", "parameter a: unknown type Bool"),
    ("_ a: Double", "parameter a: unknown type Double"),
    ("_ a: UInt", "parameter a: unknown type UInt: size_t is Int"),
    ("_ a: Int64?", "parameter a: unknown type Int64?"),
    ("_ a: UnsafePointer<Double>?", "parameter a: unknown type Double"),
    ("_ a: UnsafeBufferPointer<Int64>?", "parameter a: unknown type UnsafeBufferPointer<Int64>?"),
    ("_ a: Array<Int64>", "parameter a: unknown type Array<Int64>"),
    ("_ a: iex_thing", "parameter a: iex_thing by value: pass a pointer to it"),
    (
      "_ a: (@convention(c) (_ b: Int32) -> Void)?",
      "parameter a: unknown type (@convention(c) (_ b: Int32) -> Void)?"
    ),
    ("_ new: Int32", "parameter new: reserved in C or C++"),
    ("_ a: Int32 = 1", "parameter a: C has no default values"),
    ("_: Int32", "a parameter has no name"),
    ("_ a: @escaping () -> Void", "@escaping: only @convention(c) can cross to C"),
  ])
  func parameter(parameter: String, message: String) throws {
    let symbol = Support.symbol("@_cdecl(\"iex_a\") func iex_a(\(parameter)) -> iex_status")
    #expect(
      try Support.problems { _ = try Support.read([symbol]) } == Self.place + message)
  }

  @Test(arguments: [
    (
      "@_cdecl(\"iex_b\") func iex_a()",
      "iex_a has another name in C, iex_b: make them the same"
    ),
    ("@c(iex_b) func iex_a()", "iex_a has another name in C, iex_b: make them the same"),
    ("func iex_a()", "iex_a is public but has no @_cdecl"),
    ("@_cdecl(\"add\") func add()", "add does not begin with iex_"),
    ("@_cdecl(\"iex_a\") func iex_a() throws", "throws: C can't call such a function"),
    ("@_cdecl(\"iex_a\") func iex_a() async", "async: C can't call such a function"),
    ("@_cdecl(\"iex_a\") func iex_a<T>(_ a: T)", "C can't call a generic function"),
    ("@_cdecl(\"iex_a\") func iex_a() -> Bool", "unknown type Bool"),
    (
      "@_cdecl(\"iex_a\") func iex_a() -> OpaquePointer?",
      "a bare OpaquePointer says no kind: use the typealias of the handle's kind"
    ),
    ("@_cdecl(\"iex_a\") func iex_a() -> Int64 where", "C has nothing for what begins at where"),
    ("@_cdecl(\"iex_a\" func iex_a()", "an attribute's parenthesis is never closed"),
  ])
  func function(declaration: String, message: String) throws {
    #expect(
      try Support.problems { _ = try Support.read([Support.symbol(declaration)]) }
        == Self.place + message)
  }

  @Test(arguments: ["@_cdecl(\"iex_a\") func iex_a()", "@c func iex_a()", "@c(iex_a) func iex_a()"])
  func spellingsOfTheExport(declaration: String) throws {
    let interface = try Support.read([Support.symbol(declaration)])
    #expect(interface.functions.map(\.name) == ["iex_listen", "iex_a"])
  }

  @Test func resultThatIsNeverNULL() throws {
    let symbol = Support.symbol("@c func iex_a() -> UnsafePointer<CChar>")
    #expect(try Support.read([symbol]).functions.last?.result.c == "const char *")
  }

  @Test func noDocumentation() throws {
    let symbol = Support.symbol("@c func iex_a()", documentation: " ")
    #expect(
      try Support.problems { _ = try Support.read([symbol]) }
        == Self.place + "iex_a has no documentation comment")
  }

  @Test func fileThatIsNoSection() throws {
    let symbol = Support.symbol("@c func iex_a()", file: "Sources/IExpenseC/Other+Some.swift")
    #expect(
      try Support.problems { _ = try Support.read([symbol]) }
        == "Sources/IExpenseC/Other+Some.swift:41: Other+Some.swift is no section of the header: "
        + "Errors, Store")
  }

  @Test func aliasThatIsNeither() throws {
    let symbol = Support.symbol("typealias iex_flags = UInt32", kind: "swift.typealias")
    #expect(
      try Support.problems { _ = try Support.read([symbol]) }
        == Self.place + "iex_flags is neither a handle nor a @convention(c) callback")
  }

  @Test func callbackThatNoFunctionTakes() throws {
    let header = try Support.small("CIExpense.h")
    let declarations = try CHeaderReader.read(header.text, file: header.path)
    let graph = SymbolGraph(symbols: [Support.callback])
    #expect(
      try Support.problems {
        _ = try InterfaceReader.read(graph, structures: declarations, plan: Support.plan)
      } == Self.place + "no function takes the callback iex_callback")
  }

  @Test func otherPublicDeclarations() throws {
    let symbol = Support.symbol("struct it", kind: "swift.struct")
    #expect(
      try Support.problems { _ = try Support.read([symbol]) }
        == Self.place + "it is public: C sees functions and type aliases only")
  }

  @Test func everyProblemIsReported() throws {
    let symbols = ["@c func iex_a(_ a: Bool)", "@c func iex_b(_ b: Double)"].map {
      Support.symbol($0)
    }
    let problems = try Support.problems { _ = try Support.read(symbols) }
    #expect(problems.split(separator: "\n").count == 2)
  }
}
