internal import ExpenseModel

/// The texts that expenses have, the most used first: what a form suggests from.
///
/// Types, categories and currencies are those of every expense, since the totals know them; names,
/// accounts and tags are those of the latest expenses, so that the cost has a bound.
package struct Uses: Sendable {
  /// How many of the latest expenses are looked at.
  package static let depth: Int64 = 20_000

  package internal(set) var types: [UsedText] = []
  package internal(set) var categories: [UsedText] = []
  package internal(set) var currencies: [UsedText] = []
  package internal(set) var names: [UsedText] = []
  package internal(set) var accounts: [UsedText] = []
  package internal(set) var tags: [UsedText] = []
  /// Which category stood beside which name, by their places in the two lists below; the latest
  /// expense first.
  var pairs: [(name: Int32, category: Int32)] = []
  /// The names, folded for a comparison.
  var pairNames: [String] = []
  var pairCategories: [String] = []

  /// The categories of the expenses with this name, regardless of case; the most used first.
  package func categories(ofName folded: String) -> [UsedText] {
    let isName = pairNames.map { $0.isIdentical(to: folded) }
    var counter = UseCounter()
    for (name, category) in pairs where isName[Int(name)] {
      counter.count(pairCategories[Int(category)])
    }
    return counter.sorted
  }
}

/// A text that expenses have.
package struct UsedText: Sendable {
  package let text: String
  /// The text as folded for a comparison.
  package let folded: String
  /// How many expenses have it.
  package let count: Int64
}

/// Counts texts, which come with the latest expense first.
struct UseCounter {
  private var places: [TextKey: Int] = [:]
  private(set) var texts: [String] = []
  private var counts: [Int64] = []

  /// Counts a text; its place among the different ones.
  @discardableResult
  mutating func count(_ text: String, _ count: Int64 = 1) -> Int {
    let place = places[TextKey(text)] ?? texts.count
    if place == texts.count {
      places[TextKey(text)] = place
      texts.append(text)
      counts.append(0)
    }
    counts[place] &+= count
    return place
  }

  /// The texts in the order of first sight, folded for a comparison.
  var folded: [String] { texts.map(TextFold.fold) }

  /// The texts, the most used first and of equals the latest.
  var sorted: [UsedText] { sorted(folded: folded) }

  /// The same, with what ``folded`` has given.
  func sorted(folded: [String]) -> [UsedText] {
    // Of plain numbers, since there are many: what is used most is lowest, then the place.
    let order = counts.indices.map { place in
      (Int64(1 << 38) - max(0, min(counts[place], 1 << 38))) << 24 | Int64(place & 0xFF_FFFF)
    }.sorted()
    return order.map { key in
      let place = Int(key & 0xFF_FFFF)
      return UsedText(text: texts[place], folded: folded[place], count: counts[place])
    }
  }
}
