internal import ExpenseModel
internal import ExpenseStore

/// How a draft writes the values of an expense as texts, and reads them.
struct Notation {
  let store: Store
  let mark: AmountText.DecimalMark

  /// The texts of all fields, by field number; "" where a field has none.
  func texts(of expense: Expense, hasAmount: Bool) -> [String] {
    ExpenseField.allCases.map { field in
      field == .amount && !hasAmount ? "" : text(field, of: expense)
    }
  }

  /// The text of a field of an expense; "" where it has none.
  func text(_ field: ExpenseField, of expense: Expense) -> String {
    switch field {
    case .name: expense.name
    case .type: expense.type
    case .category: expense.category
    case .amount: amountText(expense)
    case .currency: expense.currency
    case .date: expense.date.description
    case .account: expense.account
    case .note: expense.note
    case .tags: TagList.text(expense.tags)
    case .reimbursement: expense.reimbursement.word
    case .conversion, .source, .extra, .uuid: ""
    }
  }

  private func amountText(_ expense: Expense) -> String {
    // A stored currency is found; only a file that can't be read leaves the text empty.
    guard let currency = try? store.currency(expense.currency) else { return "" }
    let text = Money.amountText(expense.amount, digits: currency.digits)
    guard mark == .comma else { return text }
    return String(text.map { $0 == "." ? "," : $0 })
  }

  /// The text of a field of a draft as it shows it.
  func text(_ field: ExpenseField, _ state: DraftState) -> String {
    if field == .currency, let code = codeInAmount(state) { return code }
    return state.text(field)
  }

  /// The currency that the amount's text names, while none was set; nil when there is none.
  func codeInAmount(_ state: DraftState) -> String? {
    guard state.typed[.currency] == nil, let text = state.typed[.amount],
      let entry = try? AmountEntry(text, mark), entry.hasUnit
    else { return nil }
    let known = try? find(state.base.currency)
    return try? entry.currency(preferred: known, in: store).code
  }

  /// The currency with a code as a person writes it; "" is the store's default.
  func find(_ text: String) throws(ExpenseError) -> Currency {
    let trimmed = TextRules.trimmed(text)
    guard !trimmed.isEmpty else {
      if let currency = try store.defaultCurrency { return currency }
      throw ExpenseError(
        .currency, "the currency is missing: the store has no default", field: .currency)
    }
    let code = String(
      decoding: trimmed.utf8.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }, as: UTF8.self)
    if let currency = try store.currency(code) { return currency }
    throw ExpenseError(
      .currency, "\(quoted(trimmed)) is neither in ISO 4217 nor registered in this store",
      field: .currency)
  }
}

extension Reimbursement {
  /// Reads the word for it in a form, in capitals or not; a blank text is none.
  init(word: String) throws(ExpenseError) {
    let text = TextFold.fold(TextRules.trimmed(word))
    guard
      let found = text.isEmpty
        ? Reimbursement.none : Reimbursement.allCases.first(where: { $0.word == text })
    else {
      throw ExpenseError(
        .invalid, "a reimbursement is none, open, submitted or paid: \(quoted(word))",
        field: .reimbursement)
    }
    self = found
  }

  /// The word for it in a form.
  var word: String {
    switch self {
    case .none: "none"
    case .open: "open"
    case .submitted: "submitted"
    case .paid: "paid"
    }
  }
}
