/// Compares what a library exports with what the header declares.
enum ExportCheck {
  /// How many names a message lists.
  private static let shown = 5

  /// Reads the names from the output of `nm --dynamic --format=posix`.
  static func names(nm output: String) -> Set<String> {
    // A version script with a name appends "@@NAME" to each symbol.
    Set(
      output.split(separator: "\n").compactMap { line in
        line.split(separator: " ").first.map { String($0.prefix { $0 != "@" }) }
      })
  }

  /// Finds what is exported and not declared, and the reverse.
  static func problems(
    exported: Set<String>, interface: Interface, library: String
  ) -> [Diagnostic] {
    let declared = Set(interface.functions.map(\.name))
    let unknown = exported.subtracting(declared).sorted()
    let missing = interface.functions.filter { !exported.contains($0.name) }.map {
      Diagnostic(
        file: $0.origin.file, line: $0.origin.line,
        message: "\($0.name) is declared, but \(library) does not export it")
    }
    if unknown.isEmpty { return missing }
    // A library that was linked without the export list exports thousands.
    let rest = unknown.count > shown ? " and \(unknown.count - shown) more" : ""
    let names = unknown.prefix(shown).joined(separator: ", ") + rest
    return [
      Diagnostic(file: library, message: "exports what the header does not declare: \(names)")
    ]
      + missing
  }
}
