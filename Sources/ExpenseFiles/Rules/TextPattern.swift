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
  }

  /// Whether a folded text is like this. O(text × pattern) at worst, and no pattern is worse.
  func matches(_ text: Span<UInt8>) -> Bool {
    switch kind {
    case .contains: pieces[0].find(in: text, from: 0, upTo: text.count) != nil
    case .starts: pieces[0].end(at: 0, in: text, upTo: text.count) != nil
    case .glob: GlobPiece.match(pieces, text)
    }
  }
}
