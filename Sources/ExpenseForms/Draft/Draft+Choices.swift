public import ExpenseModel
internal import ExpenseStore
internal import Threads

extension Draft {
  /// Most suggestions for a field.
  public static let maximumSuggestions = 20
  /// Most types to choose from.
  public static let maximumTypes = 200

  /// What could be chosen for a field: texts that can be set as they are.
  ///
  /// Types: "Business" and "Personal", then what the store knows. Reimbursements: their four words.
  /// Names, categories, accounts, currencies and tags: what was used before and fits what was
  /// typed, regardless of case and accents; what begins with it before what contains it, then the
  /// most used first and of equals the latest. Categories that stood beside the draft's name come
  /// first. While a text is what the draft began with, nothing is left out. Types, categories and
  /// currencies come from all expenses; names, accounts and tags from the latest 20,000. A tag
  /// completes the last one of the text. Other fields have no choices.
  ///
  /// Complexity: O(what the latest 20,000 expenses have), once for each revision of the store.
  ///
  /// - Throws: `argument` for a field without a text; what reading the store throws.
  public func choices(for field: ExpenseField) throws(ExpenseError) -> [String] {
    try Draft.check(field)
    switch field {
    case .amount, .date, .note: return []
    case .reimbursement: return Reimbursement.allCases.map(\.word)
    default: break
    }
    let uses = try currentUses()
    let state = state.withLock { $0 }
    let isTyped =
      !state.text(field).utf8.elementsEqual(state.baseText(field).utf8)
    var choices = Choices(fitting: isTyped ? state.text(field) : "")
    switch field {
    case .type:
      choices = Choices(fitting: "", most: Draft.maximumTypes)
      choices.add(["Business", Expense.defaultType])
      choices.add(uses.types)
    case .name: choices.add(uses.names)
    case .account: choices.add(uses.accounts)
    case .category:
      let name = TextFold.fold(state.text(.name))
      if !name.isEmpty { choices.add(uses.categories(ofName: name)) }
      choices.add(uses.categories)
    case .currency:
      choices.add(uses.currencies)
      choices.add([try store.defaultCurrency?.code ?? ""])
      if isTyped { choices.add(Currency.iso4217.map(\.code)) }
    case .tags: return tagChoices(uses.tags, state.text(.tags), isTyped: isTyped)
    default: break
    }
    return choices.texts
  }

  /// The text of the tags with its last one completed, for each tag that could be meant.
  private func tagChoices(_ tags: [UsedText], _ text: String, isTyped: Bool) -> [String] {
    var (before, last) = TagList.split(text)
    if !isTyped, !last.isEmpty { (before, last) = (text + ",", "") }
    let there = TagList.tags(before)
    var choices = Choices(fitting: last)
    choices.add(tags.filter { tag in !there.contains { $0.utf8.elementsEqual(tag.text.utf8) } })
    let start = before.isEmpty || before.last == " " ? before : before + " "
    return choices.texts.map { start + TagList.escaped($0) }
  }

  /// What the store's expenses have, read again when it has changed.
  private func currentUses() throws(ExpenseError) -> Uses {
    // In a transaction rows change without a new revision.
    if store.isInTransaction { return try store.uses() }
    let revision = try store.revision
    if let known = uses.withLock({ $0 }), known.revision == revision { return known.uses }
    let read = try store.uses()
    uses.withLock { $0 = (revision, read) }
    return read
  }
}
