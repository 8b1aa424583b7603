import ExpenseModel
import Testing

@Suite("Case")
struct TextFoldTests {
  @Test(
    "texts that are one but for case",
    arguments: [
      ("Parking", "PARKING"), ("Straße", "STRASSE"), ("Été", "ÉTÉ"), ("ΣΊΣΥΦΟΣ", "σίσυφος"),
      ("Москва", "МОСКВА"), ("", ""), ("ﬁne", "FINE"), ("a1-b_2", "A1-B_2"), ("[@`{", "[@`{"),
    ])
  func same(a: String, b: String) {
    #expect(TextFold.fold(a) == TextFold.fold(b))
    #expect(TextFold.fold(TextFold.fold(a)) == TextFold.fold(a))
    #expect(TextFold.contains(TextFold.fold(a), in: b))
    #expect(TextFold.contains(TextFold.fold(b), in: "xX" + a + "Yy"))
  }

  @Test("texts that are not", arguments: [("a", "á"), ("@", "`"), ("[", "{"), ("ab", "a b")])
  func different(a: String, b: String) { #expect(TextFold.fold(a) != TextFold.fold(b)) }

  @Test(
    "search",
    arguments: [
      ("park", "Airport Parking", true), ("", "", true), ("", "x", true), ("x", "", false),
      ("aab", "AAAB", true), ("abc", "ab", false), ("port p", "AIRPORT PARKING", true),
      ("café", "Grand CAFÉ Central", true), ("cafe", "Café", false), ("ö", "abc", false),
      ("strasse", "Große Straße 5", true), ("zz", "éz", false), ("東京", "東京駅", true),
    ])
  func search(needle: String, text: String, found: Bool) {
    #expect(TextFold.contains(TextFold.fold(needle), in: text) == found)
  }
}
