internal import ExpenseModel

/// What stands between two stars of a glob: bytes of UTF-8, and places for any one character.
struct GlobPiece: Hashable, Sendable {
  /// A byte, or ``anyCharacter``.
  private let units: [UInt16]

  private static let anyCharacter: UInt16 = 0x100

  /// Bytes without any special meaning.
  init(plain bytes: [UInt8]) { units = bytes.map(UInt16.init) }

  private init(units: [UInt16]) { self.units = units }

  /// The pairs of bytes that a text with it has.
  var pairs: BytePairs {
    var bits: UInt64 = 0
    for (first, second) in zip(units, units.dropFirst()) where max(first, second) < 0x100 {
      bits |= BytePairs.bit(UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: second))
    }
    return BytePairs(rawValue: bits)
  }

  /// Splits a folded glob at its stars.
  static func pieces(of glob: [UInt8]) throws(ExpenseError) -> [GlobPiece] {
    var pieces: [GlobPiece] = []
    var units: [UInt16] = []
    var isEscaped = false
    for byte in glob {
      let isSpecial = byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?")
      if isEscaped {
        guard isSpecial || byte == UInt8(ascii: "\\") else { break }
        units.append(UInt16(byte))
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "*") {
        pieces.append(GlobPiece(units: units))
        units = []
      } else {
        units.append(isSpecial ? anyCharacter : UInt16(byte))
      }
    }
    guard !isEscaped else {
      throw JSONReader.fault(
        "\(quoted(String(decoding: glob, as: UTF8.self))): a \\ stands before *, ? or \\ only")
    }
    pieces.append(GlobPiece(units: units))
    return pieces
  }

  /// Whether a whole text is the pieces with anything between them.
  static func match(_ pieces: [GlobPiece], _ text: Span<UInt8>) -> Bool {
    guard let first = pieces.first, let last = pieces.last else { return text.isEmpty }
    guard var position = first.end(at: 0, in: text, upTo: text.count) else { return false }
    if pieces.count == 1 { return position == text.count }
    // The first place where a piece fits leaves the most room for those behind it.
    for piece in pieces[1..<(pieces.count - 1)] {
      guard let end = piece.find(in: text, from: position, upTo: text.count) else { return false }
      position = end
    }
    guard let start = last.start(endingAt: text.count, in: text), start >= position else {
      return false
    }
    return last.end(at: start, in: text, upTo: text.count) == text.count
  }

  /// Where the first place ends at which it stands.
  func find(in text: Span<UInt8>, from start: Int, upTo end: Int) -> Int? {
    var start = start
    while start <= end {
      if let found = self.end(at: start, in: text, upTo: end) { return found }
      start += 1
      while start < end, GlobPiece.isContinuation(text[start]) { start += 1 }
    }
    return nil
  }

  /// Where it ends when it stands at a place; nil when it does not.
  func end(at start: Int, in text: Span<UInt8>, upTo end: Int) -> Int? {
    var position = start
    for unit in units {
      guard position < end else { return nil }
      if unit == GlobPiece.anyCharacter {
        position += 1
        while position < end, GlobPiece.isContinuation(text[position]) { position += 1 }
      } else {
        guard UInt16(text[position]) == unit else { return nil }
        position += 1
      }
    }
    return position
  }

  /// Where it would have to begin to end at a place; nil when the text is too short.
  private func start(endingAt end: Int, in text: Span<UInt8>) -> Int? {
    var position = end
    for unit in units.reversed() {
      guard position > 0 else { return nil }
      position -= 1
      if unit == GlobPiece.anyCharacter {
        while position > 0, GlobPiece.isContinuation(text[position]) { position -= 1 }
      }
    }
    return position
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
