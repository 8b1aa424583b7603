internal import ExpenseModel

/// What a file of the library's own says besides its rows: currencies and earlier imports.
struct OwnTable: Sendable {
  /// The currencies that the store has amounts in, or that were registered, by their code.
  private let pinned: [String: Currency]
  /// Currencies that the store is to take over from the file, by their code.
  private(set) var added: [String: Currency] = [:]
  /// The names of the imports that rows came from, by their numbers in the file.
  var imports: [Int64: String] = [:]

  init(_ context: OpeningContext) {
    pinned = Dictionary(context.pinned.map { ($0.code, $0) }) { first, _ in first }
  }

  /// The currency of a code: the store's own, so that stored amounts never rescale, then the
  /// file's, then that of ISO 4217.
  func currency(_ code: String) -> Currency? {
    pinned[code] ?? added[code] ?? Currency.iso(code)
  }

  /// Takes up a currency that the file defines.
  mutating func add(_ currency: Currency) {
    if pinned[currency.code] == nil, Currency.iso(currency.code) != currency {
      added[currency.code] = currency
    }
  }

  /// Takes up the currency of an amount that has all its digits, when nobody knows it.
  mutating func learn(_ code: String, amount: String) {
    guard Currency.isCode(code), pinned[code] == nil, Currency.iso(code) == nil else { return }
    let parts = amount.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = max(parts.count == 2 ? parts[1].utf8.count : 0, added[code]?.digits ?? 0)
    guard let currency = try? Currency(code: code, digits: digits) else { return }
    added[code] = currency
  }
}
