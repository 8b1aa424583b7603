@_spi(_Unicode) internal import Swift

/// Texts compared without regard to case and accents, the same in every locale.
public enum TextFold {
  /// Gives the form of a text that is the same for every way to write it.
  ///
  /// Canonical decomposition, without the marks that are accents; then Unicode's full mappings to
  /// lower, upper and lower case. So "Straße" and "STRASSE" are one, "Café" and "cafe", "ΣΟΦΟΣ" and
  /// "σοφος". Letters that have no decomposition, such as "ø", stay what they are.
  public static func fold(_ text: String) -> String {
    let utf8 = text.utf8
    let bytes = utf8.span
    var (all, hasCapitals): (UInt8, Bool) = (0, false)
    for index in bytes.indices {
      all |= bytes[index]
      if bytes[index] &- 0x41 < 26 { hasCapitals = true }
    }
    if all < 0x80 { return hasCapitals ? text.lowercased() : text }
    // What a case mapping gives may decompose again: "İ" is "i" and a dot in lower case.
    return plain(plain(text).lowercased().uppercased().lowercased())
  }

  /// Whether the text contains what was folded before; no allocation where the text is ASCII.
  public static func contains(_ folded: String, in text: String) -> Bool {
    let needle = folded.utf8
    let haystack = text.utf8
    if isASCII(haystack.span) { return containsFolded(needle.span, in: haystack.span) }
    let whole = fold(text).utf8
    return containsFolded(needle.span, in: whole.span)
  }

  /// Whether bytes contain folded bytes; they are folded too, or ASCII.
  public static func containsFolded(_ needle: Span<UInt8>, in haystack: Span<UInt8>) -> Bool {
    guard needle.count > 0 else { return true }
    guard needle.count <= haystack.count else { return false }
    let first = needle[0]
    for start in 0...(haystack.count &- needle.count) where lower(haystack[start]) == first {
      var index = 1
      while index < needle.count, lower(haystack[start &+ index]) == needle[index] { index &+= 1 }
      if index == needle.count { return true }
    }
    return false
  }

  /// The folded form of a byte of ASCII; any other byte as it is.
  @inlinable
  public static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// The canonical decomposition without accents.
  private static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text._nfd where !isAccent(scalar) { result.append(scalar) }
    return String(result)
  }

  /// Whether a scalar is a mark that a search passes over.
  ///
  /// Nonspacing marks by their combining class (Unicode Standard, section 4.3): those above, below
  /// and through a letter, and the vowel points of Hebrew, Arabic and Syriac. The marks that make
  /// another letter, as in Thai, in the scripts of India or in kana, are of other classes.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let properties = scalar.properties
    let combining = properties.canonicalCombiningClass.rawValue
    guard combining == 1 || combining >= 200 || 10...36 ~= combining else { return false }
    return properties.generalCategory == .nonspacingMark
  }

  private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    var bits: UInt8 = 0
    for index in bytes.indices { bits |= bytes[index] }
    return bits < 0x80
  }
}
