/// Why a declaration can't be read; the caller adds file and line.
struct DeclarationProblem: Error, Hashable, Sendable {
  var message: String
}

/// Reads the declarations that a C ABI can have, from the text in a symbol graph.
///
/// It is strict: what it does not know is a problem, never skipped.
struct SwiftDeclarationParser {
  private var tokens: [Token]
  private var next = 0

  /// Splits a declaration into its tokens.
  init(_ text: String) throws(DeclarationProblem) {
    tokens = try Token.all(in: text)
  }

  /// Reads `@_cdecl("iex_x") func iex_x(_ a: Int64) -> iex_status`.
  mutating func function() throws(DeclarationProblem) -> SwiftFunction {
    let exportedName = try attributes()
    try modifiers(before: "func")
    let name = try identifier()
    let parameters = try parameterList()
    if let effect = tokens[safe: next], case .word(let word) = effect, word != "->" {
      throw DeclarationProblem(message: "\(word): C can't call such a function")
    }
    var result = SwiftType.named("Void")
    if accept(.symbol("->")) { result = try type() }
    try end()
    return SwiftFunction(
      exportedName: exportedName == "" ? name : exportedName, name: name, parameters: parameters,
      result: result)
  }

  /// Reads `typealias iex_store = OpaquePointer`.
  mutating func alias() throws(DeclarationProblem) -> SwiftAlias {
    _ = try attributes()
    try modifiers(before: "typealias")
    let name = try identifier()
    try expect(.symbol("="))
    let target = try type()
    try end()
    return SwiftAlias(name: name, target: target)
  }

  /// Reads attributes; returns the name of `@_cdecl("name")` or `@c(name)`, "" for a bare `@c`.
  private mutating func attributes() throws(DeclarationProblem) -> String? {
    var exportedName: String?
    while accept(.symbol("@")) {
      let attribute = try identifier()
      let arguments = accept(.symbol("(")) ? try balancedArguments() : []
      guard attribute == "_cdecl" || attribute == "c" else { continue }
      switch arguments.first {
      case .text(let name), .word(let name): exportedName = name
      default: exportedName = ""
      }
    }
    return exportedName
  }

  private mutating func balancedArguments() throws(DeclarationProblem) -> [Token] {
    var arguments: [Token] = []
    var depth = 1
    while let token = tokens[safe: next] {
      next += 1
      if token == .symbol("(") { depth += 1 }
      if token == .symbol(")") { depth -= 1 }
      if depth == 0 { return arguments }
      arguments.append(token)
    }
    throw DeclarationProblem(message: "an attribute's parenthesis is never closed")
  }

  private mutating func modifiers(before keyword: String) throws(DeclarationProblem) {
    while case .word(let word)? = tokens[safe: next] {
      next += 1
      if word == keyword { return }
    }
    throw DeclarationProblem(message: "no \(keyword) in this declaration")
  }

  private mutating func parameterList() throws(DeclarationProblem) -> [SwiftParameter] {
    guard accept(.symbol("(")) else {
      throw DeclarationProblem(message: "C can't call a generic function")
    }
    var parameters: [SwiftParameter] = []
    if accept(.symbol(")")) { return parameters }
    repeat {
      let label = try identifier()
      var name = label
      if case .word(let second)? = tokens[safe: next] {
        next += 1
        name = second
      }
      guard name != "_" else { throw DeclarationProblem(message: "a parameter has no name") }
      try expect(.symbol(":"))
      parameters.append(SwiftParameter(name: name, type: try type()))
      if accept(.symbol("=")) {
        throw DeclarationProblem(message: "parameter \(name): C has no default values")
      }
    } while accept(.symbol(","))
    try expect(.symbol(")"))
    return parameters
  }

  private mutating func type() throws(DeclarationProblem) -> SwiftType {
    var type = try baseType()
    while accept(.symbol("?")) { type = .optional(type) }
    return type
  }

  private mutating func baseType() throws(DeclarationProblem) -> SwiftType {
    if accept(.symbol("@")) {
      let attribute = try identifier()
      guard attribute == "convention", accept(.symbol("(")),
        try balancedArguments() == [.word("c")]
      else {
        throw DeclarationProblem(message: "@\(attribute): only @convention(c) can cross to C")
      }
      let parameters = try parameterList()
      try expect(.symbol("->"))
      return .function(parameters: parameters, result: try type())
    }
    if accept(.symbol("(")) {
      if accept(.symbol(")")) { return .named("Void") }
      let inner = try type()
      try expect(.symbol(")"))
      return inner
    }
    let name = try identifier()
    guard accept(.symbol("<")) else { return .named(name) }
    var arguments: [SwiftType] = []
    repeat { arguments.append(try type()) } while accept(.symbol(","))
    try expect(.symbol(">"))
    return .generic(name, arguments)
  }

  private mutating func identifier() throws(DeclarationProblem) -> String {
    guard case .word(let name)? = tokens[safe: next] else {
      throw DeclarationProblem(message: "a name is missing before \(here)")
    }
    next += 1
    return name
  }

  private mutating func accept(_ token: Token) -> Bool {
    guard tokens[safe: next] == token else { return false }
    next += 1
    return true
  }

  private mutating func expect(_ token: Token) throws(DeclarationProblem) {
    guard accept(token) else {
      throw DeclarationProblem(message: "\(token) is missing before \(here)")
    }
  }

  private func end() throws(DeclarationProblem) {
    guard next == tokens.count else {
      throw DeclarationProblem(message: "C has nothing for what begins at \(here)")
    }
  }

  private var here: String { tokens[safe: next].map(\.description) ?? "the end" }
}

extension Array {
  /// The element at an index, or `nil` beyond the end.
  subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
