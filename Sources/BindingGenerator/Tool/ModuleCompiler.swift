internal import Foundation

/// Compiles the declarations of a Swift module and of those that it imports, without the bodies of
/// their functions, for the symbol graph of the first.
///
/// It needs nothing that was built before and takes a few seconds.
struct ModuleCompiler {
  private let package: Package
  private let folder: URL
  private var importFlags: [String] = []
  private var seen: Set<String> = []

  /// Makes a compiler that writes into `folder`.
  init(package: Package, folder: URL) {
    self.package = package
    self.folder = folder
    importFlags = ["-I", folder.path]
  }

  /// Compiles a module and reads its symbol graph.
  ///
  /// - Throws: The compiler's messages.
  mutating func symbolGraph(of module: String) throws(Trouble) -> Data {
    try compile(
      module, extra: ["-emit-symbol-graph", "-emit-symbol-graph-dir", folder.path])
    let file = folder.appending(path: "\(module).symbols.json")
    guard let data = try? Data(contentsOf: file) else {
      throw Trouble(message: "swiftc wrote no symbol graph for \(module)")
    }
    return data
  }

  private mutating func compile(_ module: String, extra: [String] = []) throws(Trouble) {
    let sources = package.paths(below: "Sources/\(module)", suffix: ".swift")
    for imported in importedModules(sources) where seen.insert(imported).inserted {
      try use(imported)
    }
    let arguments =
      [
        "swiftc", "-emit-module", "-module-name", module, "-parse-as-library",
        "-emit-module-path", folder.appending(path: "\(module).swiftmodule").path,
        "-swift-version", "6", "-package-name", "iexpense", "-suppress-warnings",
        "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility",
        "-Xfrontend", "-experimental-skip-all-function-bodies",
      ] + importFlags + extra + sources
    let outcome = try Subprocess.run(arguments, in: package.root)
    guard outcome.status == 0 else {
      throw Trouble(message: "swiftc can't compile \(module):\n\(outcome.errors)")
    }
  }

  /// Makes a module of the package importable; the system's modules are already.
  private mutating func use(_ module: String) throws(Trouble) {
    let path = "Sources/\(module)"
    guard package.has(path) else { return }
    if package.has("\(path)/module.modulemap") {
      importFlags += ["-I", path]
    } else if package.has("\(path)/include/module.modulemap") {
      importFlags += ["-I", "\(path)/include"]
    } else if package.has("\(path)/include/\(module).h") {
      let map = folder.appending(path: "\(module).modulemap")
      let header = package.root.appending(path: "\(path)/include/\(module).h").path
      try write("module \(module) { header \"\(header)\" export * }\n", to: map)
      importFlags += ["-Xcc", "-fmodule-map-file=\(map.path)"]
    } else {
      try compile(module)
    }
  }

  private func write(_ text: String, to file: URL) throws(Trouble) {
    do {
      try Data(text.utf8).write(to: file)
    } catch {
      throw Trouble(message: "can't write \(file.path): \(error.localizedDescription)")
    }
  }

  /// The names after `import` in some sources, in the order in which they come.
  private func importedModules(_ sources: [String]) -> [String] {
    var names: [String] = []
    for source in sources {
      for line in (package.readIfPresent(source) ?? "").split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"),
          words[..<keyword].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) }),
          let name = words[safe: keyword + 1]
        else { continue }
        names.append(String(name))
      }
    }
    return names
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
