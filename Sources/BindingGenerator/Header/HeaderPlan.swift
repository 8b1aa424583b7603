/// What the header is made of besides the declarations: its order, and the words of its manual.
struct HeaderPlan: Sendable {
  /// A section of the header.
  struct Section: Sendable {
    /// The name of its Swift file, of its `section:` mark in CIExpense and of its program.
    var name: String
    /// Its heading.
    var title: String
    /// What it is about: paragraphs, in the form that ``CComment/paragraphs(_:)`` takes.
    var introduction: String
    /// Macros that make a struct with its size set: `IEX_EXPENSE` for `iex_expense`.
    var initializers: [Initializer] = []
  }

  /// A macro that makes a struct with its size set.
  struct Initializer: Sendable {
    var macro: String
    var structure: String
  }

  /// The version of the library: major, minor, patch.
  var version: Version
  /// The manual's first pages.
  var introduction: String
  /// From simple to advanced.
  var sections: [Section]
  /// Handles that C takes as `const`: they are only read.
  var constantHandles: Set<String>
}

/// A version number.
struct Version: Sendable, CustomStringConvertible {
  var major: Int
  var minor: Int
  var patch: Int

  var description: String { "\(major).\(minor).\(patch)" }
}

extension HeaderPlan {
  /// Finds the section of a Swift file: `Errors.swift` and `Errors+Layout.swift` are one.
  func section(ofFile path: String) throws(DeclarationProblem) -> String {
    let file = path.split(separator: "/").last ?? ""
    let name = file.prefix { $0 != "." && $0 != "+" }
    guard let section = sections.first(where: { $0.name == name }) else {
      let names = sections.map(\.name).joined(separator: ", ")
      throw DeclarationProblem(message: "\(file) is no section of the header: \(names)")
    }
    return section.name
  }
}
