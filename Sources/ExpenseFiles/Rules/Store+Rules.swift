public import ExpenseModel
public import ExpenseStore

extension Store {
  /// All rules in their order, as one JSON array: so that one write is one change.
  private static let ruleKey = "rules"
  /// The most rules that a store has.
  public static let maximumRules = 4_096

  /// Saves a rule: in place of the one with its name, else behind all others.
  ///
  /// It is announced as a change of settings, and no undo takes it back. Nothing is changed by it
  /// until the rules are run.
  ///
  /// - Parameters:
  ///   - json: The rule, which names itself.
  ///   - position: Where it is to stand, from 0; beyond the end means at the end. Nil: where the one
  ///     with its name stands, else at the end.
  /// - Throws: `argument` with name, key and reason for a wrong rule; `invalid` for a wrong name;
  ///   `currency` for an unknown one; `busy`, `readOnly`, `full`, `io`.
  public func saveRule(_ json: String, at position: Int? = nil) throws(ExpenseError) {
    let name = try Rule(parsing: json, currency: currency).name
    try changeRules { (rules) throws(ExpenseError) in
      let old = rules.firstIndex { $0.name.isIdentical(to: name) }
      if let old { rules.remove(at: old) }
      guard rules.count < Store.maximumRules else {
        throw ExpenseError(
          .invalid, "the store has \(Store.maximumRules) rules, which is the most")
      }
      let place = try position.map { (place) throws(ExpenseError) in try Store.check(place) }
      rules.insert(
        SavedRule(name: name, json: json), at: min(place ?? old ?? rules.count, rules.count))
    }
  }

  /// Removes a rule.
  ///
  /// - Throws: `notFound` when there is none with this name; `busy`, `readOnly`, `io`.
  public func removeRule(_ name: String) throws(ExpenseError) {
    try changeRules { (rules) throws(ExpenseError) in
      rules.remove(at: try Store.find(name, rules))
    }
  }

  /// Moves a rule to another place among the rules, which run in their order.
  ///
  /// - Parameters:
  ///   - name: The rule's.
  ///   - position: Where it stands afterwards, from 0; beyond the end means at the end.
  /// - Throws: `notFound` when there is none with this name; `busy`, `readOnly`, `io`.
  public func moveRule(_ name: String, to position: Int) throws(ExpenseError) {
    try changeRules { (rules) throws(ExpenseError) in
      let rule = rules.remove(at: try Store.find(name, rules))
      rules.insert(rule, at: min(try Store.check(position), rules.count))
    }
  }

  /// The rules, in the order in which they run.
  public func rules() throws(ExpenseError) -> [SavedRule] {
    guard let text = try settings(beginningWith: Store.ruleKey).first(where: { $0.key.isEmpty })
    else { return [] }
    do throws(ExpenseError) {
      var rules: [SavedRule] = []
      var reader = JSONReader(Array(text.value.utf8))
      try reader.array { (reader) throws(ExpenseError) in
        reader.skipBlanks()
        let start = reader.position
        let name = try Rule.findName(&reader)
        let json = String(decoding: reader.bytes[start..<reader.position], as: UTF8.self)
        rules.append(SavedRule(name: name, json: json))
      }
      try reader.finish()
      return rules
    } catch {
      throw ExpenseError(.damaged, "\(path): the rules: \(error.message)")
    }
  }

  /// Changes the rules in one transaction, so that nobody else's change of them is lost.
  private func changeRules(
    _ change: (inout [SavedRule]) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    try transaction { () throws(ExpenseError) in
      var rules = try rules()
      try change(&rules)
      let text = "[" + rules.map(\.json).joined(separator: ",\n") + "]"
      try setSetting(Store.ruleKey, rules.isEmpty ? nil : text)
    }
  }

  private static func find(_ name: String, _ rules: [SavedRule]) throws(ExpenseError) -> Int {
    if let place = rules.firstIndex(where: { $0.name.isIdentical(to: name) }) { return place }
    throw ExpenseError(.notFound, "there is no rule \(quoted(name)) in the store")
  }

  private static func check(_ position: Int) throws(ExpenseError) -> Int {
    guard position >= 0 else {
      throw ExpenseError(.argument, "position is \(position), below 0")
    }
    return position
  }
}
