internal import ExpenseModel

/// Where one cell of a row stands in the file's bytes.
struct CSVCell {
  /// The first byte of its content, behind the opening quote.
  var start: UInt32
  /// Behind its last byte, before the closing quote.
  var end: UInt32
  /// Whether quotes inside are doubled, so that the content is not the bytes as they stand.
  var isEscaped: Bool

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// One row of a CSV file, as positions in its bytes; used again for each row.
struct CSVRow {
  /// What is wrong with a row's quoting.
  enum Fault: Hashable {
    case none
    /// A closing quote is followed by text; the column counts from 0.
    case textAfterQuote(column: Int)
    /// The quote that opens this cell is never closed; the column counts from 0.
    case openQuote(column: Int)
  }

  /// The row's first byte.
  var start = 0
  /// Behind its last byte, before the line break.
  var end = 0
  /// The first of its physical lines, from 1.
  var line = 1
  var cells: [CSVCell] = []
  var fault = Fault.none
}

extension CSVRow {
  /// Whether there are only blanks behind the first so many cells, as some spreadsheets write them.
  func isBlank(behind count: Int, _ bytes: Span<UInt8>) -> Bool {
    cells.dropFirst(count).allSatisfy { Blanks.trimmed(bytes, $0.range).isEmpty }
  }
}

extension CSVCell {
  /// The cell's text, with doubled quotes made single.
  static func text(_ bytes: [UInt8], _ cell: CSVCell) -> String {
    guard cell.isEscaped else { return String(decoding: bytes[cell.range], as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(cell.range.count)
    var index = cell.range.lowerBound
    while index < cell.range.upperBound {
      text.append(bytes[index])
      let isQuote = bytes[index] == UInt8(ascii: "\"")
      index += isQuote ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
