/// Spells declarations in C, broken at the width of the header.
enum CDeclaration {
  /// Spells a function's prototype.
  static func function(_ function: Interface.Function) -> String {
    prototype("\(function.result.c)\(function.name)", function.parameters)
  }

  /// Spells a callback's typedef.
  static func callback(_ callback: Interface.Callback) -> String {
    prototype("typedef \(callback.result.c)(*\(callback.name))", callback.parameters)
  }

  private static func prototype(_ head: String, _ parameters: [Interface.Parameter]) -> String {
    guard !parameters.isEmpty else { return "\(head)(void);\n" }
    let last = parameters.count - 1
    let pieces = parameters.enumerated().map { index, parameter in
      "\(parameter.type.c)\(parameter.name)\(index == last ? ");" : ",")"
    }
    let first = "\(head)("
    let lines = TextWrap.lines(
      words: pieces, width: CComment.width, first: first,
      rest: String(repeating: " ", count: first.count))
    return lines.joined(separator: "\n") + "\n"
  }
}
