import ExpenseModel

@testable import ExpenseStore

/// A query answered by simple code over a plain array of expenses.
struct SimpleQuery {
  let query: ExpenseQuery
  /// Digits by currency.
  var digits = ["EUR": 2, "JPY": 0, "KWD": 3]

  init(_ query: ExpenseQuery) throws { self.query = try query.validated() }

  func select(_ expenses: [Expense]) -> [Expense] {
    let sorted = expenses.filter(matches).sorted(by: precedes)
    return query.limit == 0 ? sorted : Array(sorted.prefix(query.limit))
  }

  func matches(_ expense: Expense) -> Bool {
    func isIn(_ list: [String], _ text: String) -> Bool {
      list.isEmpty || list.contains { Array($0.utf8) == Array(text.utf8) }
    }
    let category = Array(expense.category.utf8)
    let prefix = Array(query.category.utf8)
    let text = TextFold.fold(query.text)
    let tags = Set(expense.tags)
    return (query.firstDate.map { expense.date >= $0 } ?? true)
      && (query.lastDate.map { expense.date <= $0 } ?? true)
      && isIn(query.types, expense.type) && isIn(query.accounts, expense.account)
      && isIn(query.currencies, expense.currency)
      && (prefix.isEmpty || category == prefix || category.starts(with: prefix + [0x3A]))
      && (query.minAmount.map { expense.amount >= $0 } ?? true)
      && (query.maxAmount.map { expense.amount <= $0 } ?? true)
      && (query.reimbursements.isEmpty
        || query.reimbursements.contains(Reimbursements(expense.reimbursement)))
      && (query.tagsAny.isEmpty || !tags.isDisjoint(with: query.tagsAny))
      && tags.isSuperset(of: query.tagsAll) && tags.isDisjoint(with: query.tagsNone)
      && (text.isEmpty || TextFold.contains(text, in: expense.name)
        || TextFold.contains(text, in: expense.note))
  }

  func precedes(_ a: Expense, _ b: Expense) -> Bool {
    if let section = query.section {
      let order = compare(key(a, section), key(b, section))
      if order != 0 { return section.descending ? order > 0 : order < 0 }
    }
    for key in query.sort {
      let order = compare(keys(a, key.field), keys(b, key.field))
      if order != 0 { return key.descending ? order > 0 : order < 0 }
    }
    return a.id < b.id
  }

  /// Something to compare by: numbers and texts, in lexicographic order.
  enum Key {
    case number(Int128)
    case bytes([UInt8])
  }

  func compare(_ a: [Key], _ b: [Key]) -> Int {
    for (first, second) in zip(a, b) {
      switch (first, second) {
      case (.number(let x), .number(let y)): if x != y { return x < y ? -1 : 1 }
      case (.bytes(let x), .bytes(let y)):
        if x != y { return x.lexicographicallyPrecedes(y) ? -1 : 1 }
      default: return 0
      }
    }
    return 0
  }

  private func text(_ text: String) -> [Key] {
    [.bytes(Array(TextFold.fold(text).utf8)), .bytes(Array(text.utf8))]
  }

  private func path(_ category: String) -> [Key] {
    let names = (try? CategoryPath(parsing: category))?.names ?? []
    let folded = names.map(TextFold.fold).joined(separator: "\0")
    return [.bytes(Array(folded.utf8)), .bytes(Array(category.utf8))]
  }

  func key(_ expense: Expense, _ section: ExpenseQuery.Section) -> [Key] {
    switch section.kind {
    case .type: text(expense.type)
    case .account: text(expense.account)
    case .currency: [.bytes(Array(expense.currency.utf8))]
    case .category: path(CategoryPath.cut(expense.category, to: section.level))
    case .day: [.number(Int128(expense.date.day))]
    case .week: [.number(Int128(expense.date.day - Int32(expense.date.weekday)))]
    case .month: [.number(Int128(expense.date.yyyymm))]
    case .quarter: [.number(Int128(expense.date.year * 4 + (expense.date.month - 1) / 3))]
    case .year: [.number(Int128(expense.date.year))]
    }
  }

  private func keys(_ expense: Expense, _ field: SortKey.Field) -> [Key] {
    switch field {
    case .id: return [.number(Int128(expense.id))]
    case .name: return text(expense.name)
    case .type: return text(expense.type)
    case .category: return path(expense.category)
    case .account: return text(expense.account)
    case .note: return text(expense.note)
    case .extra: return text(expense.extra)
    case .date: return [.number(Int128(expense.date.day))]
    case .currency: return [.bytes(Array(expense.currency.utf8))]
    case .reimbursement: return [.number(Int128(expense.reimbursement.rawValue))]
    case .amount:
      var value = Int128(expense.amount)
      for _ in (digits[expense.currency] ?? 0)..<8 { value *= 10 }
      return [.number(value), .bytes(Array(expense.currency.utf8))]
    case .conversion:
      return [
        .bytes(Array((expense.conversion?.currency ?? "").utf8)),
        .number(Int128(expense.conversion?.amount ?? 0)),
      ]
    case .source:
      return [
        .number(Int128(expense.source?.importNumber ?? 0)),
        .number(Int128(expense.source?.line ?? 0)),
      ]
    case .uuid: return [.number(Int128(expense.uuid.high)), .number(Int128(expense.uuid.low))]
    case .tags:
      let folded = expense.tags.map(TextFold.fold).joined(separator: "\0")
      let texts = TextFold.fold(TagText.encode(expense.tags))
      return [
        .bytes(Array(folded.utf8)), .bytes(Array(texts.utf8)),
        .bytes(Array(TagText.encode(expense.tags).utf8)),
      ]
    }
  }
}

extension ExpenseQuery {
  /// A query with some conditions, and an order.
  static func random(_ random: inout SeededGenerator) -> ExpenseQuery {
    func chance() -> Bool { UInt8.random(in: 0..<6, using: &random) == 0 }
    func some<T>(_ values: [T]) -> [T] { values.filter { _ in Bool.random(using: &random) } }
    func one<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    var query = ExpenseQuery()
    if chance() { query.firstDate = CivilDate(day: one([20_500, 20_526])) }
    if chance() { query.lastDate = CivilDate(day: one([20_530, 20_526, 20_000])) }
    if chance() { query.month = one([202603, 202604]) }
    if chance() { query.types = some(RandomExpense.types) }
    if chance() { query.accounts = some(RandomExpense.accounts) }
    if chance() { query.currencies = some(RandomExpense.currencies) }
    if chance() { query.category = one(["Travel", "Travel:Rail", "a\\:b", "Nothing"]) }
    if chance() { query.tagsAny = some(RandomExpense.tags) }
    if chance() { query.tagsAll = [one(RandomExpense.tags)] }
    if chance() { query.tagsNone = [one(RandomExpense.tags)] }
    if chance() { query.minAmount = one([0, 100, .min]) }
    if chance() { query.maxAmount = one([0, 1250, .max]) }
    if chance() { query.reimbursements = Reimbursements(rawValue: one([1, 2, 6, 15])) }
    if chance() { query.text = one(["CAFE", "lunch", "ß", "σ", "xyz"]) }
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      query.sort.append(
        SortKey(one(SortKey.Field.allCases), descending: Bool.random(using: &random)))
    }
    if Bool.random(using: &random) {
      let kind = one(Section.Kind.allCases)
      query.section = Section(
        kind, descending: Bool.random(using: &random),
        level: kind == .category ? Int.random(in: 0..<3, using: &random) : 0)
    }
    return query
  }
}

/// An expense made of few different values, so that ties and matches are frequent.
enum RandomExpense {
  static let types = ["Personal", "Business", "personal", "Été"]
  static let accounts = ["", "Card", "card", "Bank"]
  static let currencies = ["EUR", "JPY", "KWD"]
  static let tags = ["a", "b", "A", "trip"]

  static func make(_ random: inout SeededGenerator) -> Expense {
    func one<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    let date = CivilDate(day: one([20_525, 20_526, 20_550, 20_551, 20_640, 20_000, -700_000]))
    var expense = Expense(
      name: one(["Lunch", "lunch", "Café", "cafe", "Cafe\u{301}", "ΣΟΦΟΣ", "Straße", "x"]),
      amount: one([0, 1, -1, 100, 1250, .max, .min]), date: date ?? .first)
    expense.type = one(types)
    expense.account = one(accounts)
    expense.currency = one(currencies)
    expense.category = one(["", "Travel", "Travel:Rail", "Travelling", "travel", "a\\:b", "a:b:c"])
    expense.note = one(["", "", "lunch with x", "CAFÉ"])
    expense.tags = tags.filter { _ in UInt8.random(in: 0..<3, using: &random) == 0 }
    expense.reimbursement = one(Reimbursement.allCases)
    if Bool.random(using: &random) {
      expense.conversion = Expense.Conversion(amount: one([5, -5]), currency: one(currencies))
    }
    if Bool.random(using: &random) {
      expense.source = Expense.Source(importNumber: one([1, 2]), line: one([0, 7]))
    }
    expense.extra = one(["", "", "{\"a\":1}"])
    return expense
  }
}

extension CategoryPath {
  /// The text of the first names of a category; of all of them at level 0.
  static func cut(_ category: String, to level: Int) -> String {
    guard level > 0, let path = try? CategoryPath(parsing: category), path.names.count > level
    else {
      return category
    }
    return path.names.prefix(level).map(escaped).joined(separator: ":")
  }
}
