/// Texts compared without regard to case.
public enum TextFold {
  /// Gives the form of a text that is the same for every way to write it in capitals or not.
  ///
  /// Unicode's full mapping to upper case and then to lower case, so that "Straße" and "STRASSE"
  /// are one, independent of any locale. Accents count.
  public static func fold(_ text: String) -> String {
    var needsWork = false
    for byte in text.utf8 where byte &- 0x41 < 26 || byte >= 0x80 {
      needsWork = true
      break
    }
    return needsWork ? text.uppercased().lowercased() : text
  }

  /// Whether the text contains what was folded before; no allocation where the text is ASCII.
  public static func contains(_ folded: String, in text: String) -> Bool {
    let needle = folded.utf8
    let haystack = text.utf8
    if let found = containsASCII(needle.span, haystack.span) { return found }
    let whole = fold(text).utf8
    return containsASCII(needle.span, whole.span, bytewise: true) ?? false
  }

  /// Searches bytes, folding ASCII letters; nil when a byte is not ASCII, unless bytewise.
  private static func containsASCII(
    _ needle: Span<UInt8>, _ haystack: Span<UInt8>, bytewise: Bool = false
  ) -> Bool? {
    if !bytewise {
      var bits: UInt8 = 0
      for index in haystack.indices { bits |= haystack[index] }
      guard bits < 0x80 else { return nil }
    }
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

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
