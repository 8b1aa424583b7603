internal import Foundation

/// The command-line tool.
public struct BindingTool {
  private let output: (String) -> Void
  private let errors: (String) -> Void

  /// Makes the tool.
  ///
  /// - Parameters:
  ///   - output: Takes the lines that it prints.
  ///   - errors: Takes the lines that say what is wrong.
  public init(output: @escaping (String) -> Void, errors: @escaping (String) -> Void) {
    self.output = output
    self.errors = errors
  }

  /// Makes the tool that prints to standard output and standard error.
  public init() {
    self.init(
      output: { print($0) },
      errors: { FileHandle.standardError.write(Data("\($0)\n".utf8)) })
  }

  /// Does what the arguments ask for, prints, and returns the exit status.
  ///
  /// - Parameter arguments: The command line without the program's name.
  /// - Returns: 0 when all is well, 1 when a declaration is wrong or a check failed, 2 for wrong
  ///   usage and for trouble with files or the compiler.
  public func run(_ arguments: [String]) -> Int32 {
    do {
      let options = try Options.parse(arguments)
      switch options.action {
      case .help: output(Options.help)
      case .version: output("iexpense-bindgen \(HeaderPlan.iexpense.version)")
      case .write: try write(options)
      case .check: try check(options)
      }
      return 0
    } catch let problems as Diagnostics {
      errors(problems.description)
      return 1
    } catch let trouble as Trouble {
      errors("iexpense-bindgen: \(trouble.message)")
      return 2
    } catch {
      errors("iexpense-bindgen: \(error)")
      return 2
    }
  }

  private func write(_ options: Options) throws {
    let package = try self.package(options)
    for file in try generate(package).files {
      // An unchanged file keeps its time, so that nothing is built again for it.
      if package.readIfPresent(file.path) == file.text {
        output("unchanged \(file.path)")
      } else {
        try package.write(file)
        output("wrote     \(file.path)")
      }
    }
  }

  private func check(_ options: Options) throws {
    let package = try self.package(options)
    let generation = try generate(package)
    var problems: [Diagnostic] = []
    for file in generation.files {
      if let difference = try Check.difference(file, in: package) {
        output(difference)
        problems.append(
          Diagnostic(
            file: file.path,
            message: "is not what the sources make: run `swift run iexpense-bindgen`"))
      }
    }
    problems += try Check.proof(generation, in: package)
    if let library = options.library {
      problems += try Check.exports(of: library, generation, in: package)
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
    output("\(generation.interface.functions.count) functions: the committed files are up to date")
  }

  private func package(_ options: Options) throws(Trouble) -> Package {
    let current = FileManager.default.currentDirectoryPath
    return try Package(
      containing: URL(filePath: options.package ?? current, directoryHint: .isDirectory))
  }

  private func generate(_ package: Package) throws -> Generation {
    let plan = HeaderPlan.iexpense
    var programs: [String: SourceFile] = [:]
    for section in plan.sections {
      let path = "examples/c/sections/\(section.name.lowercased()).c"
      if let text = package.readIfPresent(path) {
        programs[section.name] = SourceFile(path: path, text: text)
      }
    }
    let graph = try TemporaryDirectory.use { folder in
      var compiler = ModuleCompiler(package: package, folder: folder)
      return try compiler.symbolGraph(of: "IExpenseC")
    }
    return try Generation(
      graph: SymbolGraph.decode(graph, name: "IExpenseC.symbols.json"),
      structures: package.read("Sources/CIExpense/include/CIExpense.h"), programs: programs,
      plan: plan)
  }
}
