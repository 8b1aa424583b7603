internal import ExpenseModel

/// A format that a file to import may have.
///
/// A new format is one line in ``all``: its name, what its first bytes look like, and what opens it.
struct FileFormat: Sendable {
  /// As in ``ImportOptions/format`` and ``ImportSummary/format``.
  let name: String
  /// Whether bytes begin as such a file does; no other format may begin so.
  let isLikely: @Sendable ([UInt8]) -> Bool
  /// Reads the whole file, as far as what is given allows.
  let open: @Sendable ([UInt8], OpeningContext) throws(ExpenseError) -> OpenedFile

  /// Every format, in the order in which a file is asked for them: what can be anything comes last.
  static let all: [FileFormat] = [
    FileFormat(name: "plist", isLikely: PlistFile.isLikely, open: PlistFile.open),
    FileFormat(name: "store", isLikely: StoreFile.isLikely, open: StoreFile.open),
    FileFormat(name: "ofx", isLikely: OFXFile.isLikely, open: OFXFile.open),
    FileFormat(name: "json", isLikely: JSONFormat.isLikely, open: JSONFormat.open),
    FileFormat(name: "qif", isLikely: QIFFile.isLikely, open: QIFFile.open),
    csv,
  ]

  /// What a file is that looks like nothing else.
  private static let csv = FileFormat(name: "csv", isLikely: { _ in true }, open: CSVFile.open)

  /// Whether the first line tells the columns, so that a saved profile is recognised by them.
  var hasColumns: Bool { name == FileFormat.csv.name }

  /// The format that was asked for, else the one that the content tells.
  ///
  /// - Parameter name: "": told from the content.
  /// - Throws: `argument` for an unknown name.
  static func find(_ name: String, _ bytes: [UInt8]) throws(ExpenseError) -> FileFormat {
    guard !name.isEmpty else { return all.first { $0.isLikely(bytes) } ?? csv }
    guard let format = all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      let known = all.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw ExpenseError(
        .argument, "unknown format \"\(shortened(name))\": known are \(known)")
    }
    return format
  }
}
