import Foundation
import Testing

@testable import BindingGenerator

/// What a run of the tool left.
struct Run: Equatable {
  var status: Int32 = 0
  var output = ""
  var errors = ""
}

/// What the tests share: fixtures, and declarations made by hand.
enum Support {
  /// The folder of the fixtures.
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// Whether to write the golden files again instead of comparing with them.
  static let records = ProcessInfo.processInfo.environment["IEXPENSE_RECORD"] != nil

  /// The plan of the small fixture.
  static let plan = HeaderPlan(
    version: Version(major: 1, minor: 2, patch: 3),
    introduction: "An introduction.\n\nIts second paragraph.\n\n    code();",
    sections: [
      HeaderPlan.Section(name: "Errors", title: "What goes wrong", introduction: "About errors."),
      HeaderPlan.Section(
        name: "Store", title: "Stores", introduction: "About stores.",
        initializers: [HeaderPlan.Initializer(macro: "IEX_THING", structure: "iex_thing")]),
    ],
    constantHandles: ["iex_change"])

  /// A file of the small fixture.
  static func small(_ name: String) throws -> SourceFile {
    let url = fixtures.appending(path: "Small").appending(path: name)
    return SourceFile(path: "Small/\(name)", text: try String(contentsOf: url, encoding: .utf8))
  }

  /// The programs of the small fixture.
  static func programs() throws -> [String: SourceFile] {
    ["Errors": try small("errors.c"), "Store": try small("store.c")]
  }

  /// The symbol graph of the small fixture.
  static func graph() throws -> SymbolGraph {
    let file = try small("IExpenseC.symbols.json")
    return try SymbolGraph.decode(Data(file.text.utf8), name: file.path)
  }

  /// A symbol with this declaration on line 41 of Store.swift.
  static func symbol(
    _ declaration: String, kind: String = "swift.func", documentation: String = "Does it.",
    file: String = "Sources/IExpenseC/Store.swift"
  ) -> SymbolGraph.Symbol {
    SymbolGraph.Symbol(
      kind: .init(identifier: kind), names: .init(title: "it"),
      declarationFragments: [.init(spelling: declaration)],
      location: .init(uri: "file://\(file)", position: .init(line: 40, character: 0)),
      docComment: .init(
        lines: documentation.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .map { index, text in
            .init(range: .init(start: .init(line: 30 + index, character: 4)), text: String(text))
          }))
  }

  /// A handle, a callback and a function that takes it, for the tests' declarations to name.
  static let named = [
    symbol("typealias iex_store = OpaquePointer", kind: "swift.typealias"), callback,
    symbol("@c func iex_listen(_ a: iex_callback?)"),
  ]

  /// A callback.
  static let callback = symbol(
    "typealias iex_callback = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Void",
    kind: "swift.typealias")

  /// Reads the declarations, with the structs of the small fixture.
  static func read(_ symbols: [SymbolGraph.Symbol]) throws -> Interface {
    let header = try small("CIExpense.h")
    return try InterfaceReader.read(
      SymbolGraph(symbols: named + symbols),
      structures: CHeaderReader.read(header.text, file: header.path), plan: plan)
  }

  /// What is wrong when `body` runs; "" when nothing is.
  static func problems(_ body: () throws -> Void) throws -> String {
    do {
      try body()
      return ""
    } catch let problems as Diagnostics {
      return problems.description
    }
  }

  /// Runs the tool.
  static func run(_ arguments: [String]) -> Run {
    var run = Run()
    let tool = BindingTool(
      output: { run.output += "\($0)\n" }, errors: { run.errors += "\($0)\n" })
    run.status = tool.run(arguments)
    return run
  }
}
