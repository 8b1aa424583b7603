import ExpenseModel

@testable import ExpenseFiles

/// What rules are to do, written as plainly as can be, to compare with.
enum PlainRules {
  /// Whether a text is like a glob whose units are letters, "*", "?" and escaped characters.
  static func glob(_ glob: ArraySlice<String>, _ text: ArraySlice<String>) -> Bool {
    guard let unit = glob.first else { return text.isEmpty }
    if unit == "*" {
      return self.glob(glob.dropFirst(), text)
        || (!text.isEmpty && self.glob(glob, text.dropFirst()))
    }
    guard let letter = text.first else { return false }
    let isLike =
      switch unit {
      case "?": true
      case #"\*"#: letter == "*"
      default: TextFold.fold(unit) == TextFold.fold(letter)
      }
    return isLike && self.glob(glob.dropFirst(), text.dropFirst())
  }

  /// A rule of the property tests.
  struct Rule {
    var name = ""
    /// Any of them in the name or the note.
    var contains: [String] = []
    var noteStarts = ""
    var sourceIs: String?
    var least: Int64?
    var most: Int64?
    var currencies: [String] = []
    var accounts: [String] = []
    var types: [String] = []
    var category: String?
    var setCategory: String?
    var setType: String?
    var setName: String?
    var setNote: String?
    var reimbursement: Reimbursement?
    var addTags: [String] = []
    var replaceTags: [String]?
    var leaveOut: Bool?

    /// As it is saved; amounts are of currencies with two digits.
    var json: String {
      func text(_ text: String) -> String { "\"" + text + "\"" }
      func list(_ texts: [String]) -> String { "[" + texts.map(text).joined(separator: ",") + "]" }
      func money(_ minor: Int64) -> String {
        text("\(minor < 0 ? "-" : "")\(minor.magnitude / 100).")
          .dropLast() + "\(minor.magnitude % 100 < 10 ? "0" : "")\(minor.magnitude % 100)\""
      }
      var when: [String] = []
      if !contains.isEmpty { when.append("\"text\":{\"contains\":\(list(contains))}") }
      if !noteStarts.isEmpty { when.append("\"note\":{\"starts\":\(text(noteStarts))}") }
      if let sourceIs { when.append("\"source\":{\"glob\":\(text(sourceIs))}") }
      var bounds: [String] = []
      if let least { bounds.append("\"min\":\(money(least))") }
      if let most { bounds.append("\"max\":\(money(most))") }
      if !bounds.isEmpty { when.append("\"amount\":{\(bounds.joined(separator: ","))}") }
      if !currencies.isEmpty { when.append("\"currency\":\(list(currencies))") }
      if !accounts.isEmpty { when.append("\"account\":\(list(accounts))") }
      if !types.isEmpty { when.append("\"type\":\(list(types))") }
      if let category { when.append("\"category\":\(text(category))") }
      var set: [String] = []
      if let setCategory { set.append("\"category\":\(text(setCategory))") }
      if let setType { set.append("\"type\":\(text(setType))") }
      if let setName { set.append("\"name\":\(text(setName))") }
      if let setNote { set.append("\"note\":\(text(setNote))") }
      if let reimbursement { set.append("\"reimbursement\":\"\(reimbursement)\"") }
      if !addTags.isEmpty { set.append("\"tags\":{\"add\":\(list(addTags))}") }
      if let replaceTags { set.append("\"tags\":{\"replace\":\(list(replaceTags))}") }
      var json = "{\"name\":\(text(name)),\"when\":{\(when.joined(separator: ","))}"
      if !set.isEmpty { json += ",\"set\":{\(set.joined(separator: ","))}" }
      if let leaveOut { json += ",\"leaveOut\":\(leaveOut)" }
      return json + "}"
    }

    func holds(_ expense: Expense, _ source: String) -> Bool {
      func isIn(_ needle: String, _ text: String) -> Bool {
        TextFold.contains(TextFold.fold(needle), in: text)
      }
      if !contains.isEmpty,
        !contains.contains(where: { isIn($0, expense.name) || isIn($0, expense.note) })
      {
        return false
      }
      if !TextFold.fold(expense.note).hasPrefix(TextFold.fold(noteStarts)), !noteStarts.isEmpty {
        return false
      }
      if let sourceIs, TextFold.fold(sourceIs) != TextFold.fold(source) { return false }
      if expense.amount < least ?? .min || expense.amount > most ?? .max { return false }
      if !currencies.isEmpty, !currencies.contains(expense.currency) { return false }
      if !accounts.isEmpty, !accounts.contains(expense.account) { return false }
      if !types.isEmpty, !types.contains(expense.type) { return false }
      guard let category else { return true }
      return expense.category == category
        || (!category.isEmpty && expense.category.hasPrefix(category + ":"))
    }

    /// The fields that it may set, but for tags, which no rule looks at.
    var sets: ExpenseFields {
      var fields: ExpenseFields = []
      if setCategory != nil { fields.insert(.category) }
      if setType != nil { fields.insert(.type) }
      if setName != nil { fields.insert(.name) }
      if setNote != nil { fields.insert(.note) }
      return fields
    }

    /// Those of these fields that its conditions depend on.
    var looksAt: ExpenseFields {
      var fields: ExpenseFields = []
      if category != nil { fields.insert(.category) }
      if !types.isEmpty { fields.insert(.type) }
      if !contains.isEmpty { fields.formUnion([.name, .note]) }
      if !noteStarts.isEmpty { fields.insert(.note) }
      return fields
    }

    func change(_ expense: inout Expense) {
      if let setCategory { expense.category = setCategory }
      if let setType { expense.type = setType }
      if let setName { expense.name = setName }
      if let setNote { expense.note = setNote }
      if let reimbursement { expense.reimbursement = reimbursement }
      if let replaceTags { expense.tags = replaceTags }
      let new = expense.tags + addTags.filter { !expense.tags.contains($0) }
      if new.count <= 64 { expense.tags = new }
    }
  }

  /// What is to become of an expense, and the last rule that leaves its row out or keeps it.
  static func run(_ rules: [Rule], _ expense: Expense, source: String) -> (Expense, Bool?) {
    var (result, leaveOut): (Expense, Bool?) = (expense, nil)
    for rule in rules where rule.holds(result, source) {
      rule.change(&result)
      leaveOut = rule.leaveOut ?? leaveOut
    }
    return (result, leaveOut)
  }

  /// Random rules over few words, so that they meet.
  static func random(_ count: Int, using random: inout SeededGenerator) -> [Rule] {
    func some(_ texts: [String]) -> [String] {
      (0..<Int.random(in: 1...2, using: &random)).map { _ in
        texts[Int.random(in: 0..<texts.count, using: &random)]
      }
    }
    func maybe(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &random) == 0 }
    return (0..<count).map { number in
      var rule = Rule(name: "rule \(number)")
      if maybe(2) { rule.contains = some(words) }
      if maybe(6) { rule.noteStarts = some(words)[0] }
      if maybe(6) { rule.sourceIs = some(["file", "FILE", "other", ""])[0] }
      if maybe(5) { rule.least = Int64.random(in: -500...500, using: &random) }
      if maybe(5) {
        rule.most = (rule.least ?? 0) + Int64.random(in: 0...700, using: &random)
      }
      if maybe(8) { rule.currencies = some(["EUR", "USD"]) }
      if maybe(6) { rule.accounts = some(["Visa", "", "Cash"]) }
      if maybe(5) { rule.types = some(["Personal", "Business"]) }
      if maybe(5) { rule.category = some(categories + [""])[0] }
      if maybe(2) { rule.setCategory = some(categories + [""])[0] }
      if maybe(4) { rule.setType = some(["Personal", "Business"])[0] }
      if maybe(4) { rule.setName = some(words)[0] }
      if maybe(4) { rule.setNote = some(words + [""])[0] }
      if maybe(5) { rule.reimbursement = Reimbursement.allCases.randomElement(using: &random) }
      if maybe(4) {
        rule.addTags = Array(Set(some(words)).sorted())
      } else if maybe(6) {
        rule.replaceTags = maybe(3) ? [] : Array(Set(some(words)).sorted())
      }
      if maybe(8) { rule.leaveOut = maybe(2) }
      if rule.setCategory == nil { rule.setNote = rule.setNote ?? "set" }
      return rule
    }
  }

  /// Those of which none looks at a field that itself or a later one sets.
  static func settling(_ rules: [Rule]) -> [Rule] {
    var kept: [Rule] = []
    for rule in rules.reversed() {
      let later = (kept + [rule]).reduce(into: ExpenseFields()) { $0.formUnion($1.sets) }
      if rule.looksAt.isDisjoint(with: later) { kept.insert(rule, at: 0) }
    }
    return kept
  }

  static let words = ["Cafe", "café", "TRAIN", "train to Rome", "hotel", "Straße", "strasse 5"]
  static let categories = ["Food", "Food:Out", "Food 2", "Travel", "Travel:Rail"]
}
