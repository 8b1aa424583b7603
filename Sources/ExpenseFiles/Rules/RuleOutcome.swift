internal import ExpenseModel

/// What rules come to for one row: which rule has the last word on which field.
///
/// What a rule sets never depends on the row, so that these few numbers are all that is kept of one;
/// many rows have the same.
struct RuleOutcome: Hashable, Sendable {
  /// The number of a rule + 1; 0: none.
  typealias Number = UInt16

  private var category: Number = 0
  private var type: Number = 0
  private var name: Number = 0
  private var note: Number = 0
  private var reimbursement: Number = 0
  /// The last that leaves the row out, or keeps it.
  var leaveOut: Number = 0
  /// Those that add tags, in order, behind the last that replaces them.
  var tags: [Number] = []

  static let nothing = RuleOutcome()

  /// The fields of which one rule has the last word.
  static let fields: [ExpenseField] = [.name, .type, .category, .note, .reimbursement]

  /// The rule that has set one of these fields.
  subscript(field: ExpenseField) -> Number {
    get {
      switch field {
      case .name: name
      case .type: type
      case .category: category
      case .note: note
      case .reimbursement: reimbursement
      default: 0
      }
    }
    set {
      switch field {
      case .name: name = newValue
      case .type: type = newValue
      case .category: category = newValue
      case .note: note = newValue
      case .reimbursement: reimbursement = newValue
      default: break
      }
    }
  }
}
