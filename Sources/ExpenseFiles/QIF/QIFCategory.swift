internal import ExpenseModel

/// What an `L` or `S` line says: a category or the other account of a transfer, and a class.
///
/// As Quicken has it: `Category:Subcategory/Class`, `[Account]/Class`. The format has no way to write
/// the marks themselves; this library puts a `\` before a `/`, `:` or `\` in a name, and before a `[`
/// that a category begins with, and takes it off again.
struct QIFCategory {
  /// Category names, or of a transfer those of the account.
  private(set) var names: [String] = []
  private(set) var isTransfer = false
  /// The classes behind the `/`, of which newer versions of Quicken separate several by `:`.
  private(set) var tags: [String] = []
  /// Whether there is a `/` that is not escaped.
  private(set) var hasClass = false

  /// - Parameter classes: What to make of a `/`.
  init(_ text: String, _ classes: Profile.Classes) {
    var scalars = text.unicodeScalars[...]
    if scalars.first == "[", let end = scalars.lastIndex(of: "]") {
      let rest = scalars[scalars.index(after: end)...]
      let isAtEnd = rest.allSatisfy(\.properties.isWhitespace)
      if isAtEnd || rest.first == "/" {
        isTransfer = true
        let account = scalars[scalars.index(after: scalars.startIndex)..<end]
        names = [QIFCategory.unescaped(String(account))]
        scalars = rest
      }
    }
    var isEscaped = false
    var isClass = false
    var name = String.UnicodeScalarView()
    func finish(_ list: inout [String]) {
      let text = TextRules.trimmed(String(name))
      if !text.isEmpty { list.append(text) }
      name = String.UnicodeScalarView()
    }
    for scalar in scalars {
      if isEscaped {
        if !QIFCategory.isMark(scalar) { name.append("\\") }
        name.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == ":" {
        if isClass { finish(&tags) } else { finish(&names) }
      } else if scalar == "/", !isClass {
        hasClass = true
        guard classes == .tags || isTransfer else {
          name.append(scalar)
          continue
        }
        finish(&names)
        isClass = true
      } else {
        name.append(scalar)
      }
    }
    if isEscaped { name.append("\\") }
    if isClass { finish(&tags) } else { finish(&names) }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == ":" || scalar == "\\" || scalar == "["
  }

  private static func unescaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped || scalar != "\\" {
        if isEscaped, !isMark(scalar) { result.append("\\") }
        result.append(scalar)
        isEscaped = false
      } else {
        isEscaped = true
      }
    }
    if isEscaped { result.append("\\") }
    return String(result)
  }

  // MARK: Writing

  /// A category and tags as the text of an `L` line.
  static func text(_ category: CategoryPath, tags: [String]) -> String {
    var text = category.names.map(escaped).joined(separator: ":")
    if text.utf8.first == UInt8(ascii: "[") { text = "\\" + text }
    if !tags.isEmpty { text += "/" + tags.map(escaped).joined(separator: ":") }
    return text
  }

  /// A name with the marks in it escaped.
  static func escaped(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar == "/" || scalar == ":" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
