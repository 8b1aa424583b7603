internal import ExpenseModel

/// What stands at the beginning of an OFX file (1.6, section 2.2; 2.3, section 2.2).
enum OFXHeader {
  /// How far a file is looked at.
  private static let most = 4_096

  /// The beginning of a file in capitals, without the zeros of UTF-16.
  private static func beginning(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for byte in bytes.prefix(most) where byte != 0 {
      text.append(byte &- UInt8(ascii: "a") < 26 ? byte - 0x20 : byte)
    }
    return text
  }

  /// Whether a file begins as OFX does: with its header, or with a tag where `<OFX>` follows.
  static func isThere(_ bytes: [UInt8]) -> Bool {
    let text = beginning(bytes)
    let start = TextEncoding.mark(of: bytes)?.length ?? 0
    guard let first = text.dropFirst(start).firstIndex(where: { $0 > 0x20 }) else { return false }
    if find("OFXHEADER", in: text, from: first, at: first) != nil { return true }
    // Some programs leave out the first line of the header, or all of it.
    guard
      text[first] == UInt8(ascii: "<") || find("DATA:OFX", in: text, from: first, at: first) != nil
    else { return false }
    return ["<OFX>", "<OFX ", "<?OFX", "<STMTTRN>", "<BANKTRANLIST>"].contains {
      find($0, in: text, from: first) != nil
    }
  }

  /// The encoding that the header names, as far as it is none that this library reads; nil for one
  /// that it reads, and for none.
  static func unknownEncoding(_ bytes: [UInt8]) -> String? {
    let text = beginning(bytes)
    for key in ["CHARSET", "ENCODING"] {
      guard let end = find(key, in: text, from: 0) else { continue }
      var name = text[end...].drop { [0x20, 0x22, 0x27, 0x3A, 0x3D].contains($0) }
      name = name.prefix { $0 > 0x22 && $0 != 0x27 && $0 != UInt8(ascii: "<") && $0 < 0x7F }
      let value = String(decoding: name.prefix(40), as: UTF8.self)
      if !known.contains(value), TextEncoding(named: value) == nil { return value }
    }
    return nil
  }

  /// What headers say of CP1252, Latin-1, ASCII, UTF-8, or nothing.
  private static let known: Set = [
    "", "NONE", "1252", "CP1252", "USASCII", "US-ASCII", "ASCII", "UNICODE", "8859-1",
    "ISO8859-1", "ISO-8859-1", "ANSI", "UTF-8", "UTF8", "CSUNICODE", "UTF-16",
  ]

  /// Behind the first place of a word; with `at` only there.
  private static func find(
    _ word: String, in text: [UInt8], from start: Int, at only: Int? = nil
  ) -> Int? {
    let bytes = Array(word.utf8)
    var index = start
    while index + bytes.count <= text.count, only == nil || index == only {
      if text[index] == bytes[0], text[index..<index + bytes.count].elementsEqual(bytes) {
        return index + bytes.count
      }
      index += 1
    }
    return nil
  }
}
