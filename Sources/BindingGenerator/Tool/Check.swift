internal import Foundation

/// The checks of `--check`.
enum Check {
  /// Compares a file with what is committed; gives a unified diff, or `nil` when they are equal.
  static func difference(_ file: SourceFile, in package: Package) throws -> String? {
    let committed = package.readIfPresent(file.path) ?? ""
    if committed == file.text { return nil }
    return try TemporaryDirectory.use { folder in
      let old = folder.appending(path: "old")
      let new = folder.appending(path: "new")
      try Data(committed.utf8).write(to: old)
      try Data(file.text.utf8).write(to: new)
      return try Subprocess.run(
        [
          "diff", "-u", "--label", "\(file.path) (committed)", "--label", "\(file.path) (new)",
          old.path, new.path,
        ], in: folder
      ).output.trimmedAtEnd
    }
  }

  /// Lets the compiler compare the header with the Swift declarations.
  static func proof(_ generation: Generation, in package: Package) throws -> [Diagnostic] {
    let (text, origins) = ProofWriter.write(generation.interface)
    return try TemporaryDirectory.use { folder in
      let source = folder.appending(path: "Proof.swift")
      try Data(text.utf8).write(to: source)
      for file in generation.files where file.path == Generation.Path.header {
        try Data(file.text.utf8).write(to: folder.appending(path: "iexpense.h"))
      }
      let map = "module \(ProofWriter.module) { header \"iexpense.h\" export * }\n"
      try Data(map.utf8).write(to: folder.appending(path: "module.modulemap"))
      let outcome = try Subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-I", folder.path, source.path],
        in: package.root)
      if outcome.status == 0 { return [] }
      let problems = ProofOutput.problems(outcome.errors, source: source.path, origins: origins)
      return problems.isEmpty
        ? [Diagnostic(file: Generation.Path.header, message: outcome.errors)] : problems
    }
  }

  /// Compares a library's exports with the declarations.
  static func exports(
    of library: String, _ generation: Generation, in package: Package
  ) throws -> [Diagnostic] {
    let outcome = try Subprocess.run(
      // The dynamic table has local symbols too, which nobody can link to: only the others count.
      ["nm", "--dynamic", "--defined-only", "--extern-only", "--format=posix", library],
      in: URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory))
    guard outcome.status == 0 else {
      throw Trouble(message: outcome.errors.trimmed)
    }
    return ExportCheck.problems(
      exported: ExportCheck.names(nm: outcome.output), interface: generation.interface,
      library: library)
  }
}
