/// How to read a file; "" is every option's default.
public struct ImportOptions: Hashable, Sendable {
  /// How its columns, numbers and dates are to be read: a JSON object.
  public var profile: String
  /// What the expenses were paid from; part of what makes two rows the same.
  public var account: String
  /// "csv" or "json"; "": told from the content.
  public var format: String
  /// The file's name, for the label and the summary; "": from the path.
  public var name: String

  public init(
    profile: String = "", account: String = "", format: String = "", name: String = ""
  ) {
    self.profile = profile
    self.account = account
    self.format = format
    self.name = name
  }
}
