/// Texts as values of a journal's metadata.
enum JournalText {
  /// The pieces of a value as Ledger and hledger read it, each at most so many bytes long.
  ///
  /// A text stands as it is where it can, and else as a JSON string with its quotation marks: one
  /// with control characters, with a blank at an end, that begins with `"`, or has in it what ends a
  /// value: `,` for hledger, `[` for Ledger. Pieces are JSON strings.
  static func values(_ text: String, _ dialect: JournalDialect, most: Int) -> [String] {
    if text.utf8.count <= most, isPlain(text, dialect) { return [text] }
    var json = JSONWriter()
    json.string(text)
    return pieces(of: json.take().dropFirst().dropLast(), end(dialect), most: most).map {
      "\"\(String(decoding: $0, as: UTF8.self))\""
    }
  }

  /// What ends a value.
  private static func end(_ dialect: JournalDialect) -> UInt8 {
    dialect == .hledger ? UInt8(ascii: ",") : UInt8(ascii: "[")
  }

  private static func isPlain(_ text: String, _ dialect: JournalDialect) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      first != "\"", !JournalDialect.isBlank(first), !JournalDialect.isBlank(last)
    else { return false }
    let end = end(dialect)
    return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != end }
  }

  /// Cuts the inside of a JSON string where no escape and no character is cut, and writes what ends
  /// a value as an escape.
  private static func pieces(
    of inside: ArraySlice<UInt8>, _ end: UInt8, most: Int
  ) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    var rest = inside
    while let byte = rest.first {
      var length = 1
      if byte == UInt8(ascii: "\\") {
        length = rest.dropFirst().first == UInt8(ascii: "u") ? 6 : 2
      } else if byte >= 0xC0 {
        length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      }
      let escaped = byte == end ? Array("\\u00\(String(byte, radix: 16))".utf8) : nil
      let token = escaped ?? Array(rest.prefix(length))
      if piece.count + token.count > most {
        pieces.append(piece)
        piece = []
      }
      piece.append(contentsOf: token)
      rest = rest.dropFirst(length)
    }
    pieces.append(piece)
    return pieces
  }

  /// A string of beancount, with its quotation marks.
  static func beancountString(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
