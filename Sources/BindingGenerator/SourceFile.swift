/// A text and the path that it has in the package.
public struct SourceFile: Hashable, Sendable {
  /// The path from the package's root.
  public var path: String
  public var text: String

  /// Makes a file; nothing is written.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
