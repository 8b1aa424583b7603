/// A place in a file, as people find it: byte offset, line and column.
struct Place {
  /// From 0.
  let offset: Int
  /// Physical line, from 1; LF, CRLF and a lone CR end one.
  let line: Int
  /// In characters (Unicode scalar values) of the line, from 1.
  let column: Int

  init(_ offset: Int, in bytes: [UInt8]) {
    self.offset = offset
    var line = 1
    var column = 1
    let end = min(offset, bytes.count)
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, end) : 0
    while index < end {
      let byte = bytes[index]
      let isLoneReturn =
        byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      if byte == 0x0A || isLoneReturn {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    self.line = line
    self.column = column
  }

  /// "byte 120 (line 4, column 7)"
  var text: String { "byte \(offset) (line \(line), column \(column))" }
}
