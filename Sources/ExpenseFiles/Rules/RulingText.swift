internal import ExpenseModel
internal import ExpenseStore

/// Which rules have set which fields, as the text that a store keeps beside an expense: a JSON object
/// of fields, each with the name of a rule, of tags with those of several.
struct RulingText {
  /// Many rows have the same.
  private var known: [RuleOutcome: String] = [:]

  /// What to note of an expense that rules have changed; nil: nothing has changed.
  ///
  /// - Parameter fields: Those that rules have set, also to what they were.
  mutating func ruling(
    _ rules: RuleSet, _ outcome: RuleOutcome, from old: Expense, to new: Expense,
    fields: ExpenseFields
  ) -> Store.Ruling? {
    let changed = new.differingFields(from: old).intersection(fields)
    if changed.isEmpty { return nil }
    var effective = outcome
    effective.leaveOut = 0
    for field in RuleOutcome.fields where !changed.contains(field) { effective[field] = 0 }
    var tags = old.tags
    effective.tags =
      changed.contains(.tags) ? outcome.tags.filter { rules[$0].changeTags(&tags) } : []
    if let text = known[effective] { return Store.Ruling(text: text, fields: changed) }
    let text = RulingText.text(rules, effective)
    known[effective] = text
    return Store.Ruling(text: text, fields: changed)
  }

  private static func text(_ rules: RuleSet, _ outcome: RuleOutcome) -> String {
    var writer = JSONWriter()
    var separator: StaticString = "{"
    func key(_ field: ExpenseField) {
      writer.raw(separator)
      separator = ","
      writer.string("\(field)")
      writer.raw(":")
    }
    for field in RuleOutcome.fields where outcome[field] != 0 {
      key(field)
      writer.string(rules[outcome[field]].name)
    }
    if !outcome.tags.isEmpty {
      key(.tags)
      separator = "["
      for number in outcome.tags {
        writer.raw(separator)
        separator = ","
        writer.string(rules[number].name)
      }
      writer.raw("]")
    }
    writer.raw("}")
    return String(decoding: writer.take(), as: UTF8.self)
  }

  /// The names of the rules that a text has of a field; none where it says nothing of it.
  static func rules(_ field: ExpenseField, in text: String) throws(ExpenseError) -> [String] {
    var names: [String] = []
    var reader = JSONReader(Array(text.utf8))
    try reader.members { (reader, key) throws(ExpenseError) in
      let found = try reader.textOrTexts(of: key)
      if key == "\(field)" { names = found }
    }
    return names
  }
}
