/// Reads the hand-written C declarations: a small and strict part of C, one declaration a line.
///
/// What it does not know is an error with file and line, so that nothing can stand in the header
/// and be missing in a binding.
struct CHeaderReader {
  private(set) var header: CHeader
  private var problems: [Diagnostic] = []
  /// The section that is being read.
  private var section: String?
  private var sectionLines: [Substring] = []
  /// The struct that is being read.
  private var open: CHeader.Structure?
  private var isInComment = false
  /// Whether a published interface is being read, which has a guard of its own.
  private var isForeign = false

  private init(file: String) {
    header = CHeader(file: file)
  }

  /// Reads a file's text.
  ///
  /// - Throws: Every line that is outside the rules.
  static func read(_ text: String, file: String) throws(Diagnostics) -> CHeader {
    var reader = CHeaderReader(file: file)
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      do {
        try reader.read(line, number: number)
      } catch {
        reader.problems.append(Diagnostic(file: file, line: number, message: error.message))
      }
    }
    reader.closeSection()
    if let open = reader.open {
      reader.problems.append(
        Diagnostic(file: file, line: open.line, message: "\(open.name) is never closed"))
    }
    if !reader.problems.isEmpty { throw Diagnostics(reader.problems) }
    return reader.header
  }

  private mutating func read(_ line: Substring, number: Int) throws(DeclarationProblem) {
    if let name = Self.sectionName(line) {
      closeSection()
      section = name == "end" ? nil : name
      if let section {
        guard !header.sections.contains(where: { $0.name == section }) else {
          throw DeclarationProblem(message: "section \(section) stands here twice")
        }
        header.sections.append(CHeader.Section(name: section, text: "", line: number))
      }
      return
    }
    if section != nil { sectionLines.append(line) }
    if readForeign(line) { return }
    let code = try strip(line)
    if code.allSatisfy(\.isWhitespace) { return }
    // Before the first section and after the last stand the include guard and the includes.
    guard section != nil else {
      if code.hasPrefix("#") { return }
      throw DeclarationProblem(message: "a declaration outside every section")
    }
    try declare(code, number: number)
  }

  private mutating func declare(_ code: String, number: Int) throws(DeclarationProblem) {
    var line = CLine(try CToken.all(in: code))
    if open != nil {
      if line.accept(.symbol("}")) {
        try closeStructure(&line)
      } else {
        try field(&line)
      }
    } else if line.accept(.symbol("#")) {
      try define(&line, code: code)
    } else {
      try typedef(&line, number: number)
    }
  }

  /// Whether a line belongs to a published interface: from `#ifndef` to `#endif`, and no further.
  private mutating func readForeign(_ code: Substring) -> Bool {
    if section != nil, open == nil, !isInComment, code.hasPrefix("#ifndef ") { isForeign = true }
    guard isForeign else { return false }
    let words = code.split(separator: " ")
    if words.count == 3, words[0] == "struct", words[2] == "{" {
      header.foreignStructures.insert(String(words[1]))
    }
    if code.hasPrefix("#endif") { isForeign = false }
    return true
  }

  /// Reads `define IEX_OK 0`. A macro with parameters is for C alone and passes through.
  private mutating func define(_ line: inout CLine, code: String) throws(DeclarationProblem) {
    try line.expect(.word("define"))
    let name = try line.word()
    guard name.hasPrefix("IEX_") else {
      throw DeclarationProblem(message: "\(name) does not begin with IEX_")
    }
    if code.contains("\(name)(") { return }
    let value = try value(&line)
    try line.end()
    guard !header.constants.contains(where: { $0.name == name }) else {
      throw DeclarationProblem(message: "\(name) is defined twice")
    }
    header.constants.append(
      CHeader.Constant(name: name, value: value))
  }

  /// Reads `1` or `(-1)`.
  private func value(_ line: inout CLine) throws(DeclarationProblem) -> Int64 {
    guard line.accept(.symbol("(")) else { return try line.number() }
    try line.expect(.symbol("-"))
    let value = 0 - (try line.number())
    try line.expect(.symbol(")"))
    return value
  }

  /// Reads `typedef int32_t iex_status;`, `typedef struct iex_error {` or a callback.
  private mutating func typedef(_ line: inout CLine, number: Int) throws(DeclarationProblem) {
    try line.expect(.word("typedef"))
    if line.accept(.word("struct")) {
      let name = try line.word()
      try line.expect(.symbol("{"))
      try line.end()
      try checkNew(name)
      open = CHeader.Structure(name: name, fields: [], line: number)
      return
    }
    let type = try line.word()
    guard let scalar = Scalar(c: type) else { throw Self.unknown(type) }
    if line.accept(.symbol("(")) { return try callback(&line, result: .scalar(scalar)) }
    let name = try line.word()
    try line.expect(.symbol(";"))
    try line.end()
    try checkNew(name)
    header.numbers.append(CHeader.Number(name: name, scalar: scalar))
  }

  /// Reads the rest of `typedef int32_t (*iex_progress_callback)(void *context);`.
  private mutating func callback(
    _ line: inout CLine, result: ABIType
  ) throws(DeclarationProblem) {
    try line.expect(.symbol("*"))
    let name = try line.word()
    try line.expect(.symbol(")"))
    try line.expect(.symbol("("))
    var parameters: [ABIType] = []
    repeat {
      parameters.append(try type(&line))
      _ = try line.word()
    } while line.accept(.symbol(","))
    try line.expect(.symbol(")"))
    try line.expect(.symbol(";"))
    try line.end()
    try checkNew(name)
    header.callbacks.append(
      CHeader.Callback(
        name: name, result: result, parameters: parameters,
        structuresAbove: header.structures.count))
  }

  /// Reads `} iex_error;`.
  private mutating func closeStructure(_ line: inout CLine) throws(DeclarationProblem) {
    guard let structure = open else { return }
    open = nil
    try line.expect(.word(structure.name))
    try line.expect(.symbol(";"))
    try line.end()
    guard !structure.fields.isEmpty else {
      throw DeclarationProblem(message: "\(structure.name) has no field")
    }
    header.structures.append(structure)
  }

  /// Reads `const char *const *tags;` or `char message[496];`.
  private mutating func field(_ line: inout CLine) throws(DeclarationProblem) {
    let type = try type(&line)
    let name = try line.word()
    var count: String?
    if line.accept(.symbol("[")) {
      count = try elementCount(&line)
      try line.expect(.symbol("]"))
    }
    try line.expect(.symbol(";"))
    try line.end()
    guard open?.fields.contains(where: { $0.name == name }) == false else {
      throw DeclarationProblem(message: "field \(name) stands here twice")
    }
    open?.fields.append(CHeader.Field(name: name, type: type, count: count))
  }

  private func checkNew(_ name: String) throws(DeclarationProblem) {
    guard name.hasPrefix("iex_") else {
      throw DeclarationProblem(message: "\(name) does not begin with iex_")
    }
    guard header.structure(named: name) == nil,
      !header.numbers.contains(where: { $0.name == name }),
      !header.callbacks.contains(where: { $0.name == name })
    else {
      throw DeclarationProblem(message: "\(name) is declared twice")
    }
  }

  /// Removes the comments of a line; remembers a comment that goes on.
  private mutating func strip(_ line: Substring) throws(DeclarationProblem) -> String {
    var code = ""
    var rest = line
    while !rest.isEmpty {
      if isInComment {
        guard let end = rest.firstRange(of: "*/") else { return code }
        rest = rest[end.upperBound...]
        isInComment = false
        code += " "
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        isInComment = true
      } else if rest.hasPrefix("//") {
        throw DeclarationProblem(message: "a // comment: comments here are /* */")
      } else {
        code.append(rest.removeFirst())
      }
    }
    return code
  }

  private mutating func closeSection() {
    defer { sectionLines = [] }
    guard section != nil, let last = header.sections.indices.last else { return }
    let isBlank: (Substring) -> Bool = { $0.allSatisfy(\.isWhitespace) }
    while let line = sectionLines.first, isBlank(line) { sectionLines.removeFirst() }
    while let line = sectionLines.last, isBlank(line) { sectionLines.removeLast() }
    header.sections[last].text = sectionLines.joined(separator: "\n")
  }

  private static func sectionName(_ line: Substring) -> String? {
    guard line.hasPrefix("/* section: "), line.hasSuffix(" */") else { return nil }
    return String(line.dropFirst("/* section: ".count).dropLast(" */".count))
  }
}
