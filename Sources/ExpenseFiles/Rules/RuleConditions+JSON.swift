internal import ExpenseModel

extension RuleConditions {
  private enum Key: String, CaseIterable {
    case text, name, note, source, amount, currency, account, type, category
  }

  /// Reads the conditions of a rule: `text` (name or note), `name`, `note` and `source`, each an
  /// object of `contains`, `starts` and `glob`; `amount`, an object of `min`, `max`, `above`, `below`
  /// and `currency`; `currency`, `account`, `type` and `category`. An array means any of its elements.
  init(
    _ reader: inout JSONReader, _ currency: (String) throws(ExpenseError) -> Currency?
  ) throws(ExpenseError) {
    guard try reader.peek() == .object else {
      throw JSONReader.fault("when must be an object of conditions; \(JSONReader.known(Key.self))")
    }
    var conditions = RuleConditions()
    var bounds: [(key: String, text: String)] = []
    try reader.members { (reader, word) throws(ExpenseError) in
      guard let key = Key(rawValue: word) else {
        throw JSONReader.fault("unknown key when.\(shortened(word)); \(JSONReader.known(Key.self))")
      }
      let word = "when.\(word)"
      switch key {
      case .text, .name, .note, .source:
        guard let part = TextCondition.Part(rawValue: key.rawValue) else { return }
        let patterns = try RuleConditions.patterns(&reader, word)
        conditions.texts.append(TextCondition(part: part, patterns: patterns))
      case .amount: conditions.amount = try RuleConditions.amount(&reader, word, &bounds)
      case .currency: conditions.currencies = try reader.textOrTexts(of: word)
      case .account: conditions.accounts = try reader.textOrTexts(of: word)
      case .type: conditions.types = try reader.textOrTexts(of: word)
      case .category:
        conditions.categories = try RuleConditions.categories(&reader, word)
      }
    }
    for code in conditions.currencies ?? [] {
      _ = try RuleConditions.find(code, "when.currency", currency)
    }
    try conditions.checkBounds(bounds, currency)
    self = conditions
  }

  private static func patterns(
    _ reader: inout JSONReader, _ key: String
  ) throws(ExpenseError) -> [[TextPattern]] {
    guard try reader.peek() == .object else {
      throw JSONReader.fault(
        "\(key) must be an object, such as {\"contains\": \"train\"}; "
          + JSONReader.known(TextPattern.Kind.self))
    }
    var patterns: [[TextPattern]] = []
    try reader.members { (reader, word) throws(ExpenseError) in
      guard let kind = TextPattern.Kind(rawValue: word) else {
        throw JSONReader.fault(
          "unknown key \(key).\(shortened(word)); \(JSONReader.known(TextPattern.Kind.self))")
      }
      var any: [TextPattern] = []
      for text in try reader.textOrTexts(of: "\(key).\(word)") {
        do throws(ExpenseError) {
          any.append(try TextPattern(kind, text))
        } catch {
          throw JSONReader.fault("\(key).\(word): \(error.message)")
        }
      }
      patterns.append(any)
    }
    guard !patterns.isEmpty else {
      throw JSONReader.fault("\(key) is empty; \(JSONReader.known(TextPattern.Kind.self))")
    }
    return patterns
  }

  private static func categories(
    _ reader: inout JSONReader, _ key: String
  ) throws(ExpenseError) -> [String] {
    var categories: [String] = []
    for text in try reader.textOrTexts(of: key) {
      do throws(ExpenseError) {
        categories.append(try CategoryPath(parsing: text).description)
      } catch {
        throw JSONReader.fault("\(key): \(error.message)")
      }
    }
    return categories
  }

  private static func amount(
    _ reader: inout JSONReader, _ key: String, _ bounds: inout [(key: String, text: String)]
  ) throws(ExpenseError) -> AmountRange {
    guard try reader.peek() == .object else {
      throw JSONReader.fault(
        "\(key) must be an object, such as {\"min\": \"10.00\"}; "
          + JSONReader.known(AmountRange.Bound.self) + ", \"currency\"")
    }
    var range = AmountRange()
    var found: [(key: String, text: String)] = []
    try reader.members { (reader, word) throws(ExpenseError) in
      if word == "currency" {
        range.currency = try reader.text(of: "\(key).currency")
        return
      }
      guard let bound = AmountRange.Bound(rawValue: word) else {
        throw JSONReader.fault(
          "unknown key \(key).\(shortened(word)); \(JSONReader.known(AmountRange.Bound.self)), "
            + "\"currency\"")
      }
      let name = "\(key).\(word)"
      let text = try reader.amountText(of: name)
      do throws(ExpenseError) {
        try range.narrow(bound, to: text)
      } catch {
        throw JSONReader.fault("\(name): \(error.message)")
      }
      found.append((name, text))
    }
    guard !found.isEmpty else {
      throw JSONReader.fault("\(key) has none of min, max, above and below")
    }
    guard !range.isEmpty else { throw JSONReader.fault("\(key): no amount is in this range") }
    bounds = found
    return range
  }

  /// Makes sure that the bounds have no more digits than their currency, where one is named.
  private func checkBounds(
    _ bounds: [(key: String, text: String)],
    _ currency: (String) throws(ExpenseError) -> Currency?
  ) throws(ExpenseError) {
    let named = amount?.currency
    guard let code = named ?? (currencies?.count == 1 ? currencies?.first : nil) else { return }
    let known = try RuleConditions.find(
      code, named == nil ? "when.currency" : "when.amount.currency", currency)
    for (key, text) in bounds {
      do throws(ExpenseError) {
        _ = try DecimalText(parsing: text).minor(currency: known)
      } catch {
        throw ExpenseError(.argument, "\(key): \(quoted(text)): \(error.message)", field: .amount)
      }
    }
  }

  private static func find(
    _ code: String, _ key: String, _ currency: (String) throws(ExpenseError) -> Currency?
  ) throws(ExpenseError) -> Currency {
    guard let known = try currency(code) else {
      throw ExpenseError(
        .currency, "\(key): \(quoted(code)) is neither in ISO 4217 nor registered in this store",
        field: .currency)
    }
    return known
  }
}
