internal import ExpenseModel
internal import ExpenseStore

/// Runs rules on one row after the other, one thread at a time.
struct RuleRunner {
  let rules: RuleSet
  private var texts = TextAnswers()
  private var compiled: [CompiledRule] = []
  /// Digits behind the point, by currency.
  private let digits: (String) -> Int?
  private var knownDigits: [String: Int?] = [:]
  private let needsNote: Bool
  private let needsSource: Bool

  /// The conditions of a rule, behind one pointer: a copy of them would count many references.
  private final class CompiledRule {
    let texts: [CompiledText]
    let others: RuleConditions
    let hasOthers: Bool

    init(_ conditions: RuleConditions, _ texts: [CompiledText]) {
      self.texts = texts
      others = conditions
      hasOthers =
        conditions.amount != nil || conditions.currencies != nil || conditions.accounts != nil
        || conditions.types != nil || conditions.categories != nil
    }
  }

  /// A condition on a text, as questions to ``TextAnswers``.
  private struct CompiledText {
    let part: TextCondition.Part
    /// All of them must hold.
    let patterns: [TextAnswers.AnyOf]
  }

  /// Where the answers on the texts of a row stand.
  private struct Places {
    var name: TextAnswers.Place
    var note: TextAnswers.Place
    let source: TextAnswers.Place
  }

  /// - Parameter digits: The digits of a currency, by its code.
  init(_ rules: RuleSet, digits: @escaping (String) -> Int?) {
    self.rules = rules
    self.digits = digits
    let parts = rules.rules.flatMap { $0.conditions.texts.map(\.part) }
    needsNote = parts.contains(.text) || parts.contains(.note)
    needsSource = parts.contains(.source)
    for rule in rules.rules {
      let asked = rule.conditions.texts.map { condition in
        CompiledText(part: condition.part, patterns: condition.patterns.map { texts.add($0) })
      }
      compiled.append(CompiledRule(rule.conditions, asked))
    }
  }

  /// Finds out what the rules come to for an expense. Each rule sees what those before it have set.
  ///
  /// - Parameters:
  ///   - expense: A row; the id says nothing to rules.
  ///   - source: The name of the file that it came from, "" for none.
  ///   - settled: Fields that no rule may set.
  mutating func outcome(
    for expense: Expense, source: String, settled: ExpenseFields = []
  ) -> RuleOutcome {
    texts.makeRoom()
    var now = expense
    var places = Places(
      name: texts.place(of: now.name), note: needsNote ? texts.place(of: now.note) : 0,
      source: needsSource ? texts.place(of: source) : 0)
    let digits = digits(of: now.currency)
    var outcome = RuleOutcome()
    for index in compiled.indices where holds(compiled[index], now, places, digits) {
      let rule = rules.rules[index]
      let number = RuleOutcome.Number(truncatingIfNeeded: index + 1)
      let fields = rule.fields.subtracting(settled)
      now.apply(fields.subtracting(.tags), from: rule.values)
      for field in RuleOutcome.fields where fields.contains(field) { outcome[field] = number }
      if fields.contains(.name) { places.name = texts.place(of: now.name) }
      if fields.contains(.note), needsNote { places.note = texts.place(of: now.note) }
      // What replaces makes what was added before it void. No condition looks at tags.
      if fields.contains(.tags) { outcome.tags = [] }
      if fields.contains(.tags) || (!rule.addedTags.isEmpty && !settled.contains(.tags)) {
        outcome.tags.append(number)
      }
      if rule.leavesOut != nil { outcome.leaveOut = number }
    }
    return outcome
  }

  private mutating func digits(of currency: String) -> Int? {
    if let known = knownDigits[currency] { return known }
    let found = digits(currency)
    knownDigits[currency] = found
    return found
  }

  /// Whether all conditions of a rule hold.
  private func holds(
    _ rule: CompiledRule, _ expense: Expense, _ places: Places, _ digits: Int?
  ) -> Bool {
    for condition in rule.texts where !holds(condition, places) { return false }
    guard rule.hasOthers else { return true }
    if let amount = rule.others.amount {
      if let code = amount.currency, !code.isIdentical(to: expense.currency) { return false }
      guard let digits, amount.contains(expense.amount, digits: digits) else { return false }
    }
    return RuleRunner.isOne(expense.currency, of: rule.others.currencies)
      && RuleRunner.isOne(expense.account, of: rule.others.accounts)
      && RuleRunner.isOne(expense.type, of: rule.others.types)
      && RuleRunner.isWithin(expense.category, rule.others.categories)
  }

  private func holds(_ condition: CompiledText, _ places: Places) -> Bool {
    switch condition.part {
    case .name: fits(condition, places.name)
    case .note: fits(condition, places.note)
    case .text: fits(condition, places.name) || fits(condition, places.note)
    case .source: fits(condition, places.source)
    }
  }

  private func fits(_ condition: CompiledText, _ place: TextAnswers.Place) -> Bool {
    condition.patterns.allSatisfy { texts.fits($0, place) }
  }

  private static func isOne(_ text: String, of texts: [String]?) -> Bool {
    texts?.contains { $0.isIdentical(to: text) } ?? true
  }

  private static func isWithin(_ category: String, _ categories: [String]?) -> Bool {
    guard let categories else { return true }
    return categories.contains { wanted in
      if wanted.isIdentical(to: category) { return true }
      // A colon inside a name stands as "\:", so that "A:" begins only what is below A.
      return !wanted.isEmpty && category.utf8.count > wanted.utf8.count
        && category.utf8.starts(with: wanted.utf8)
        && category.utf8.dropFirst(wanted.utf8.count).first == UInt8(ascii: ":")
    }
  }
}
