/// Builds an interface from the symbols of a graph and keeps every problem it meets.
struct InterfaceReader {
  private let plan: HeaderPlan
  private var names = TypeNames()
  private var interface = Interface()
  private var problems: [Diagnostic] = []

  private init(structures: CHeader, plan: HeaderPlan) {
    self.plan = plan
    names.structures = Set(structures.structures.map(\.name))
    names.foreignStructures = structures.foreignStructures
    for number in structures.numbers { names.numbers[number.name] = number.scalar }
  }

  /// Reads the declarations of a symbol graph.
  ///
  /// - Parameters:
  ///   - graph: The symbol graph of the module with the exported functions.
  ///   - structures: The C declarations that these may name.
  ///   - plan: The sections of the header.
  /// - Throws: Every problem there is, each with file and line.
  static func read(
    _ graph: SymbolGraph, structures: CHeader, plan: HeaderPlan
  ) throws(Diagnostics) -> Interface {
    var reader = InterfaceReader(structures: structures, plan: plan)
    // By file and line, so that the result does not depend on the compiler's order.
    let symbols = graph.symbols.sorted { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) }
    let aliases = symbols.filter { $0.kind.identifier == "swift.typealias" }
    // Handles first: callbacks name them; callbacks second: functions name both.
    for symbol in aliases { reader.readHandle(symbol) }
    for symbol in aliases { reader.readCallback(symbol) }
    for symbol in symbols where symbol.kind.identifier != "swift.typealias" {
      reader.readFunction(symbol)
    }
    reader.findUnusedCallbacks()
    if !reader.problems.isEmpty { throw Diagnostics(reader.problems) }
    reader.sortBySection()
    return reader.interface
  }

  private mutating func readHandle(_ symbol: SymbolGraph.Symbol) {
    diagnose(symbol) { (reader) throws(DeclarationProblem) in
      var parser = try SwiftDeclarationParser(symbol.declaration)
      let alias = try parser.alias()
      guard alias.target == .named("OpaquePointer") else { return }
      try reader.check(symbol, name: alias.name)
      let isConstant = reader.plan.constantHandles.contains(alias.name)
      reader.names.handles[alias.name] = isConstant
      reader.interface.handles.append(
        Interface.Handle(name: alias.name, isConstant: isConstant, origin: symbol.origin))
    }
  }

  private mutating func readCallback(_ symbol: SymbolGraph.Symbol) {
    diagnose(symbol) { (reader) throws(DeclarationProblem) in
      var parser = try SwiftDeclarationParser(symbol.declaration)
      let alias = try parser.alias()
      guard alias.target != .named("OpaquePointer") else { return }
      guard case .function(let parameters, let result) = alias.target else {
        throw DeclarationProblem(
          message: "\(alias.name) is neither a handle nor a @convention(c) callback")
      }
      try reader.check(symbol, name: alias.name)
      reader.names.callbacks.insert(alias.name)
      reader.interface.callbacks.append(
        Interface.Callback(
          name: alias.name, parameters: try reader.resolve(parameters),
          result: try reader.names.resolve(result: result), origin: symbol.origin))
    }
  }

  private mutating func readFunction(_ symbol: SymbolGraph.Symbol) {
    diagnose(symbol) { (reader) throws(DeclarationProblem) in
      guard symbol.kind.identifier == "swift.func" else {
        throw DeclarationProblem(
          message: "\(symbol.names.title) is public: C sees functions and type aliases only")
      }
      var parser = try SwiftDeclarationParser(symbol.declaration)
      let function = try parser.function()
      guard let exportedName = function.exportedName else {
        throw DeclarationProblem(message: "\(function.name) is public but has no @_cdecl")
      }
      guard exportedName == function.name else {
        throw DeclarationProblem(
          message: "\(function.name) has another name in C, \(exportedName): make them the same")
      }
      try reader.check(symbol, name: function.name)
      reader.interface.functions.append(
        Interface.Function(
          name: function.name, parameters: try reader.resolve(function.parameters),
          result: try reader.names.resolve(result: function.result),
          section: try reader.plan.section(ofFile: symbol.file), origin: symbol.origin))
    }
  }

  private func check(
    _ symbol: SymbolGraph.Symbol, name: String
  ) throws(DeclarationProblem) {
    guard name.hasPrefix("iex_") else {
      throw DeclarationProblem(message: "\(name) does not begin with iex_")
    }
    guard symbol.documentation.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) else {
      throw DeclarationProblem(message: "\(name) has no documentation comment")
    }
  }

  private func resolve(
    _ parameters: [SwiftParameter]
  ) throws(DeclarationProblem) -> [Interface.Parameter] {
    var resolved: [Interface.Parameter] = []
    for parameter in parameters {
      guard !reservedWords.contains(parameter.name) else {
        throw DeclarationProblem(message: "parameter \(parameter.name): reserved in C or C++")
      }
      do {
        resolved.append(
          Interface.Parameter(name: parameter.name, type: try names.resolve(parameter.type)))
      } catch {
        throw DeclarationProblem(message: "parameter \(parameter.name): \(error.message)")
      }
    }
    return resolved
  }

  private mutating func diagnose(
    _ symbol: SymbolGraph.Symbol,
    _ body: (inout InterfaceReader) throws(DeclarationProblem) -> Void
  ) {
    do {
      try body(&self)
    } catch {
      problems.append(
        Diagnostic(file: symbol.file, line: symbol.line, message: error.message))
    }
  }

  /// A callback stands above the first function that takes it; without one it would be lost.
  private mutating func findUnusedCallbacks() {
    let types = Set(interface.functions.flatMap(\.parameters).map(\.type))
    for callback in interface.callbacks where !types.contains(.callback(callback.name)) {
      problems.append(
        Diagnostic(
          file: callback.origin.file, line: callback.origin.line,
          message: "no function takes the callback \(callback.name)"))
    }
  }

  /// `View.swift` comes before `View+Totals.swift`.
  private mutating func sortBySection() {
    var order: [String: Int] = [:]
    for (index, section) in plan.sections.enumerated() { order[section.name] = index }
    // The sort is stable: otherwise the order of the sources stays.
    let rank = { [plan] (file: String) -> (Int, Int) in
      let section = (try? plan.section(ofFile: file)).flatMap { order[$0] } ?? 0
      return (section, file.contains("+") ? 1 : 0)
    }
    interface.functions.sort { rank($0.origin.file) < rank($1.origin.file) }
    interface.handles.sort { rank($0.origin.file) < rank($1.origin.file) }
  }
}

extension SymbolGraph.Symbol {
  fileprivate var origin: Interface.Origin {
    Interface.Origin(
      file: file, line: line, declaration: declaration, documentation: documentation)
  }
}

/// Words that can't name a parameter in one of the dialects from C99 to C++20.
private let reservedWords: Set<String> = [
  "alignas", "alignof", "and", "asm", "auto", "bool", "break", "case", "catch", "char", "class",
  "compl", "concept", "const", "constexpr", "continue", "decltype", "default", "delete", "do",
  "double", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend",
  "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not",
  "nullptr", "operator", "or", "private", "protected", "public", "register", "requires",
  "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "template",
  "this", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned",
  "using", "virtual", "void", "volatile", "while", "xor",
]
