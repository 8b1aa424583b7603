/// How to read a file; "" is every text's default.
public struct ImportOptions: Sendable {
  /// How its columns, numbers and dates are to be read: a JSON object, or the name of a profile
  /// that was saved in the store. "": what the file itself says, and the saved profile whose header
  /// it has.
  public var profile: String
  /// What the expenses were paid from; part of what makes two rows the same.
  public var account: String
  /// "csv", "json", "ofx" (OFX 1 and 2, QFX), "qif", "plist" or "store" (a store of this library);
  /// "": told from the content.
  public var format: String
  /// The file's name, for the label and the summary; "": from the path.
  public var name: String
  /// Hears how far opening and committing have come, on the thread that called them; with false it
  /// cancels the call, which then throws `cancelled`. It must not use the import.
  public var progress: (@Sendable (ImportProgress) -> Bool)?
  /// Where the file stands, which ``Import/open(_:path:options:)`` sets; "": in memory only.
  var path = ""
  /// Of another store, which is read through its path, the numbers of its expenses.
  var snapshotIDs: [UInt32]?

  public init(
    profile: String = "", account: String = "", format: String = "", name: String = "",
    progress: (@Sendable (ImportProgress) -> Bool)? = nil
  ) {
    self.profile = profile
    self.account = account
    self.format = format
    self.name = name
    self.progress = progress
  }
}
