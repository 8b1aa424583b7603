internal import ExpenseModel

/// Finds the rows and cells of CSV text (RFC 4180), without copying any of it.
///
/// A cell that begins with a quote ends at the next quote that is not doubled and may hold line
/// breaks; a quote in the middle of another cell is text. A row ends with LF, CRLF or a lone CR,
/// mixed as they come. Empty lines are no rows, and a byte-order mark where a row begins, as in files
/// that were joined, is passed over.
struct CSVScanner {
  /// A row with more cells than this is no table: the file is refused.
  static let maximumColumns = 4_096
  /// A row with more bytes than this is refused, so that one stray quote cannot take a huge file.
  static let maximumRowBytes = 16 << 20

  let delimiter: UInt8
  /// The next byte to read.
  private(set) var position: Int
  /// The physical line of ``position``, from 1.
  private(set) var line: Int

  init(delimiter: UInt8, position: Int = 0, line: Int = 1) {
    self.delimiter = delimiter
    self.position = position
    self.line = line
  }

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Reads the next row.
  ///
  /// - Returns: False at the end of the file.
  /// - Throws: `format` when a row is larger than the limits.
  mutating func next(_ bytes: Span<UInt8>, _ row: inout CSVRow) throws(ExpenseError) -> Bool {
    skipEmptyLines(bytes)
    guard position < bytes.count else { return false }
    row.cells.removeAll(keepingCapacity: true)
    row.fault = .none
    row.start = position
    row.line = line
    let limit = min(bytes.count, position + Self.maximumRowBytes)
    while true {
      guard row.cells.count < Self.maximumColumns else {
        throw ExpenseError(
          .format, "line \(row.line): the row has more than \(Self.maximumColumns) columns")
      }
      if position < limit, bytes[position] == Self.quote {
        quotedCell(bytes, limit, &row)
      } else {
        let start = position
        let end = plainEnd(bytes, from: start, limit)
        row.cells.append(
          CSVCell(start: UInt32(start), end: UInt32(end), isEscaped: false))
        position = end
      }
      if position < limit, bytes[position] == delimiter {
        position += 1
        continue
      }
      if position == limit, limit < bytes.count {
        throw ExpenseError(
          .format,
          "line \(row.line): the row is longer than \(Self.maximumRowBytes >> 20) MiB; is a quote "
            + "not closed?")
      }
      row.end = position
      skipLineBreak(bytes)
      return true
    }
  }

  /// A byte eight times.
  @inline(__always)
  private static func eight(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Marks the bytes that are 0: the lowest mark is right, those above it may be wrong.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// The end of a cell without quotes that begins at `from`.
  @inline(__always)
  private func plainEnd(_ bytes: Span<UInt8>, from: Int, _ limit: Int) -> Int {
    var index = from
    let delimiter = self.delimiter
    // Eight bytes at a time; the lowest that is marked is one of the three.
    let words = unsafe bytes.bytes
    while index &+ 8 <= limit {
      let word = unsafe words.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        .littleEndian
      let marks =
        Self.zeros(word ^ Self.eight(delimiter)) | Self.zeros(word ^ Self.eight(Self.lineFeed))
        | Self.zeros(word ^ Self.eight(Self.carriageReturn))
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < limit {
      let byte = bytes[index]
      if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn { break }
      index &+= 1
    }
    return index
  }

  /// Reads a cell that begins with a quote, and stands behind it afterwards.
  private mutating func quotedCell(_ bytes: Span<UInt8>, _ limit: Int, _ row: inout CSVRow) {
    let start = position + 1
    var index = start
    var isEscaped = false
    while index < limit {
      let byte = bytes[index]
      if byte == Self.quote {
        if index + 1 < limit, bytes[index + 1] == Self.quote {
          isEscaped = true
          index += 2
          continue
        }
        break
      }
      if byte == Self.lineFeed
        || byte == Self.carriageReturn
          && !(index + 1 < limit && bytes[index + 1] == Self.lineFeed)
      {
        line += 1
      }
      index += 1
    }
    if index >= limit, row.fault == .none { row.fault = .openQuote(column: row.cells.count) }
    let end = min(index, limit)
    position = min(index + 1, limit)
    let rest = plainEnd(bytes, from: position, limit)
    if rest != position {
      if row.fault == .none { row.fault = .textAfterQuote(column: row.cells.count) }
      position = rest
    }
    row.cells.append(
      CSVCell(start: UInt32(start), end: UInt32(max(start, end)), isEscaped: isEscaped))
  }

  private mutating func skipEmptyLines(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[position] {
      case Self.lineFeed, Self.carriageReturn:
        skipLineBreak(bytes)
      case 0xEF
      where position + 2 < bytes.count && bytes[position + 1] == 0xBB
        && bytes[position + 2] == 0xBF:
        position += 3
      default:
        return
      }
    }
  }

  /// Goes behind a first line `sep=;`, as spreadsheets write it, and gives its character.
  mutating func skipSeparatorLine(_ bytes: Span<UInt8>) -> UInt8? {
    var next = self
    next.skipEmptyLines(bytes)
    let isQuoted = next.position < bytes.count && bytes[next.position] == Self.quote
    if isQuoted { next.position += 1 }
    for letter in "sep=".utf8 {
      guard next.position < bytes.count, bytes[next.position] | 0x20 == letter | 0x20 else {
        return nil
      }
      next.position += 1
    }
    guard next.position < bytes.count else { return nil }
    let separator = bytes[next.position]
    guard separator == 0x09 || 0x20..<0x7F ~= separator, separator != Self.quote else { return nil }
    next.position += 1
    if isQuoted {
      guard next.position < bytes.count, bytes[next.position] == Self.quote else { return nil }
      next.position += 1
    }
    guard
      next.position == bytes.count || bytes[next.position] == Self.lineFeed
        || bytes[next.position] == Self.carriageReturn
    else { return nil }
    next.skipLineBreak(bytes)
    self = next
    return separator
  }

  /// Goes behind so many physical lines.
  mutating func skipLines(_ bytes: Span<UInt8>, _ count: Int) {
    for _ in 0..<count where position < bytes.count {
      position = plainLineEnd(bytes)
      skipLineBreak(bytes)
    }
  }

  private func plainLineEnd(_ bytes: Span<UInt8>) -> Int {
    var index = position
    while index < bytes.count, bytes[index] != Self.lineFeed, bytes[index] != Self.carriageReturn {
      index += 1
    }
    return index
  }

  /// Goes behind LF, CRLF or CR, if one stands here.
  @inline(__always)
  private mutating func skipLineBreak(_ bytes: Span<UInt8>) {
    guard position < bytes.count else { return }
    if bytes[position] == Self.carriageReturn {
      position += 1
      line += 1
      if position < bytes.count, bytes[position] == Self.lineFeed { position += 1 }
    } else if bytes[position] == Self.lineFeed {
      position += 1
      line += 1
    }
  }
}
