/// Which expenses, and in which order; a query as created asks for all in order of adding.
///
/// Every condition that is given narrows it. Names, tags and codes are compared byte by byte.
public struct ExpenseQuery: Hashable, Sendable {
  /// The month as yyyymm, such as 202603; 0 for any. It narrows what the days leave.
  public var month: Int32 = 0
  /// The first day, inclusive.
  public var firstDate: CivilDate?
  /// The last day, inclusive.
  public var lastDate: CivilDate?
  /// One of these types; empty for any.
  public var types: [String] = []
  /// This category and those below it, as the text of a ``CategoryPath``; "" for any.
  public var category = ""
  /// One of these currencies, by code; empty for any.
  public var currencies: [String] = []
  /// One of these accounts, "" being that of an expense without one; empty for any.
  public var accounts: [String] = []
  /// At least one of these tags; empty for any.
  public var tagsAny: [String] = []
  /// Each of these tags.
  public var tagsAll: [String] = []
  /// None of these tags.
  public var tagsNone: [String] = []
  /// The least amount in minor units of the expense's own currency, inclusive.
  public var minAmount: Int64?
  /// The largest amount in minor units of the expense's own currency, inclusive.
  public var maxAmount: Int64?
  /// One of these states; empty for any.
  public var reimbursements: Reimbursements = []
  /// Name or note contains it, regardless of case and accents as in ``TextFold``; "" for any.
  public var text = ""
  /// At most ``maximumSortKeys`` keys; what is equal in all of them is in order of adding.
  public var sort: [SortKey] = []
  /// What the rows are divided by, ahead of every sort key; nil for one undivided list.
  public var section: Section?
  /// Only the first so many in that order; 0 for all.
  public var limit = 0
  /// Whether a view has a row of its own at the head of each section.
  public var showsSectionRows = false

  /// Most keys that a query is sorted by.
  public static let maximumSortKeys = 8
  /// Most names in one list of a query.
  public static let maximumNames = 1024

  /// Creates a query for all expenses; further conditions are set after.
  public init(
    firstDate: CivilDate? = nil, lastDate: CivilDate? = nil, types: [String] = [],
    category: String = "", currencies: [String] = [], accounts: [String] = [], text: String = "",
    sort: [SortKey] = [], section: Section? = nil, limit: Int = 0
  ) {
    self.firstDate = firstDate
    self.lastDate = lastDate
    self.types = types
    self.category = category
    self.currencies = currencies
    self.accounts = accounts
    self.text = text
    self.sort = sort
    self.section = section
    self.limit = limit
  }
}
