public import ExpenseModel
public import ExpenseStore
internal import Threads
internal import ViewState

/// The form of one expense, new or stored: texts as a person types them, what is wrong with them,
/// what could be chosen, and whether and how it is saved.
///
/// The fields with a text are those of ``fields``. A draft of a stored expense follows it: with
/// each look at ``status()`` or ``problems()``, and when it is saved, it takes over what others have
/// changed in the fields that it has not changed itself. What both have changed is a conflict, which
/// ``resolve(_:takeTheirs:)`` settles.
///
/// Every method may be called on any thread, and holds no lock while the host's code runs.
public final class Draft: Sendable {
  /// The store that it saves to.
  public let store: Store
  /// The mark before the fraction of its amounts.
  public let decimalMark: AmountText.DecimalMark
  let state: Guarded<DraftState>
  /// Tells of its texts.
  let announcer = Announcer()
  let uses = Guarded<(revision: Int64, uses: Uses)?>(nil)

  /// The fields that have a text, in the order of their numbers.
  public static let fields: ExpenseFields = [
    .name, .type, .category, .amount, .currency, .date, .account, .note, .tags, .reimbursement,
  ]

  /// Opens a draft of a new expense.
  ///
  /// It begins as an expense of today in the store's currency and of the type "Personal".
  ///
  /// - Parameters:
  ///   - store: Where it will be saved.
  ///   - defaults: Values that it begins with instead; those without a text are saved as they are.
  ///   - given: Which of them.
  ///   - decimalMark: What stands before the fraction of an amount; nil for what the host's numbers
  ///     have (LC_NUMERIC).
  /// - Throws: `invalid` or `currency` when one of them breaks a rule of its field.
  public convenience init(
    adding store: Store, defaults: Expense? = nil, given: ExpenseFields = .all,
    decimalMark: AmountText.DecimalMark? = nil
  ) throws(ExpenseError) {
    var expense = Expense(name: "", amount: 0, date: CivilDate.today())
    if let defaults {
      // A form may begin without a name; everything else that is given has to be right.
      let fields = given.subtracting(defaults.name.isEmpty ? .name : [])
      expense.apply(fields, from: try defaults.validated(fields))
    }
    if expense.currency.isEmpty { expense.currency = try store.defaultCurrency?.code ?? "" }
    let hasAmount = defaults != nil && given.contains(.amount)
    if hasAmount || !expense.currency.isEmpty {
      _ = try Notation(store: store, mark: .point).find(expense.currency)
    }
    self.init(store, expense, id: 0, hasAmount: hasAmount, decimalMark)
  }

  /// Opens a draft of a stored expense, which begins with its values.
  ///
  /// - Throws: `notFound` when the store has no expense with this id.
  public convenience init(
    editing id: Int64, in store: Store, decimalMark: AmountText.DecimalMark? = nil
  ) throws(ExpenseError) {
    let stored = try store.get([id])
    guard let expense = stored.first else { throw Draft.missing(id) }
    self.init(store, expense, id: id, hasAmount: true, decimalMark)
  }

  private init(
    _ store: Store, _ expense: Expense, id: Int64, hasAmount: Bool,
    _ decimalMark: AmountText.DecimalMark?
  ) {
    self.store = store
    self.decimalMark = decimalMark ?? .host
    let notation = Notation(store: store, mark: self.decimalMark)
    state = Guarded(DraftState(expense, id: id, hasAmount: hasAmount, notation))
  }

  var notation: Notation { Notation(store: store, mark: decimalMark) }

  static func missing(_ id: Int64) -> ExpenseError {
    ExpenseError(.notFound, "expense \(id): the store has no such expense")
  }

  // MARK: Texts

  /// The text of a field as it was set, else as the draft began with it.
  ///
  /// Amounts are written with the draft's decimal mark and no grouping marks, dates as 2026-03-14,
  /// tags with commas between them (a comma in a tag is "\,", a backslash "\\"), a reimbursement as
  /// none, open, submitted or paid. While the amount names a currency and none was set, the
  /// currency's text is that one.
  ///
  /// - Throws: `argument` for a field without a text.
  public func text(of field: ExpenseField) throws(ExpenseError) -> String {
    try Draft.check(field)
    let state = state.withLock { $0 }
    return notation.text(field, state)
  }

  /// Sets the text of a field, whatever it says: what is wrong with it is told by ``problems()``.
  ///
  /// - Throws: `argument` for a field without a text.
  public func setText(_ text: String, of field: ExpenseField) throws(ExpenseError) {
    try Draft.check(field)
    change { $0.set(field, text) }
    announcer.tell()
  }

  static func check(_ field: ExpenseField) throws(ExpenseError) {
    guard fields.contains(field) else {
      throw ExpenseError(.argument, "a draft has no text for \(field)", field: field)
    }
  }
}
