import Foundation
import Testing

@testable import BindingGenerator

/// The checks of `--check`, with a compiler and a linker's list that disagree.
struct ProofTests {
  @Test func headerAndSwiftAgree() throws {
    #expect(try Check.proof(generation(), in: package()).isEmpty)
  }

  @Test(arguments: [
    ("int64_t iex_count(void)", "uint64_t iex_count(void)", "Errors.swift:13"),
    ("const char *path", "const int32_t *path", "Store.swift:40"),
    ("void *context);\n\n/* Takes", "int32_t context);\n\n/* Takes", "Store.swift:47"),
    ("void iex_none(void)", "", ""),
  ])
  func headerAndSwiftDisagree(old: String, new: String, place: String) throws {
    var generation = try generation()
    for index in generation.files.indices where generation.files[index].path.hasSuffix(".h") {
      generation.files[index].text = generation.files[index].text.replacing(old, with: new)
    }
    let problems = try Check.proof(generation, in: package()).map(\.description)
    let isFound = problems.contains {
      $0.hasPrefix("Sources/IExpenseC/\(place): the header disagrees: ")
    }
    #expect(place.isEmpty ? problems.isEmpty : isFound, "\(problems)")
  }

  @Test func exports() throws {
    let output = "iex_count T 10 5\niex_status_name@@V1 T 20 5\niex_extra T 30 5\nmain T 40\n"
    let interface = try generation().interface
    let problems = ExportCheck.problems(
      exported: ExportCheck.names(nm: output), interface: interface, library: "lib.so")
    #expect(
      problems.map(\.description) == [
        "lib.so: exports what the header does not declare: iex_extra, main",
        "Sources/IExpenseC/Store.swift:40: iex_store_open is declared, but lib.so does not export it",
        "Sources/IExpenseC/Store.swift:47: iex_store_subscribe is declared, but lib.so does not "
          + "export it",
        "Sources/IExpenseC/Store.swift:53: iex_store_all is declared, but lib.so does not export it",
        "Sources/IExpenseC/Store.swift:62: iex_store_close is declared, but lib.so does not export "
          + "it",
      ])
  }

  @Test func manyExports() throws {
    let interface = try generation().interface
    let names = Set(interface.functions.map(\.name) + (1...7).map { "a\($0)" })
    let problems = ExportCheck.problems(exported: names, interface: interface, library: "lib.so")
    #expect(
      problems.map(\.description) == [
        "lib.so: exports what the header does not declare: a1, a2, a3, a4, a5 and 2 more"
      ])
  }

  private func generation() throws -> Generation {
    try Generation(
      graph: Support.graph(), structures: Support.small("CIExpense.h"),
      programs: Support.programs(), plan: Support.plan)
  }

  private func package() throws -> Package {
    try Package(containing: Support.fixtures)
  }
}
