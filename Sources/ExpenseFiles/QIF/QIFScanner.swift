internal import ExpenseModel

/// One line of a QIF file: a letter, and what stands behind it.
struct QIFLine {
  /// The letter's offset.
  var start = 0
  var letter: UInt8 = 0
  /// Behind the letter, without the line break.
  var text = 0..<0
  /// The physical line, from 1.
  var number = 1
  /// Whether a line break ends it.
  var isEnded = true
}

/// Reads the lines of a QIF file; LF, CRLF and a lone CR end one. Blank lines are passed over.
struct QIFScanner {
  var position: Int
  /// The physical line at the position, from 1.
  var number: Int

  init(position: Int, number: Int = 1) {
    self.position = position
    self.number = number
  }

  /// Reads the next line; false at the end.
  mutating func next(_ bytes: Span<UInt8>, _ line: inout QIFLine) -> Bool {
    while position < bytes.count {
      var start = position
      while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
        position += 1
      }
      let end = position
      let isEnded = position < bytes.count
      if isEnded {
        let isPair =
          bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
        position += isPair ? 2 : 1
      }
      defer { number += 1 }
      while start < end {
        let blank = Blanks.length(bytes, at: start, end: end)
        if blank == 0 { break }
        start += blank
      }
      if start == end { continue }
      line = QIFLine(
        start: start, letter: bytes[start], text: (start + 1)..<end, number: number,
        isEnded: isEnded)
      return true
    }
    return false
  }
}
