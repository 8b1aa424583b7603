internal import ExpenseModel

/// The settings file of the tutorial's app, a property list whose key `Items` holds the list of items as
/// JSON: binary or XML.
///
/// The app keeps the list as data; a text is taken too. Lines and bytes in errors and rows are those of
/// the JSON text inside, since a binary file has no lines.
enum PlistFile {
  /// The app's own key.
  static let usualKey = "Items"

  /// A value that may hold JSON.
  struct Value {
    let key: String
    /// The data, or the text as UTF-8.
    let bytes: [UInt8]
  }

  static func isLikely(_ bytes: [UInt8]) -> Bool {
    BinaryPlist.isLikely(bytes) || XMLPlist.isLikely(bytes)
  }

  /// Opens the file: all of it must be a property list, and all of the value JSON.
  static func open(
    _ file: [UInt8], _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    let isBinary = BinaryPlist.isLikely(file)
    let values = isBinary ? try BinaryPlist.values(file) : try XMLPlist.values(file)
    let given = context.profile.key
    let key = given ?? usualKey
    var opened = OpenedFile(format: "plist", encoding: .utf8)
    opened.profile = context.profile
    guard let value = values.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
      var lists: [String] = []
      for value in values where JSONFormat.isLikely(value.bytes) && !value.key.isEmpty {
        if !lists.contains(value.key) { lists.append(value.key) }
      }
      guard given == nil, !lists.isEmpty else { throw noKey(key, values) }
      opened.findings = [
        Finding(
          key: "key", state: .ambiguous, candidates: lists,
          text: "key: which one holds the items, "
            + "\(CSVDetection.either(lists.map { "\"\(shortened($0))\"" }))?")
      ]
      return opened
    }
    do throws(ExpenseError) {
      opened = try ItemsFile.open(try JSONFormat.text(of: value.bytes), context.without("key"))
    } catch {
      guard error.code == .format || error.code == .encoding else { throw error }
      throw ExpenseError(error.code, "the value of \(quoted(key)): \(error.message)")
    }
    opened.format = "plist"
    opened.profile.key = given
    if let given {
      opened.findings.insert(
        Finding(key: "key", state: .given, value: given, text: "key: \(quoted(given))"), at: 0)
    }
    return opened
  }

  private static func noKey(_ key: String, _ values: [Value]) -> ExpenseError {
    let names = values.prefix(10).map { quoted($0.key) }.joined(separator: ", ")
    return ExpenseError(
      .format,
      "the property list has no data and no text under \(quoted(key)): "
        + (names.isEmpty ? "it has none at all" : "it has \(names)"))
  }
}
