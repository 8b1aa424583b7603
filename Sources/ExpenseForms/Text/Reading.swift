internal import ExpenseModel
internal import ExpenseStore

/// What the texts of a draft say.
struct Reading {
  /// The expense as it would be saved; where a text can't be read, with what the draft began with.
  private(set) var expense: Expense
  /// What is wrong, in the order of the fields' numbers.
  private(set) var problems: [Draft.Problem] = []
  /// The fields whose texts say something else than what the draft began with.
  private(set) var changed: ExpenseFields = []
  /// Those of them that can't be read.
  private(set) var unreadable: ExpenseFields = []

  init(_ state: DraftState, _ notation: Notation) {
    expense = state.base
    for field in Draft.fields.subtracting(.money).fields
    where state.typed[field] != nil || state.id == 0 {
      read(field, state.text(field))
    }
    readMoney(state, notation)
    problems.sort { $0.field.rawValue < $1.field.rawValue }

    changed = expense.differingFields(from: state.base)
    if !state.hasAmount, !state.text(.amount).isEmpty { changed.insert(.amount) }
    var faulty = ExpenseFields(problems.map { ExpenseFields($0.field) })
    if !faulty.isDisjoint(with: .money) { faulty.formUnion(.money) }
    for field in faulty.fields {
      let isTyped = !state.text(field).utf8.elementsEqual(state.baseText(field).utf8)
      if isTyped {
        changed.insert(ExpenseFields(field))
        unreadable.insert(ExpenseFields(field))
      } else {
        changed.remove(ExpenseFields(field))
      }
    }
  }

  private mutating func read(_ field: ExpenseField, _ text: String) {
    do throws(ExpenseError) {
      var new = expense
      try new.read(field, text)
      try new.validate(ExpenseFields(field))
      expense = new
    } catch {
      problems.append(Draft.Problem(error, field))
    }
  }

  /// Reads amount and currency, which mean nothing without each other.
  private mutating func readMoney(_ state: DraftState, _ notation: Notation) {
    var currency: Currency?
    var trouble: ExpenseError?
    do throws(ExpenseError) {
      currency = try notation.find(state.text(.currency))
    } catch {
      trouble = error
    }
    let text = state.text(.amount)
    var amount: Int64?
    do throws(AmountText.Fault) {
      let entry = try AmountEntry(text, notation.mark)
      if entry.hasUnit {
        let named = try entry.currency(preferred: currency, in: notation.store)
        if let set = currency, set != named, state.typed[.currency] != nil {
          trouble = ExpenseError(
            .currency, "the amount is in \(named), and the currency is \(set)", field: .currency)
        } else if state.typed[.currency] == nil {
          (currency, trouble) = (named, nil)
        }
      }
      if let currency { amount = try entry.minor(currency) }
    } catch {
      problems.append(AmountEntry.problem(text, error, notation.mark, currency))
    }
    if let trouble { problems.append(Draft.Problem(trouble, .currency)) }
    guard let currency, trouble == nil else { return }
    expense.currency = currency.code
    if let amount { expense.amount = amount }
  }
}

extension Expense {
  /// Takes the value of a field from its text in a form; amount and currency are read elsewhere.
  fileprivate mutating func read(_ field: ExpenseField, _ text: String) throws(ExpenseError) {
    switch field {
    case .name: name = text
    case .type: type = text
    case .category: category = text
    case .date:
      let trimmed = TextRules.trimmed(text)
      guard !trimmed.isEmpty else {
        throw ExpenseError(.invalid, "the date is missing", field: .date)
      }
      date = try CivilDate(parsing: trimmed)
    case .account: account = text
    case .note: note = text
    case .tags: tags = TagList.tags(text)
    case .reimbursement: reimbursement = try Reimbursement(word: text)
    case .amount, .currency, .conversion, .source, .extra, .uuid: break
    }
  }
}
