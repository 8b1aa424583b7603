internal import ExpenseModel

/// What opening a file of any format comes to, before it is compared with the store.
struct OpenedFile {
  /// Nil while an open question keeps the rows from being read.
  var reader: (any RowReader)?
  var entries: [RowEntry] = []
  var index = RowIndex()
  /// The first row with each id that may become an expense's own.
  var ids: [UUID128: Int] = [:]
  /// What is known of how it is to be read.
  var findings: [Finding] = []
  /// All that is given and certain, ready to be saved.
  var profile = Profile()
  /// As in ``ImportOptions/format``: "csv", "json", "ofx", …
  var format: String
  var encoding: TextEncoding
}

/// What the formats need from outside to open a file.
struct OpeningContext {
  let options: ImportOptions
  /// What the caller has said.
  let profile: Profile
  /// The same, with the header and the delimiter that were found before an answer.
  let layout: Profile
  /// Whether columns that nobody asks for, such as a category's, are looked for.
  let proposesColumns: Bool
  /// The code of the store's default currency.
  let defaultCurrency: String?
  /// Finds a currency by its code, in the store and in ISO 4217.
  let currency: @Sendable (String) -> Currency?
  /// The currencies that the store has amounts in, or that were registered.
  let pinned: [Currency]

  /// The currency that the profile names; nil when it names none.
  ///
  /// - Throws: `currency` when it is unknown.
  func profileCurrency() throws(ExpenseError) -> Currency? { try currency(named: profile.currency) }

  /// The currency of a code that a profile has; nil for none.
  func currency(named code: String?) throws(ExpenseError) -> Currency? {
    guard let code else { return nil }
    guard let currency = currency(code) else {
      throw ExpenseError(
        .currency,
        "the profile: unknown currency \"\(code)\": give an ISO 4217 code, or register it with the "
          + "store first", field: .currency)
    }
    return currency
  }

  /// Asks for the currency: the store's own is likely, but nothing in the file says so.
  func currencyQuestion() -> Finding {
    Finding(
      key: "currency", state: .ambiguous, candidates: defaultCurrency.map { [$0] } ?? [],
      text: "currency: in which currency are the amounts?")
  }

  /// The same for what stands inside a file, which a key of the profile has nothing to do with.
  func without(_ key: String) -> OpeningContext {
    var inner = profile
    inner.keys.removeAll { $0 == key }
    return OpeningContext(
      options: options, profile: inner, layout: layout, proposesColumns: proposesColumns,
      defaultCurrency: defaultCurrency, currency: currency, pinned: pinned)
  }

  /// Makes sure that the profile has no keys but these.
  func allowOnly(_ keys: Set<String>, for format: String) throws(ExpenseError) {
    for key in profile.keys where !keys.contains(key) {
      throw ExpenseError(.argument, "the profile: \(key) has no meaning for \(format)")
    }
  }
}
