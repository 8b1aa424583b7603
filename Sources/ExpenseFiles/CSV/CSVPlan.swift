internal import ExpenseModel

/// What a profile and a file's header come to: which column is what, and how it is read.
final class CSVPlan: Sendable {
  /// The index of each field's column, from 0.
  let columns: [Profile.Field: Int]
  /// The header's cells; blanks where there is none.
  let header: [String]
  let hasHeader: Bool
  let delimiter: UInt8
  let decimal: Profile.DecimalMark
  let order: Profile.DateOrder
  /// The date of all rows when no column has dates.
  let fixedDate: CivilDate?
  let spending: Profile.Spending
  /// What stands in the flag column of money spent, folded; nil: the known marks for debits.
  let spendingMark: String?
  /// Nil: not said, which is an open question as soon as money comes in.
  let income: Profile.Income?
  /// Of amounts without a code of their own; nil when a column has the codes.
  let currency: Currency?
  let type: String?
  let categorySeparator: String?
  let account: String
  /// The rows, by their offsets, whose balance does not follow from the row before.
  let misfits: Set<UInt32>

  // The columns that every row is looked at for, or -1.
  let amountColumn: Int
  let debitColumn: Int
  let creditColumn: Int
  let flagColumn: Int
  let dateColumn: Int
  let nameColumn: Int
  let currencyColumn: Int
  let typeColumn: Int
  let categoryColumn: Int
  let accountColumn: Int
  let noteColumn: Int
  let idColumn: Int
  /// Says of a row that its texts have guards against spreadsheets: a file that was exported here.
  let guardColumn: Int
  /// The columns of other texts, without the name's.
  let textColumns: [Int]
  /// Whether cells are taken apart, so that their bytes alone do not tell whether they are valid.
  let isSplitting: Bool
  /// How many columns a row has at the least: those up to the last that has a name.
  let width: Int

  /// Makes the plan; nil while a question is open.
  ///
  /// - Throws: `currency` when the profile's is unknown.
  init?(_ detection: CSVDetection) throws(ExpenseError) {
    guard let layout = detection.layout, !detection.isOpen else { return nil }
    let profile = detection.profile
    columns = detection.columns
    currency = try detection.context.currency(named: profile.currency)
    header = layout.header
    hasHeader = layout.hasHeader
    delimiter = layout.delimiter
    // What the file does not tell makes no difference in it.
    decimal = profile.decimal ?? .point
    order = profile.date ?? detection.irrelevantOrder
    spending = profile.spending ?? (profile.spendingMark == nil ? .positive : .debit)
    spendingMark = profile.spendingMark.map(HeaderName.folded)
    fixedDate = columns[.date] == nil ? profile.defaultDate : nil
    income = profile.income
    type = profile.type
    categorySeparator = profile.categorySeparator
    account = detection.context.options.account
    misfits = detection.misfits
    amountColumn = columns[.amount] ?? -1
    debitColumn = amountColumn >= 0 ? -1 : columns[.debit] ?? -1
    creditColumn = amountColumn >= 0 ? -1 : columns[.credit] ?? -1
    let isFlagged = spending == .debit || spending == .credit
    flagColumn = isFlagged && amountColumn >= 0 ? columns[.flag] ?? -1 : -1
    dateColumn = columns[.date] ?? -1
    nameColumn = columns[.name] ?? -1
    currencyColumn = columns[.currency] ?? -1
    typeColumn = columns[.type] ?? -1
    categoryColumn = columns[.category] ?? -1
    accountColumn = columns[.account] ?? -1
    noteColumn = columns[.note] ?? -1
    idColumn = columns[.id] ?? -1
    guardColumn = layout.header.lastIndex(of: FormulaGuard.column) ?? -1
    textColumns = [.type, .category, .account, .note, .id, .tags].compactMap { [columns] field in
      columns[field]
    }
    isSplitting = profile.categorySeparator != nil || columns[.tags] != nil
    let named = layout.header.lastIndex { !HeaderName.trimmed($0).isEmpty } ?? -1
    let used = columns.values.max() ?? -1
    width = layout.hasHeader ? max(named, used) + 1 : layout.header.count
  }

  /// The columns that every row must have.
  var neededColumns: [Int] {
    [dateColumn, nameColumn, amountColumn, debitColumn, creditColumn, flagColumn].filter { $0 >= 0 }
  }

  /// Makes sure that the texts that every expense gets are valid.
  func validateTexts() throws(ExpenseError) {
    var expense = Expense(name: "-", amount: 0, date: .first)
    expense.account = account
    expense.type = type ?? ""
    try expense.validate([.account, .type])
  }
}
