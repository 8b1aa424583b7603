/// Something wrong in what the generator reads, and where it stands.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The file, as the path that the compiler was given.
  public var file: String
  /// The line, from 1; `nil` when the file as a whole is meant.
  public var line: Int?
  /// What is wrong and what to do about it.
  public var message: String

  /// Makes a diagnostic.
  public init(file: String, line: Int? = nil, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }
}

extension Diagnostic: CustomStringConvertible {
  /// One line that editors and terminals can follow: `Sources/IExpenseC/Change.swift:41: …`.
  public var description: String {
    guard let line else { return "\(file): \(message)" }
    return "\(file):\(line): \(message)"
  }
}

/// All that is wrong in one run: a run reports every declaration, not only the first.
public struct Diagnostics: Error, Hashable, Sendable {
  /// The diagnostics, in the order in which they were found; never empty when thrown.
  public var all: [Diagnostic]

  /// Makes a list of diagnostics.
  public init(_ all: [Diagnostic]) {
    self.all = all
  }
}

extension Diagnostics: CustomStringConvertible {
  /// One diagnostic a line.
  public var description: String {
    all.map(\.description).joined(separator: "\n")
  }
}
