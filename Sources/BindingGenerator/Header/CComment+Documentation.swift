extension CComment {
  /// Makes the comment of a function from its documentation: what it does, its parameters as a
  /// table, what it returns.
  init(_ comment: DocComment) {
    self.init()
    for block in comment.blocks {
      switch block {
      case .paragraph(let text):
        gap()
        self.text(text)
      case .item(let text): self.text(text, first: "- ", rest: "  ")
      case .remark(let key, let text):
        gap()
        self.text("\(key): \(text)")
      case .code(let lines):
        gap()
        for line in lines { self.line("    \(line)".trimmedAtEnd) }
        gap()
      }
    }
    let column = comment.parameters.map(\.name.count).max() ?? 0
    gap()
    for parameter in comment.parameters {
      let name = parameter.name + String(repeating: " ", count: column - parameter.name.count)
      self.text(
        parameter.text, first: "  \(name)  ", rest: String(repeating: " ", count: column + 4))
    }
    gap()
    if let returns = comment.returns { self.text("Returns: \(returns)", rest: "  ") }
    if let errors = comment.errors { self.text("Errors: \(errors)", rest: "  ") }
    trimGap()
  }
}
