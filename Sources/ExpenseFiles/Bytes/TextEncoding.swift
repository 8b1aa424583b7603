internal import ExpenseModel

/// The encodings that a file may have; its text is kept as UTF-8.
enum TextEncoding: String, CaseIterable {
  case utf8 = "utf-8"
  /// UTF-8 with a byte-order mark at the start.
  case utf8WithMark = "utf-8-sig"
  case cp1252
  case latin1 = "latin-1"
  case utf16 = "utf-16"
  case utf16Little = "utf-16-le"
  case utf16Big = "utf-16-be"

  /// The encoding that a profile names, in any case and with the usual other names.
  init?(named name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "utf-8-sig", "utf8-sig": self = .utf8WithMark
    case "cp1252", "windows-1252", "cp-1252": self = .cp1252
    case "latin-1", "latin1", "iso-8859-1": self = .latin1
    case "utf-16", "utf16": self = .utf16
    case "utf-16-le", "utf-16le": self = .utf16Little
    case "utf-16-be", "utf-16be": self = .utf16Big
    default: return nil
    }
  }

  /// The encoding that a byte-order mark at the start says, and the mark's length.
  static func mark(of bytes: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8WithMark, 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16Little, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16Big, 2) }
    return nil
  }

  /// Whether CP1252 has no character for a byte. Shift_JIS, GBK, CP1250 and others use these bytes.
  static func isStrange(_ byte: UInt8) -> Bool {
    [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte)
  }

  /// UTF-16 without a mark: of text that is mostly ASCII every other byte is 0; nil for other text.
  static func unmarkedUTF16(_ bytes: [UInt8]) -> TextEncoding? {
    let pairs = min(bytes.count, 4_096) / 2
    var zeros = (first: 0, second: 0)
    for pair in 0..<pairs {
      if bytes[2 * pair] == 0 { zeros.first += 1 }
      if bytes[2 * pair + 1] == 0 { zeros.second += 1 }
    }
    if zeros.second * 2 > pairs, zeros.first * 20 <= pairs { return .utf16Little }
    if zeros.first * 2 > pairs, zeros.second * 20 <= pairs { return .utf16Big }
    return nil
  }
}

/// A file's text as UTF-8 bytes.
struct DecodedText {
  /// Valid UTF-8.
  var bytes: [UInt8]
  /// The first byte of the text: behind a byte-order mark that is still there.
  var start: Int
  /// What it was, for the summary.
  var encoding: TextEncoding
  /// The first byte that CP1252 has no character for, where the text was taken for that.
  private(set) var strangeByte: (value: UInt8, place: Place)?

  /// Decodes a file.
  ///
  /// - Parameter declared: What the profile says. Without it: a byte-order mark, else UTF-16 when
  ///   every other byte is 0, else UTF-8 when the bytes are that, else CP1252.
  /// - Throws: `encoding`, with line and byte offset, when the bytes are not what was declared.
  init(_ file: [UInt8], declared: TextEncoding?) throws(ExpenseError) {
    let mark = TextEncoding.mark(of: file)
    switch declared ?? mark?.encoding ?? TextEncoding.unmarkedUTF16(file) {
    case .utf8, .utf8WithMark:
      if let offset = DecodedText.firstInvalidByte(in: file) {
        throw ExpenseError(
          .encoding,
          "\(Place(offset, in: file).text): the byte there is not UTF-8")
      }
      self.init(utf8: file, mark)
    case .utf16, .utf16Little, .utf16Big:
      try self.init(
        utf16: file, declared: declared ?? TextEncoding.unmarkedUTF16(file) ?? .utf16, mark)
    case .cp1252:
      self.init(singleByte: file, .cp1252)
    case .latin1:
      self.init(singleByte: file, .latin1)
    case nil:
      if DecodedText.firstInvalidByte(in: file) == nil {
        self.init(utf8: file, mark)
      } else {
        self.init(singleByte: file, .cp1252)
        if let offset = file.firstIndex(where: TextEncoding.isStrange) {
          strangeByte = (file[offset], Place(offset, in: file))
        }
      }
    }
    // Programs of DOS end a text so.
    while bytes.count > start, bytes[bytes.count - 1] == 0x1A { bytes.removeLast() }
    guard bytes.count <= FileBytes.maximumSize else {
      throw ExpenseError(.format, "the file's text is too large: it must be under 4 GiB as UTF-8")
    }
  }

  private init(utf8 file: [UInt8], _ mark: (encoding: TextEncoding, length: Int)?) {
    bytes = file
    start = mark?.encoding == .utf8WithMark ? 3 : 0
    encoding = start == 0 ? .utf8 : .utf8WithMark
  }

  /// The offset of the first byte that makes this no UTF-8, or nil.
  static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    let words = unsafe bytes.span.bytes
    func isASCII(_ index: Int) -> Bool {
      unsafe words.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        & 0x8080_8080_8080_8080 == 0
    }
    var index = 0
    while index < bytes.count {
      // Most of a file is ASCII, of which eight bytes are valid at a glance.
      while index &+ 8 <= bytes.count, isASCII(index) { index &+= 8 }
      var end = min(index &+ 8, bytes.count)
      while end < bytes.count, end &+ 8 > bytes.count || !isASCII(end) {
        end = min(end &+ 8, bytes.count)
      }
      do {
        _ = try UTF8Span(validating: bytes.span.extracting(index..<end))
      } catch {
        return index + error.byteOffsets.lowerBound
      }
      index = end
    }
    return nil
  }
}
