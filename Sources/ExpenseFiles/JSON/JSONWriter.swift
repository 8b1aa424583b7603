/// Builds JSON text in one canonical form: no blanks, the shortest escapes, `/` as it stands.
struct JSONWriter {
  private(set) var bytes: [UInt8]

  /// Goes on behind bytes that were written before.
  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Appends text as it stands.
  mutating func raw(_ text: StaticString) {
    for byte in text.description.utf8 { bytes.append(byte) }
  }

  /// Appends text that is JSON already.
  mutating func raw(json text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends a string with its quotes.
  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0x08: raw("\\b")
      case 0x0C: raw("\\f")
      case 0..<0x20:
        raw("\\u00")
        hexadecimal(byte)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a whole number.
  mutating func number(_ number: Int64) {
    bytes.append(contentsOf: String(number).utf8)
  }

  private mutating func hexadecimal(_ byte: UInt8) {
    for digit in [byte >> 4, byte & 15] {
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// Hands over what was written, and begins again empty.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
