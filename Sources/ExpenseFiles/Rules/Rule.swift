internal import ExpenseModel

/// One rule: when all its conditions hold for a row, it sets some of the row's fields.
///
/// What it does depends on the row and on nothing else. It is read from a small JSON object, see
/// ``init(parsing:currency:)``.
struct Rule: Sendable {
  var name = ""
  var conditions = RuleConditions()
  /// The fields that it sets, tags only where it replaces them; the values are those of ``values``.
  var fields: ExpenseFields = []
  /// What it sets; of other fields nothing is read.
  var values = Expense(name: "", amount: 0, date: .first)
  /// Tags that it adds behind those that are there.
  var addedTags: [String] = []
  /// Whether a row of a file is left out, or stored although its profile leaves it out; nil: neither.
  var leavesOut: Bool?
}

/// What must hold of a row.
struct RuleConditions: Sendable {
  var texts: [TextCondition] = []
  var amount: AmountRange?
  /// Codes; nil: any.
  var currencies: [String]?
  /// "" is that of a row without one.
  var accounts: [String]?
  var types: [String]?
  /// Each also for what is below it; "" for none.
  var categories: [String]?
}

/// What must hold of one text of a row.
struct TextCondition: Sendable {
  /// Which text; the raw value is the rule's key.
  enum Part: String, CaseIterable {
    /// The name or the note.
    case text
    case name, note
    /// The name of the file that it was imported from.
    case source
  }

  var part: Part
  /// All of them must hold, each by one of its patterns.
  var patterns: [[TextPattern]]
}
