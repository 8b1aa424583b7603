/// A Python expression that is broken into lines as `ruff format` breaks it.
indirect enum PythonExpression {
  case atom(String)
  case tuple([PythonExpression])

  /// The expression on one line.
  var flat: String {
    switch self {
    case .atom(let text): text
    case .tuple(let elements):
      elements.count == 1
        ? "(\(elements[0].flat),)" : "(\(elements.map(\.flat).joined(separator: ", ")))"
    }
  }

  /// The expression after `prefix` and before `suffix`, in as many lines as the width asks for.
  func lines(indent: Int, prefix: String = "", suffix: String = "", width: Int = 100) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let line = "\(margin)\(prefix)\(flat)\(suffix)"
    guard line.count > width, case .tuple(let elements) = self else { return [line] }
    return ["\(margin)\(prefix)("]
      + elements.flatMap { $0.lines(indent: indent + 4, suffix: ",", width: width) }
      + ["\(margin))\(suffix)"]
  }
}
