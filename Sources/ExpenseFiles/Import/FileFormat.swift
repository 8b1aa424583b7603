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
  /// - Throws: `argument` for an unknown name, `format` for a web page.
  static func find(_ name: String, _ bytes: [UInt8]) throws(ExpenseError) -> FileFormat {
    guard !name.isEmpty else {
      if isWebPage(bytes) {
        throw ExpenseError(
          .format,
          "the file is a web page (HTML), as banks send one in place of a file when one has to log in "
            + "again: download it anew")
      }
      return all.first { $0.isLikely(bytes) } ?? csv
    }
    guard let format = all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      let known = all.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw ExpenseError(
        .argument, "unknown format \"\(shortened(name))\": known are \(known)")
    }
    return format
  }

  /// Whether bytes begin as a page of HTML does.
  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    var text: [UInt8] = []
    for byte in bytes.dropFirst(TextEncoding.mark(of: bytes)?.length ?? 0) where byte != 0 {
      if text.isEmpty && byte <= 0x20 { continue }
      text.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
      if text.count == 14 { break }
    }
    return text.starts(with: "<html".utf8) || text.starts(with: "<!doctype html".utf8)
  }
}
