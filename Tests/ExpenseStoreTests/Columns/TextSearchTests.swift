import ExpenseModel
import Testing

@testable import ExpenseStore

/// Searching the pages of a pool against searching each text.
@Suite struct TextSearchTests {
  /// Few letters, so that much is found, with some that fold to others, to two, or to nothing.
  private static let letters = [
    "a", "A", "b", "B", "s", "S", "ß", "ẞ", "é", "E", "e\u{301}", "σ", "ς", "Σ", "ﬁ", "i", "İ",
    " ", "@", "`", "[", "{", "東", "京", "\u{1F600}", "z",
  ]

  private static func text(_ random: inout SeededGenerator, _ most: Int, ascii: Bool) -> String {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in
      let letter = letters.randomElement(using: &random) ?? ""
      return ascii && !letter.utf8.allSatisfy { $0 < 0x80 } ? "x" : letter
    }.joined()
  }

  @Test(arguments: seeds(60))
  func whatIsFoundIsWhatEachTextContains(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    var interner = TextInterner()
    var texts: [String] = []
    let ascii = seed % 3 == 0
    for _ in 0..<Int.random(in: 1..<900, using: &random) {
      let text = TextSearchTests.text(&random, Bool.random(using: &random) ? 6 : 40, ascii: ascii)
      let number = interner.intern(text)
      if Int(number) > texts.count { texts.append(text) }
    }
    let pool = interner.snapshot()
    #expect(pool.count == texts.count + 1)
    let rows = (0..<texts.count).map { _ in
      (
        name: Int64.random(in: 0...Int64(texts.count), using: &random),
        note: Int64.random(in: 0...Int64(texts.count), using: &random)
      )
    }
    let names = PackedColumn(packing: rows.map(\.name))
    let notes =
      Bool.random(using: &random)
      ? PackedColumn(packing: rows.map(\.note))
      : .uniform(rows.first?.note ?? 0)
    for length in [1, 1, 2, 3, 5, 8, 20] {
      let needle = Array(
        TextFold.fold(TextSearchTests.text(&random, length, ascii: false)).utf8)
      guard !needle.isEmpty else { continue }
      let search = try #require(TextSearch(needle, pool))
      var mask = [UInt8](repeating: 1, count: rows.count)
      mask.withUnsafeMutableBufferPointer { mask in
        guard let start = mask.baseAddress else { return }
        if !search.keep(names, notes, start, rows.count) { mask.update(repeating: 0) }
      }
      let wanted = String(decoding: needle, as: UTF8.self)
      for index in rows.indices {
        let both = [names[index], notes[index]].map { $0 == 0 ? "" : texts[Int($0) - 1] }
        let isFound = both.contains { TextFold.contains(wanted, in: $0) }
        #expect(mask[index] == (isFound ? 1 : 0), "\(wanted) in \(both)")
        let isInName = pool.contains(needle.span, in: Int32(names[index]))
        #expect(isInName == TextFold.contains(wanted, in: both[0]))
      }
    }
    // And the order is that of the folded forms, then of the bytes.
    for _ in 0..<200 {
      let (a, b) = (
        Int.random(in: 0..<texts.count, using: &random),
        Int.random(in: 0..<texts.count, using: &random)
      )
      let keys = [a, b].map { Array(TextFold.fold(texts[$0]).utf8) + [0] + Array(texts[$0].utf8) }
      let order =
        keys[0] == keys[1] ? 0 : keys[0].lexicographicallyPrecedes(keys[1]) ? -1 : 1
      #expect(pool.compare(Int32(a + 1), Int32(b + 1)) == order)
    }
  }
}
