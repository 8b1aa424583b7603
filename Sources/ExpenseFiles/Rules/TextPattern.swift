internal import ExpenseModel

/// What a text must be like, regardless of case and accents as in ``TextFold``.
struct TextPattern: Hashable, Sendable {
  /// How; the raw value is the rule's key.
  enum Kind: String, CaseIterable {
    case contains, starts
    /// The whole text: `*` stands for any characters, also none, `?` for one, and `\` before one of
    /// these three for itself.
    case glob
  }

  let kind: Kind
  /// Folded; of a glob what stands between its stars.
  private let pieces: [GlobPiece]
  /// The pairs of bytes that a text must have.
  private let pairs: BytePairs

  /// - Throws: `argument` for an empty text to contain or begin with, which every text does, and
  ///   for a glob with a `\` before another character.
  init(_ kind: Kind, _ text: String) throws(ExpenseError) {
    self.kind = kind
    let folded = TextFold.fold(text)
    switch kind {
    case .contains, .starts:
      guard !folded.isEmpty else {
        throw JSONReader.fault("\(quoted(text)) is in every text: give at least one letter")
      }
      pieces = [GlobPiece(plain: Array(folded.utf8))]
    case .glob:
      pieces = try GlobPiece.pieces(of: Array(folded.utf8))
    }
    pairs = pieces.reduce(BytePairs()) { $0.union($1.pairs) }
  }

  /// Whether a folded text is like this. O(text × pattern) at worst, and no pattern is worse.
  ///
  /// - Parameter present: The pairs of bytes that the text has, which rule most patterns out.
  func matches(_ text: Span<UInt8>, _ present: BytePairs) -> Bool {
    guard pairs.isSubset(of: present) else { return false }
    switch kind {
    case .contains: return pieces[0].find(in: text, from: 0, upTo: text.count) != nil
    case .starts: return pieces[0].end(at: 0, in: text, upTo: text.count) != nil
    case .glob: return GlobPiece.match(pieces, text)
    }
  }
}

/// Which pairs of neighbouring bytes a text has, as a hash of 64 bits.
struct BytePairs: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ text: Span<UInt8>) {
    var bits: UInt64 = 0
    if text.count > 1 {
      for index in 1..<text.count { bits |= BytePairs.bit(text[index &- 1], text[index]) }
    }
    rawValue = bits
  }

  static func bit(_ first: UInt8, _ second: UInt8) -> UInt64 {
    1 &<< (UInt64(first) &* 7 &+ UInt64(second) &* 13)
  }
}
