internal import ExpenseModel

/// What a profile and a file's header come to: which column is what, and how it is read.
struct CSVPlan: Sendable {
  /// The index of each field's column, from 0.
  let columns: [Profile.Field: Int]
  /// The header's cells.
  let header: [String]
  let delimiter: UInt8
  let decimal: Profile.DecimalMark
  let order: Profile.DateOrder
  /// The date of all rows when no column has dates.
  let fixedDate: CivilDate?
  let spending: Profile.Spending
  /// Nil: not said, which is an open question as soon as money comes in.
  let income: Profile.Income?
  /// Of amounts without a code of their own; nil when a column has the codes.
  let currency: Currency?
  let type: String?
  let categorySeparator: String?
  let account: String

  // The columns that every row is looked at for, or -1.
  let amountColumn: Int
  let dateColumn: Int
  let nameColumn: Int
  let currencyColumn: Int
  let idColumn: Int
  /// The columns of other texts, without the name's.
  let textColumns: [Int]
  /// Whether cells are taken apart, so that their bytes alone do not tell whether they are valid.
  let isSplitting: Bool
  /// How many columns a row must have at the least.
  let neededColumns: Int

  /// Makes the plan, or lists what is missing in `questions` and gives nil.
  ///
  /// - Throws: `format` when the header does not have a column that the profile names, `currency`
  ///   when its currency is unknown.
  init?(
    _ context: OpeningContext, header: [String], questions: inout [String]
  ) throws(ExpenseError) {
    let profile = context.profile
    columns = try CSVPlan.indices(profile.columns, in: header)
    CSVPlan.ask(profile, header, columns, &questions)
    currency = try context.profileCurrency()
    guard questions.isEmpty, let delimiter = profile.delimiter, let decimal = profile.decimal,
      let spending = profile.spending
    else { return nil }
    self.header = header
    self.delimiter = delimiter
    self.decimal = decimal
    self.spending = spending
    account = context.options.account
    order = profile.date ?? .yearMonthDay
    fixedDate = columns[.date] == nil ? profile.defaultDate : nil
    income = profile.income
    type = profile.type
    categorySeparator = profile.categorySeparator
    amountColumn = columns[.amount] ?? -1
    dateColumn = columns[.date] ?? -1
    nameColumn = columns[.name] ?? -1
    currencyColumn = columns[.currency] ?? -1
    idColumn = columns[.id] ?? -1
    textColumns = [.type, .category, .account, .note, .id, .tags].compactMap { [columns] field in
      columns[field]
    }
    isSplitting = profile.categorySeparator != nil || columns[.tags] != nil
    neededColumns = max(amountColumn, dateColumn, nameColumn) + 1
  }

  /// Whether an amount as the file has it is money coming in.
  func isIncome(_ amount: Int64) -> Bool { spending == .negative ? amount > 0 : amount < 0 }

  /// Lists what the profile does not say and the file cannot be read without.
  static func ask(
    _ profile: Profile, _ header: [String], _ columns: [Profile.Field: Int],
    _ questions: inout [String]
  ) {
    let names = list(header)
    for field in [Profile.Field.date, .name, .amount] where columns[field] == nil {
      if field == .date && profile.defaultDate != nil { continue }
      questions.append("columns.\(field.rawValue): which column is it? The header has \(names)")
    }
    if profile.decimal == nil { questions.append("decimal: which decimal mark, \".\" or \",\"?") }
    if columns[.date] != nil && profile.date == nil {
      questions.append("date: in which order are day, month and year: DMY, MDY or YMD?")
    }
    if profile.spending == nil {
      questions.append("spending: is money spent \"negative\" or \"positive\"?")
    }
    if profile.currency == nil && columns[.currency] == nil {
      questions.append("currency: in which currency are the amounts?")
    }
  }

  /// Finds each column by its name, regardless of case and of blanks around it.
  private static func indices(
    _ names: [Profile.Field: String], in header: [String]
  ) throws(ExpenseError) -> [Profile.Field: Int] {
    var indices: [Profile.Field: Int] = [:]
    let folded = header.map(fold)
    for field in Profile.Field.allCases {
      guard let name = names[field] else { continue }
      let matches = folded.indices.filter { folded[$0] == fold(name) }
      guard let index = matches.first else {
        throw ExpenseError(
          .format,
          "the header has no column \"\(name)\" for \(field.rawValue); it has \(list(header))")
      }
      guard matches.count == 1 else {
        throw ExpenseError(.format, "the header has \(matches.count) columns \"\(name)\"")
      }
      indices[field] = index
    }
    return indices
  }

  /// The columns of a header, for a message.
  private static func list(_ header: [String]) -> String {
    let names = header.prefix(20).map { "\"\(shortened($0))\"" }.joined(separator: ", ")
    return header.count > 20 ? "\(names) and \(header.count - 20) more" : names
  }

  private static func fold(_ name: String) -> String {
    var name = name.lowercased()[...]
    while let first = name.first, first.isWhitespace { name.removeFirst() }
    while let last = name.last, last.isWhitespace { name.removeLast() }
    return String(name)
  }
}
