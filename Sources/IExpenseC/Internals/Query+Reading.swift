internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

extension ExpenseQuery {
  /// Reads the caller's query; NULL is every expense in order of adding.
  init(_ pointer: UnsafePointer<iex_query>?) throws(ExpenseError) {
    let query = try unsafe iex_query.read(optional: pointer, "query")
    guard unsafe query.flags & UInt32(IEX_QUERY_QUEUED) == 0 else {
      throw ExpenseError(.argument, "query.flags has IEX_QUERY_QUEUED, which is for views alone")
    }
    try unsafe self.init(query)
  }

  /// Reads a copy of the caller's query, of which the view reads whether it is queued.
  init(_ query: iex_query) throws(ExpenseError) {
    self.init()
    try unsafe readBounds(query)
    types = try unsafe list(query.type, query.types, query.type_count, "query.type")
    category = try unsafe optionalText(query.category, "query.category")
    currencies = try unsafe list(
      query.currency, query.currencies, query.currency_count, "query.currency")
    accounts = try unsafe list(query.account, query.accounts, query.account_count, "query.account")
    tagsAny = try unsafe list(nil, query.tags_any, query.tags_any_count, "query.tags_any")
    tagsAll = try unsafe list(nil, query.tags_all, query.tags_all_count, "query.tags_all")
    tagsNone = try unsafe list(nil, query.tags_none, query.tags_none_count, "query.tags_none")
    reimbursements = unsafe Reimbursements(rawValue: query.reimbursements)
    text = try unsafe optionalText(query.text, "query.text")
    try unsafe readOrder(query)
  }

  private mutating func readBounds(_ query: iex_query) throws(ExpenseError) {
    let known =
      IEX_QUERY_MIN_AMOUNT | IEX_QUERY_MAX_AMOUNT | IEX_QUERY_SECTION_ROWS | IEX_QUERY_QUEUED
    try unsafe requireFlags(query.flags, among: known, "query.flags")
    firstDate = try unsafe ExpenseQuery.bound(query.first_date, "query.first_date")
    lastDate = try unsafe ExpenseQuery.bound(query.last_date, "query.last_date")
    month = unsafe query.month
    if unsafe query.flags & UInt32(IEX_QUERY_MIN_AMOUNT) != 0 {
      minAmount = unsafe query.min_amount
    }
    if unsafe query.flags & UInt32(IEX_QUERY_MAX_AMOUNT) != 0 {
      maxAmount = unsafe query.max_amount
    }
  }

  private mutating func readOrder(_ query: iex_query) throws(ExpenseError) {
    let count = unsafe query.more_sort_count
    guard count <= ExpenseQuery.maximumSortKeys else {
      throw ExpenseError(.argument, "query.more_sort_count is \(count): at most 8 keys in all")
    }
    let more = try unsafe numbers(query.more_sorts, count: Int(count), "query.more_sorts")
    for number in unsafe [query.sort, query.then_sort] + more where number != IEX_SORT_NONE {
      sort.append(try SortKey(number))
    }
    section = try unsafe Section(query.section, level: query.section_level)
    showsSectionRows = unsafe query.flags & UInt32(IEX_QUERY_SECTION_ROWS) != 0
    limit = unsafe Int(query.limit)
  }

  private static func bound(
    _ date: Int32, _ name: StaticString
  ) throws(ExpenseError) -> CivilDate? {
    date == 0 ? nil : try civilDate(date, name, field: nil)
  }
}

/// Reads a single text, which "" and NULL leave out, and the list beside it.
private func list(
  _ single: UnsafePointer<CChar>?, _ pointer: UnsafePointer<UnsafePointer<CChar>?>?,
  _ count: UInt32, _ name: StaticString
) throws(ExpenseError) -> [String] {
  let first = try unsafe optionalText(single, name)
  guard count <= ExpenseQuery.maximumNames else {
    throw ExpenseError(.argument, "\(name): \(count) are more than 1,024")
  }
  let pointers = try unsafe numbers(pointer, count: Int(count), name)
  var texts = first.isEmpty ? [] : [first]
  for index in unsafe pointers.indices {
    texts.append(try unsafe requiredText(pointers[index], name))
  }
  return texts
}

extension SortKey {
  /// Reads a sort key, negative for descending.
  fileprivate init(_ number: Int32) throws(ExpenseError) {
    guard let magnitude = Int32(exactly: number.magnitude),
      let field = SortKey.Field(rawValue: magnitude)
    else { throw ExpenseError(.argument, "query: a sort key is \(number), no IEX_SORT_…") }
    self.init(field, descending: number < 0)
  }
}

extension ExpenseQuery.Section {
  /// Reads what sections are made by, negative for descending; nil for no sections.
  fileprivate init?(_ number: Int32, level: Int32) throws(ExpenseError) {
    if number == IEX_SECTION_NONE {
      guard level == 0 else {
        throw ExpenseError(.argument, "query.section_level is \(level), and there is no section")
      }
      return nil
    }
    guard let magnitude = Int32(exactly: number.magnitude), let kind = Kind(rawValue: magnitude)
    else { throw ExpenseError(.argument, "query.section is \(number), no IEX_SECTION_…") }
    self.init(kind, descending: number < 0, level: Int(level))
  }
}
