import ExpenseModel
import Testing

@Suite("Case and accents")
struct TextFoldTests {
  @Test(
    "texts that are one but for case and accents",
    arguments: [
      ("Parking", "PARKING"), ("Straße", "STRASSE"), ("Été", "ÉTÉ"), ("ΣΊΣΥΦΟΣ", "σίσυφος"),
      ("Москва", "МОСКВА"), ("", ""), ("ﬁne", "FINE"), ("a1-b_2", "A1-B_2"), ("[@`{", "[@`{"),
      ("Café", "CAFE"), ("Cafe\u{301}", "café"), ("ΣΟΦΟΣ", "σοφος"), ("STRAẞE", "strasse"),
      ("İstanbul", "istanbul"), ("Łódź", "ŁODZ"), ("Ångström", "angstrom"), ("Việt", "VIET"),
      ("한글", "한글"), ("ﾊ", "ﾊ"), ("ǅ", "ǆ"), ("ŉ", "ʼN"), ("שָׁלוֹם", "שלום"), ("Å", "a"),
    ])
  func same(a: String, b: String) {
    #expect(TextFold.fold(a) == TextFold.fold(b))
    #expect(TextFold.fold(TextFold.fold(a)) == TextFold.fold(a))
    #expect(TextFold.contains(TextFold.fold(a), in: b))
    #expect(TextFold.contains(TextFold.fold(b), in: "xX" + a + "Yy"))
  }

  @Test(
    "texts that are not",
    arguments: [
      ("a", "o"), ("o", "ø"), ("か", "が"), ("ก", "กุ"), ("क", "कु"), ("@", "`"), ("[", "{"),
      ("ab", "a b"),
    ])
  func different(a: String, b: String) { #expect(TextFold.fold(a) != TextFold.fold(b)) }

  @Test(
    "search",
    arguments: [
      ("park", "Airport Parking", true), ("", "", true), ("", "x", true), ("x", "", false),
      ("aab", "AAAB", true), ("abc", "ab", false), ("port p", "AIRPORT PARKING", true),
      ("café", "Grand CAFÉ Central", true), ("cafe", "Café", true), ("ö", "abc", false),
      ("ö", "Zoo", true),
      ("strasse", "Große Straße 5", true), ("zz", "éz", false), ("東京", "東京駅", true),
    ])
  func search(needle: String, text: String, found: Bool) {
    #expect(TextFold.contains(TextFold.fold(needle), in: text) == found)
  }
}
