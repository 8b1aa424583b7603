internal import ExpenseModel

/// How a file is to be read: what its columns mean, and what its numbers and dates look like.
///
/// A profile is a small JSON object, see ``init(parsing:)``. What it leaves out is nil here, and
/// becomes an open question when the file needs it.
struct Profile: Hashable {
  /// The parts of an expense that a column can give.
  enum Field: String, CaseIterable {
    case date, name, amount, type, category, account, note, currency, id, tags
    /// Money that went out and that came in, in columns of their own.
    case debit, credit
    /// Whether an amount is a debit or a credit.
    case flag
    /// What the account holds after the row.
    case balance
  }

  typealias DecimalMark = AmountText.DecimalMark

  /// In which order day, month and year stand.
  enum DateOrder: String, CaseIterable {
    case dayMonthYear = "DMY"
    case monthDayYear = "MDY"
    case yearMonthDay = "YMD"
  }

  /// Which amounts are money spent.
  enum Spending: String, CaseIterable {
    case negative
    case positive
    /// Those of the debit column, or with a mark for debit.
    case debit
    /// Those of the credit column, or with a mark for credit.
    case credit
  }

  /// What becomes of money that comes in.
  enum Income: String, CaseIterable {
    case leaveOut = "leave out"
    case refund
  }

  /// What becomes of money that goes from one account to another.
  enum Transfers: String, CaseIterable {
    case leaveOut = "leave out"
    /// It is money spent or coming in, with the other account as its category.
    case keep
  }

  /// What stands behind a `/` in a category of a QIF file.
  enum Classes: String, CaseIterable {
    /// Tags: the file has a class there.
    case tags
    /// More of the category's name.
    case name
  }

  /// The column's name in the file's header, by what it gives.
  var columns: [Field: String] = [:]
  /// One ASCII character.
  var delimiter: UInt8?
  var decimal: DecimalMark?
  var date: DateOrder?
  var spending: Spending?
  var income: Income?
  var transfers: Transfers?
  var classes: Classes?
  /// Of another store: what becomes of expenses with other values.
  var differing: DifferingRows?
  /// Currency code of amounts that have none of their own.
  var currency: String?
  var encoding: TextEncoding?
  /// The type of all expenses without one of their own.
  var type: String?
  /// What separates the names of a category path in a cell; without it a cell is one name.
  var categorySeparator: String?
  /// The date of all expenses of a file without dates.
  var defaultDate: CivilDate?
  /// The names of all columns: the line of the file that has them is its header, and the file is
  /// recognised by it. Empty: the file has no header, and columns are given by their number.
  var header: [String]?
  /// How many physical lines to skip before the header is looked for.
  var skip: Int?
  /// What stands in the flag column of money spent, where it is no known word.
  var spendingMark: String?
  /// Under which key of a property list the items are.
  var key: String?
  /// The name of a saved profile that stands beneath this one, "" for none: only in what the caller
  /// says, never in what is saved.
  var saved: String?
  /// The keys that were given, in order, to say which of them a format does not know.
  var keys: [String] = []

  /// Whether it names the columns of all that an expense must have: then no others are looked for.
  var isComplete: Bool {
    (columns[.date] != nil || defaultDate != nil) && columns[.name] != nil
      && (columns[.amount] != nil || columns[.debit] != nil || columns[.credit] != nil)
  }
}
