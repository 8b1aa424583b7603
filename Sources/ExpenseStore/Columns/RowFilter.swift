internal import ExpenseModel

/// The conditions of a query, as numbers of the columns that it was compiled for.
///
/// Names that came later are resolved by `follow`, which must be called with each later state of
/// the columns before it is asked about their rows.
struct RowFilter: Sendable {
  private let boxed: Boxed<ExpenseQuery>
  /// Days since 1970-01-01, inclusive.
  let dates: ClosedRange<Int32>?
  let amounts: ClosedRange<Int64>?
  private(set) var types: NumberSet?
  private(set) var categories: NumberSet?
  private(set) var accounts: NumberSet?
  private(set) var currencies: NumberSet?
  /// The folded text.
  let text: [UInt8]
  /// Nothing can match.
  let isEmpty: Bool

  /// Compiles a validated query.
  init(_ query: ExpenseQuery, _ columns: Columns) { self.init(query, columns.names) }

  /// Compiles a validated query for rows that have these names.
  init(_ query: ExpenseQuery, _ names: ColumnNames) {
    boxed = Boxed(query)
    let first = query.firstDate ?? .first
    let last = query.lastDate ?? .last
    let (least, most) = (query.minAmount ?? .min, query.maxAmount ?? .max)
    isEmpty = first > last || least > most
    dates =
      isEmpty || (query.firstDate == nil && query.lastDate == nil) ? nil : first.day...last.day
    amounts = isEmpty || (query.minAmount == nil && query.maxAmount == nil) ? nil : least...most
    text = Array(TextFold.fold(query.text).utf8)
    if !query.types.isEmpty { types = NumberSet() }
    if !query.category.isEmpty { categories = NumberSet() }
    if !query.accounts.isEmpty { accounts = NumberSet() }
    if !query.currencies.isEmpty { currencies = NumberSet() }
    follow(names)
  }

  var query: ExpenseQuery { boxed.value }

  /// Takes in the names that have come since.
  mutating func follow(_ columns: Columns) { follow(columns.names) }

  private mutating func follow(_ names: ColumnNames) {
    let query = query
    types?.extend(to: names.types.count) { number in
      query.types.contains { $0.isIdentical(to: names.types[number]) }
    }
    categories?.extend(to: names.categories.count) { number in
      let category = names.categories[number]
      // A colon inside a name stands as "\:", so that "A:" begins only what is below A.
      return category.isIdentical(to: query.category)
        || category.utf8.starts(with: (query.category + ":").utf8)
    }
    accounts?.extend(to: names.accounts.count) { number in
      query.accounts.contains { $0.isIdentical(to: names.accounts[number]) }
    }
    currencies?.extend(to: names.currencies.count) { number in
      query.currencies.contains { $0.isIdentical(to: names.currencyCodes[number]) }
    }
  }

  /// Whether the query selects a row of the columns.
  func matches(_ row: ColumnRow, in columns: Columns) -> Bool {
    if isEmpty { return false }
    if let dates, !dates.contains(row.date) { return false }
    if let amounts, !amounts.contains(row.amount) { return false }
    if let types, !types.contains(row.type) { return false }
    if let categories, !categories.contains(row.category) { return false }
    if let accounts, !accounts.contains(row.account) { return false }
    if let currencies, !currencies.contains(row.currency) { return false }
    if !query.reimbursements.isEmpty, !matches(reimbursement: row.reimbursement) { return false }
    if hasTags, !matches(tags: row.tags, in: columns) { return false }
    return text.isEmpty || matches(text: row.name, in: columns)
      || matches(text: row.note, in: columns)
  }

  /// Whether there is a condition on tags.
  var hasTags: Bool {
    !(query.tagsAny.isEmpty && query.tagsAll.isEmpty && query.tagsNone.isEmpty)
  }

  func matches(reimbursement: Int32) -> Bool {
    query.reimbursements.isEmpty
      || query.reimbursements.contains(
        Reimbursements(Reimbursement(rawValue: reimbursement) ?? .none))
  }

  func matches(text number: Int32, in columns: Columns) -> Bool {
    columns.texts.contains(text.span, in: number)
  }

  /// Whether the tags with a number in the pool are those that are asked for.
  func matches(tags number: Int32, in columns: Columns) -> Bool {
    let tags = TagText.decode(columns.texts.text(number)) ?? []
    func has(_ tag: String) -> Bool { tags.contains { $0.isIdentical(to: tag) } }
    return (query.tagsAny.isEmpty || query.tagsAny.contains(where: has))
      && query.tagsAll.allSatisfy(has) && !query.tagsNone.contains(where: has)
  }
}

/// A set of numbers of a table of names.
struct NumberSet: Sendable {
  /// By number.
  private(set) var flags: [Bool] = []

  func contains(_ number: Int32) -> Bool {
    number >= 0 && Int(number) < flags.count && flags[Int(number)]
  }

  /// By number, 1 for those in the set.
  var bytes: [UInt8] { flags.map { $0 ? 1 : 0 } }

  /// Asks about the numbers that have come since.
  mutating func extend(to count: Int, _ isMember: (Int32) -> Bool) {
    while flags.count < count { flags.append(isMember(Int32(clamping: flags.count))) }
  }
}
