import Foundation
import Testing

@testable import BindingGenerator

/// The tool from its command line, on a package of its own.
struct ToolTests {
  @Test func writesAndChecks() throws {
    try withPackage { root in
      let arguments = ["--package", root.path]
      #expect(Support.run(arguments).status == 0)
      #expect(
        Support.run(arguments + ["--check"])
          == Run(output: "1 functions: the committed files are up to date\n"))

      let header = root.appending(path: Generation.Path.header)
      let text = try String(contentsOf: header, encoding: .utf8)
      #expect(text.contains("\niex_status iex_store_close(iex_store *store);\n"))
      try Data(text.replacing("Closes", with: "Opens").utf8).write(to: header)
      let failed = Support.run(arguments + ["--check"])
      #expect(failed.status == 1)
      #expect(failed.output.contains("\n-/* Opens a store. */\n+/* Closes a store. */\n"))
      #expect(
        failed.errors == "include/iexpense.h: is not what the sources make: "
          + "run `swift run iexpense-bindgen`\n")

      let time = try modified(root, Generation.Path.exports)
      #expect(Support.run(arguments).status == 0)
      #expect(try String(contentsOf: header, encoding: .utf8) == text)
      #expect(try modified(root, Generation.Path.exports) == time)
    }
  }

  @Test func wrongDeclarationIsStatus1() throws {
    try withPackage { root in
      try write(root, "/// A.\n@_cdecl(\"iex_a\") public func iex_a(_ a: OpaquePointer?) {}\n")
      #expect(
        Support.run(["--package", root.path])
          == Run(
            status: 1,
            errors: "Sources/IExpenseC/Store.swift:2: parameter a: a bare OpaquePointer says no "
              + "kind: use the typealias of the handle's kind\n"))
      #expect(!FileManager.default.fileExists(atPath: root.appending(path: "include").path))
    }
  }

  @Test func sourceThatDoesNotCompileIsStatus2() throws {
    try withPackage { root in
      try write(root, "public func iex_a(_ a: Nothing) {}\n")
      let run = Support.run(["--package", root.path])
      #expect(run.status == 2)
      #expect(run.errors.contains("Sources/IExpenseC/Store.swift:1:24: error: cannot find type"))
    }
  }

  @Test func libraryThatIsNoneIsStatus2() throws {
    try withPackage { root in
      let arguments = ["--package", root.path]
      #expect(Support.run(arguments).status == 0)
      let run = Support.run(arguments + ["--check", "--library", "/no such file"])
      #expect(run.status == 2)
      #expect(run.errors.contains("/no such file"))
    }
  }

  private func modified(_ root: URL, _ path: String) throws -> Date? {
    let file = root.appending(path: path)
    return try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }

  private func write(_ root: URL, _ text: String) throws {
    try Data(text.utf8).write(to: root.appending(path: "Sources/IExpenseC/Store.swift"))
  }

  /// A package with the real C structs, a module between, and one function.
  private func withPackage(_ body: (URL) throws -> Void) throws {
    let structures = "Sources/CIExpense/include/CIExpense.h"
    var files = [
      structures: try Package(containing: Support.fixtures).read(structures).text,
      "Sources/Between/Between.swift": "public struct Between: Sendable { public init() {} }\n",
      "Sources/IExpenseC/Store.swift": """
      public import CIExpense
      internal import Between

      /// An open store.
      public typealias iex_store = OpaquePointer

      private let between = Between()

      /// Closes a store.
      @_cdecl("iex_store_close")
      public func iex_store_close(_ store: iex_store?) -> iex_status { 0 }

      """,
    ]
    for section in HeaderPlan.iexpense.sections {
      files["examples/c/sections/\(section.name.lowercased()).c"] = "#include <iexpense.h>\n"
    }
    try TemporaryDirectory.use { root in
      try Data().write(to: root.appending(path: "Package.swift"))
      let package = try Package(containing: root)
      for (path, text) in files { try package.write(SourceFile(path: path, text: text)) }
      try body(root)
    }
  }
}
