public import ExpenseModel
public import ExpenseStore
public import ViewState

extension Store {
  /// A binding to a field of a stored expense; setting it is an update that can be undone.
  ///
  /// The amount, with its currency, is an amount, the date a date; the other fields of
  /// `Draft.fields` are texts, written as in a draft, with a point in amounts. It is told of every
  /// change of the field, by undo and by other programs too, and once of the removal.
  ///
  /// - Throws: `notFound` when the store has no such expense; `argument` for a field without a text.
  public func binding(
    expense id: Int64, field: ExpenseField
  ) throws(ExpenseError) -> Binding<StateValue> {
    try Draft.check(field)
    let source = StoredField(self, id, field)
    _ = try source.get()
    return Binding(source: source)
  }
}

extension Subscription: Cancellable {}

/// A field of a stored expense.
final class StoredField: BindingSource {
  private let store: Store
  private let id: Int64
  private let field: ExpenseField

  init(_ store: Store, _ id: Int64, _ field: ExpenseField) {
    self.store = store
    self.id = id
    self.field = field
  }

  func get() throws(ExpenseError) -> StateValue {
    guard let expense = try store.get([id]).first else { throw Draft.missing(id) }
    return try value(expense)
  }

  /// Edits the expense as a form does: so the values, the label and what is refused are the same.
  func set(_ value: StateValue) throws(ExpenseError) {
    let draft = try Draft(editing: id, in: store, decimalMark: .point)
    try draft.setText(try text(value), of: field)
    while true {
      do throws(ExpenseError) {
        try draft.save()
        return
      } catch {
        guard error.code == .conflict else { throw error }
        // Someone has changed the field since the draft was opened: the later one stands.
        try draft.resolve(.all, takeTheirs: false)
      }
    }
  }

  func observe(
    _ callback: @escaping @Sendable (ValueChange) -> Void
  ) throws(ExpenseError) -> any Cancellable {
    let fields: ExpenseFields = field == .amount ? .money : ExpenseFields(field)
    return try store.subscribe(SubscriptionOptions(fields: fields)) {
      [weak store, id, field] change in
      guard let store, change.mayTouch(id) else { return }
      let stored = StoredField(store, id, field)
      let isReset = change.kind == .reset
      let heard = ValueChange(
        from: isReset
          ? nil
          : stored.outcome { () throws(ExpenseError) in
            try store.oldValues(of: [id], in: change)
          },
        to: stored.outcome { () throws(ExpenseError) in
          try isReset ? store.get([id]) : store.newValues(of: [id], in: change)
        })
      if !heard.isNone { callback(heard) }
    }
  }

  private func outcome(
    _ read: () throws(ExpenseError) -> [Expense]
  ) -> ValueChange.Outcome {
    Result { () throws(ExpenseError) in
      guard let expense = try read().first else { throw Draft.missing(id) }
      return try value(expense)
    }
  }

  /// The field's value in an expense.
  private func value(_ expense: Expense) throws(ExpenseError) -> StateValue {
    let notation = Notation(store: store, mark: .point)
    return switch field {
    case .amount:
      .amount(Money(minor: expense.amount, currency: try notation.find(expense.currency)))
    case .date: .date(expense.date)
    default: .text(notation.text(field, of: expense))
    }
  }

  /// What a form would say for a value.
  private func text(_ value: StateValue) throws(ExpenseError) -> String {
    switch (field, value) {
    case (.amount, .amount(let money)):
      let known = try store.currency(money.currency.code)
      guard known == nil || known == money.currency else {
        throw ExpenseError(
          .currency, "\(money.currency) has \(known?.digits ?? 0) digits in this store",
          field: .currency)
      }
      return "\(money)"
    case (.date, .date(let date)): return "\(date)"
    case (.amount, _), (.date, _):
      throw ExpenseError(
        .argument, "the value of \(field) is of kind \(field), not \(value.kind)", field: field)
    default: return try value.text(field)
    }
  }
}
