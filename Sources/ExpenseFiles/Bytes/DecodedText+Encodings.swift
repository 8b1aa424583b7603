internal import ExpenseModel

extension DecodedText {
  /// CP1252 for the bytes 0x80 to 0x9F, as the WHATWG Encoding Standard's index windows-1252 has it.
  ///
  /// The five bytes that Microsoft leaves undefined (81, 8D, 8F, 90, 9D) become the control
  /// characters of the same number, so that every file can be read and nothing becomes U+FFFD.
  private static let cp1252: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]

  /// Decodes an encoding of one byte a character.
  init(singleByte file: [UInt8], _ encoding: TextEncoding) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count + file.count / 16)
    for byte in file {
      switch byte {
      case 0..<0x80:
        bytes.append(byte)
      case 0x80..<0xA0 where encoding == .cp1252:
        DecodedText.append(UInt32(Self.cp1252[Int(byte - 0x80)]), to: &bytes)
      default:
        DecodedText.append(UInt32(byte), to: &bytes)
      }
    }
    self.bytes = bytes
    start = 0
    self.encoding = encoding
  }

  /// Decodes UTF-16 with a mark, or in the declared byte order.
  init(
    utf16 file: [UInt8], declared: TextEncoding, _ mark: (encoding: TextEncoding, length: Int)?
  ) throws(ExpenseError) {
    var isBig = declared == .utf16Big
    var index = 0
    if let mark, mark.encoding != .utf8WithMark {
      isBig = mark.encoding == .utf16Big
      index = mark.length
    } else if declared == .utf16, let found = TextEncoding.unmarkedUTF16(file) {
      isBig = found == .utf16Big
    } else if declared == .utf16 {
      throw ExpenseError(
        .encoding,
        "the file has no byte-order mark: name \"utf-16-le\" or \"utf-16-be\" as its encoding")
    }
    guard file.count.isMultiple(of: 2) else {
      throw ExpenseError(.encoding, "byte \(file.count): the file ends in the middle of UTF-16")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count)
    func unit(_ index: Int) -> UInt32 {
      isBig
        ? UInt32(file[index]) << 8 | UInt32(file[index + 1])
        : UInt32(file[index + 1]) << 8 | UInt32(file[index])
    }
    while index < file.count {
      var scalar = unit(index)
      let isHighSurrogate = scalar & 0xFC00 == 0xD800
      if isHighSurrogate, index + 3 < file.count, unit(index + 2) & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(index + 2) & 0x3FF
        index += 2
      } else if scalar & 0xF800 == 0xD800 {
        throw ExpenseError(.encoding, "byte \(index): half of a UTF-16 surrogate pair")
      }
      DecodedText.append(scalar, to: &bytes)
      index += 2
    }
    self.bytes = bytes
    start = 0
    encoding = declared == .utf16 ? .utf16 : isBig ? .utf16Big : .utf16Little
  }

  /// Appends a scalar value as UTF-8.
  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (scalar >> shift) & 0x3F) }
    switch scalar {
    case 0..<0x80:
      bytes.append(UInt8(scalar))
    case 0x80..<0x800:
      bytes.append(UInt8(0xC0 | scalar >> 6))
      bytes.append(tail(0))
    case 0x800..<0x10000:
      bytes.append(UInt8(0xE0 | scalar >> 12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    default:
      bytes.append(UInt8(0xF0 | (scalar >> 18) & 0x07))
      bytes.append(tail(12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    }
  }
}
