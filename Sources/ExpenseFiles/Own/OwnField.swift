/// The texts of an expense in the library's own files, in the order of the CSV file's columns.
enum OwnField: Int, CaseIterable {
  case uuid, date, name, type, category, amount, currency
  case conversionAmount, conversionCurrency, conversionRate
  case account, note, tags, reimbursement
  case sourceImport, sourceName, sourceLine, sourceFingerprint, sourceID
  case extra

  /// The CSV file's header, by which it is recognised; a later version has more columns behind.
  static let header =
    "uuid,date,name,type,category,amount,currency,conversion_amount,conversion_currency,"
    + "conversion_rate,account,note,tags,reimbursement,source_import,source_name,source_line,"
    + "source_fingerprint,source_id,extra"

  /// Whether anything may stand in it, so that a spreadsheet could take it for a formula.
  var isText: Bool {
    switch self {
    case .name, .type, .category, .account, .note, .tags, .sourceName, .sourceID, .extra: true
    default: false
    }
  }

  /// The column's name.
  var name: String {
    String(OwnField.header.split(separator: ",", omittingEmptySubsequences: false)[rawValue])
  }
}

extension OwnField {
  /// Joins texts of a list in one cell: `;` between them, `\` before a `;` or `\` inside.
  static func join(_ texts: [String]) -> String {
    var joined: [UInt8] = []
    for (index, text) in texts.enumerated() {
      if index > 0 { joined.append(UInt8(ascii: ";")) }
      for byte in text.utf8 {
        if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\\") {
          joined.append(UInt8(ascii: "\\"))
        }
        joined.append(byte)
      }
    }
    return String(decoding: joined, as: UTF8.self)
  }

  /// Takes the texts of a list apart again; nil when a `\` stands before another character.
  static func split(_ joined: String) -> [String]? {
    if joined.isEmpty { return [] }
    var texts: [String] = []
    var text: [UInt8] = []
    var isEscaped = false
    for byte in joined.utf8 {
      if isEscaped {
        guard byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\\") else { return nil }
        text.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: ";") {
        texts.append(String(decoding: text, as: UTF8.self))
        text = []
      } else {
        text.append(byte)
      }
    }
    texts.append(String(decoding: text, as: UTF8.self))
    return isEscaped ? nil : texts
  }
}
