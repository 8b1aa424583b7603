internal import ExpenseModel

/// What a draft consists of; a value, so that what follows from it is worked out outside its lock.
struct DraftState {
  /// The expense that is edited; 0 for one that is yet to be added.
  var id: Int64
  /// What the draft began with; of a stored expense, with what was taken over since.
  private(set) var base: Expense
  /// Whether ``base`` has an amount: a new expense begins without one.
  private(set) var hasAmount: Bool
  /// The texts of ``base``, by field number.
  private var baseTexts: [String]
  /// The texts that were set, by field.
  private(set) var typed: [ExpenseField: String] = [:]
  /// The stored expense as it was last looked at.
  private(set) var seen: Expense?
  /// The fields that both the draft and someone else have changed, to other values.
  private(set) var conflicts: ExpenseFields = []
  /// Whether the expense was not there when it was last looked at.
  var isRemoved = false
  /// Whether a call is saving it.
  var isSaving = false
  /// Counts the changes of this value.
  private(set) var generation = 0

  init(_ base: Expense, id: Int64, hasAmount: Bool, _ notation: Notation) {
    self.id = id
    self.base = base
    self.hasAmount = hasAmount
    baseTexts = notation.texts(of: base, hasAmount: hasAmount)
  }

  /// The text of a field as it stands, but for a currency that stands in the amount.
  func text(_ field: ExpenseField) -> String { typed[field] ?? baseText(field) }

  /// The text of a field that the draft began with.
  func baseText(_ field: ExpenseField) -> String { baseTexts[Int(field.rawValue)] }

  mutating func set(_ field: ExpenseField, _ text: String) {
    typed[field] = text
    generation += 1
  }

  /// Forgets what was typed; a draft of a stored expense begins with what that is now.
  mutating func discard(_ stored: Expense?, _ notation: Notation) {
    typed.removeAll()
    conflicts = []
    generation += 1
    guard let stored else { return }
    seen = stored
    isRemoved = false
    rebase(on: stored, .all, notation)
  }

  /// Follows the stored expense: what others changed in fields that the draft has not changed is
  /// taken over; what both changed to other values is a conflict.
  mutating func follow(_ stored: Expense, _ mine: Reading, _ notation: Notation) {
    seen = stored
    isRemoved = false
    let theirs = stored.differingFields(from: base)
    let both = DraftState.conflicts(mine, stored: stored, theirs)
    generation += both == conflicts && theirs == both ? 0 : 1
    conflicts = both
    let taken = theirs.subtracting(both)
    guard !taken.isEmpty else { return }
    for field in taken.fields { typed[field] = nil }
    rebase(on: stored, taken, notation)
  }

  /// Settles conflicts with what the stored expense was when it was last looked at.
  mutating func resolve(_ fields: ExpenseFields, takeTheirs: Bool, _ notation: Notation) {
    guard let seen else { return }
    var settled = conflicts.intersection(fields)
    // An amount means nothing without its currency: the two are settled together.
    if !settled.isDisjoint(with: .money) { settled.formUnion(conflicts.intersection(.money)) }
    for field in settled.fields {
      typed[field] = takeTheirs ? nil : notation.text(field, self)
    }
    generation += 1
    conflicts.subtract(settled)
    rebase(on: seen, settled, notation)
  }

  /// Stands as the draft of an expense that was just saved; texts that were set since stay.
  mutating func saved(_ expense: Expense, from before: DraftState, _ notation: Notation) {
    id = expense.id
    hasAmount = true
    isRemoved = false
    conflicts = []
    seen = expense
    typed = typed.filter { field, text in
      before.typed[field].map { !$0.utf8.elementsEqual(text.utf8) } ?? true
    }
    generation += 1
    rebase(on: expense, .all, notation)
  }

  /// Takes back ``saved(_:from:_:)``: what was saved was not stored after all.
  mutating func unsaved(to before: DraftState) {
    let later = typed
    let count = generation
    self = before
    generation = count + 1
    for (field, text) in later { typed[field] = text }
  }

  private mutating func rebase(
    on expense: Expense, _ fields: ExpenseFields, _ notation: Notation
  ) {
    base.apply(fields, from: expense)
    base.id = id
    baseTexts = notation.texts(of: base, hasAmount: hasAmount)
  }

  /// The fields that both sides have changed, to other values.
  private static func conflicts(
    _ mine: Reading, stored: Expense, _ theirs: ExpenseFields
  ) -> ExpenseFields {
    let unlike = stored.differingFields(from: mine.expense).union(mine.unreadable)
    var both = mine.changed.intersection(theirs).intersection(unlike)
    // 12.50 typed as euros must not become 12.50 dollars because someone changed the currency.
    if !mine.changed.isDisjoint(with: .money), !theirs.isDisjoint(with: .money),
      !unlike.isDisjoint(with: .money)
    {
      both.formUnion(mine.changed.union(theirs).intersection(.money))
    }
    return both
  }
}

extension ExpenseFields {
  /// The amount and its currency.
  static var money: ExpenseFields { [.amount, .currency] }
}
