import Foundation
import Testing

@testable import BindingGenerator

/// What is made of the small fixture, byte for byte.
///
/// `IEXPENSE_RECORD=1 swift test --filter GoldenTests` writes the expected files again; look at the
/// difference before you commit it. `Fixtures/Small/record.sh` makes the symbol graph again.
struct GoldenTests {
  @Test(arguments: ["iexpense.h", "exports.map", "_abi.py", "ABILayout.swift"])
  func file(name: String) throws {
    let generation = try Generation(
      graph: Support.graph(), structures: Support.small("CIExpense.h"),
      programs: Support.programs(), plan: Support.plan)
    let file = try #require(generation.files.first { $0.path.hasSuffix("/\(name)") })
    let url = Support.fixtures.appending(path: "Small/expected").appending(path: name + ".txt")
    if Support.records { try Data(file.text.utf8).write(to: url) }
    let expected = try String(contentsOf: url, encoding: .utf8)
    #expect(file.text == expected)
  }

  /// The order of the symbols in a graph is the compiler's affair.
  @Test func orderOfSymbolsDoesNotMatter() throws {
    var graph = try Support.graph()
    let make = { (graph: SymbolGraph) in
      try Generation(
        graph: graph, structures: Support.small("CIExpense.h"), programs: Support.programs(),
        plan: Support.plan
      ).files
    }
    let files = try make(graph)
    graph.symbols.reverse()
    #expect(try make(graph) == files)
  }
}
