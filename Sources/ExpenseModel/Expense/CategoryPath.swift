/// A category as a path of names from the general to the special: "Travel:Rail".
///
/// As text the names are joined by ":"; in a name ":" is written "\:" and "\" is written "\\".
/// Names are trimmed of white space at both ends and otherwise kept as they are. The empty path
/// means no category.
public struct CategoryPath: Hashable, Sendable {
  /// The names, from the general to the special.
  public let names: [String]

  /// Most names that a path has.
  public static let maximumLevels = 16

  /// Creates a path from names, in which ":" and "\" have no meaning.
  ///
  /// - Throws: ``ExpenseError/Code/invalid`` for a blank name and for more than 16 names.
  public init(names: [String]) throws(ExpenseError) {
    guard names.count <= CategoryPath.maximumLevels else {
      throw ExpenseError(
        .invalid, "a category has at most 16 levels: \(names.count)", field: .category)
    }
    var trimmed: [String] = []
    for name in names {
      let name = TextRules.trimmed(name)
      guard !name.isEmpty else {
        throw ExpenseError(
          .invalid, "a category's name is blank in \(quoted(names.joined(separator: ":")))",
          field: .category)
      }
      trimmed.append(name)
    }
    self.names = trimmed
  }

  /// Reads a path from its text; a blank text is the empty path.
  ///
  /// - Throws: ``ExpenseError/Code/invalid`` for a blank name, for more than 16 names, and for a
  ///   "\" that stands before neither ":" nor "\".
  public init(parsing text: String) throws(ExpenseError) {
    guard !TextRules.isBlank(text) else {
      try self.init(names: [])
      return
    }
    var names: [String] = []
    var name = String.UnicodeScalarView()
    var escaped = false
    for scalar in text.unicodeScalars {
      if escaped {
        guard scalar == ":" || scalar == "\\" else { throw CategoryPath.loneBackslash(text) }
        name.append(scalar)
        escaped = false
      } else if scalar == "\\" {
        escaped = true
      } else if scalar == ":" {
        names.append(String(name))
        name = String.UnicodeScalarView()
      } else {
        name.append(scalar)
      }
    }
    guard !escaped else { throw CategoryPath.loneBackslash(text) }
    names.append(String(name))
    try self.init(names: names)
  }

  /// Whether the path has no names: no category.
  public var isEmpty: Bool { names.isEmpty }

  /// Whether this is the ancestor itself or below it; everything is within the empty path.
  public func isWithin(_ ancestor: CategoryPath) -> Bool { names.starts(with: ancestor.names) }

  private static func loneBackslash(_ text: String) -> ExpenseError {
    ExpenseError(
      .invalid,
      "in a category \"\\\" stands before \":\" or another \"\\\" only: \(quoted(text))",
      field: .category)
  }
}

extension CategoryPath: CustomStringConvertible {
  /// The canonical text: equal paths have equal texts, and reading it gives the path.
  public var description: String { names.map(CategoryPath.escaped).joined(separator: ":") }

  /// One name as it stands in the text of a path.
  public static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x3A || $0 == 0x5C }) else { return name }
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar == ":" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// Whether reading the text and writing it again surely gives the same text; allocates nothing.
  static func isCanonical(_ text: String) -> Bool {
    let utf8 = text.utf8
    let bytes = utf8.span
    var levels = 1
    // The first byte of the name's latest character; ":" before there is one.
    var lead: UInt8 = 0x3A
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if byte == 0x3A {
        guard lead != 0x3A, TextRules.isVisible(lead: lead), levels < maximumLevels else {
          return false
        }
        levels &+= 1
      } else if byte == 0x5C || (lead == 0x3A && !TextRules.isVisible(lead: byte)) {
        return false
      }
      if byte & 0xC0 != 0x80 { lead = byte }
    }
    return lead != 0x3A && TextRules.isVisible(lead: lead)
  }
}
