internal import ExpenseModel

/// The JSON files that can be imported: the tutorial's list of items, and the library's own.
enum JSONFormat {
  /// Whether the first character is one that a JSON file begins with.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    var index = TextEncoding.mark(of: bytes)?.length ?? 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x00: index += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): return true
      default: return false
      }
    }
    return false
  }

  /// Opens a file by what it is.
  static func open(
    _ file: [UInt8], _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    let text = try text(of: file)
    var reader = JSONReader(text.bytes, start: text.start)
    switch try reader.peek() {
    case .array: return try ItemsFile.open(text, context)
    case .object: return try OwnJSONFile.open(text, context)
    default: throw reader.failure("neither a list of items nor an object")
    }
  }

  /// The text of a file: UTF-8 (RFC 8259, section 8.1), or UTF-16 where a mark says so.
  static func text(of file: [UInt8]) throws(ExpenseError) -> DecodedText {
    let mark = TextEncoding.mark(of: file)?.encoding
    let isUTF16 = mark == .utf16Little || mark == .utf16Big
    return try DecodedText(file, declared: isUTF16 ? nil : .utf8)
  }
}
