import ExpenseModel

@testable import ExpenseStore

/// What a query selects, in its order, by the simplest code: what views are compared with.
struct PlainQuery {
  let query: ExpenseQuery

  /// One row of the answer. A section is told without its position, which other rows move.
  enum Row: Hashable {
    case expense(Expense)
    case section(Section)
  }

  struct Section: Hashable {
    var title: String
    var date: CivilDate?
    var count: Int
    var totals: [Total]
  }

  struct Answer: Equatable {
    var rows: [Row] = []
    var sections: [Section] = []
    /// Where each section begins.
    var positions: [Int] = []
  }

  func answer(_ all: [Expense], _ digits: (String) -> Int) -> Answer {
    var chosen = all.filter(selects).map { (key: key($0, digits), expense: $0) }
    chosen.sort { isBefore($0.key, $1.key) }
    let shown = chosen.prefix(query.limit == 0 ? chosen.count : query.limit).map(\.expense)

    var answer = Answer()
    guard query.section != nil else {
      answer.rows = shown.map(Row.expense)
      return answer
    }
    var groups: [(title: String, date: CivilDate?, expenses: [Expense])] = []
    for expense in shown {
      let (title, date) = sectionOf(expense)
      if let last = groups.last, last.title.isIdentical(to: title), last.date == date {
        groups[groups.count - 1].expenses.append(expense)
      } else {
        groups.append((title, date, [expense]))
      }
    }
    for group in groups {
      let section = Section(
        title: group.title, date: group.date, count: group.expenses.count,
        totals: totals(group.expenses, digits))
      answer.positions.append(answer.rows.count)
      answer.sections.append(section)
      if query.showsSectionRows { answer.rows.append(.section(section)) }
      answer.rows += group.expenses.map(Row.expense)
    }
    return answer
  }

  private func totals(_ expenses: [Expense], _ digits: (String) -> Int) -> [Total] {
    Dictionary(grouping: expenses, by: \.currency).sorted { $0.key < $1.key }.map { code, group in
      Total(
        currency: code, digits: digits(code),
        amount: group.reduce(0) { $0 + Int128($1.amount) }, count: Int64(group.count))
    }
  }

  // MARK: Filter

  func selects(_ expense: Expense) -> Bool {
    func isOne(_ text: String, of list: [String]) -> Bool {
      list.isEmpty || list.contains { $0.isIdentical(to: text) }
    }
    func has(_ tag: String) -> Bool { expense.tags.contains { $0.isIdentical(to: tag) } }
    if query.month != 0, expense.date.yyyymm != query.month { return false }
    if let first = query.firstDate, expense.date < first { return false }
    if let last = query.lastDate, expense.date > last { return false }
    if !isOne(expense.type, of: query.types) || !isOne(expense.currency, of: query.currencies)
      || !isOne(expense.account, of: query.accounts)
    {
      return false
    }
    let path = expense.category.split(separator: ":").map(String.init)
    let wanted = query.category.split(separator: ":").map(String.init)
    if Array(path.prefix(wanted.count)) != wanted { return false }
    if !query.tagsAny.isEmpty, !query.tagsAny.contains(where: has) { return false }
    if !query.tagsAll.allSatisfy(has) || query.tagsNone.contains(where: has) { return false }
    if let least = query.minAmount, expense.amount < least { return false }
    if let most = query.maxAmount, expense.amount > most { return false }
    if !query.reimbursements.isEmpty,
      !query.reimbursements.contains(Reimbursements(expense.reimbursement))
    {
      return false
    }
    let text = TextFold.fold(query.text)
    return text.isEmpty || TextFold.fold(expense.name).utf8.contains(text.utf8)
      || TextFold.fold(expense.note).utf8.contains(text.utf8)
  }

  // MARK: Order

  /// What is compared first, second and so on.
  private enum Part: Equatable {
    case number(Int128)
    case bytes([UInt8])

    func isBefore(_ other: Part) -> Bool {
      switch (self, other) {
      case (.number(let a), .number(let b)): a < b
      case (.bytes(let a), .bytes(let b)): a.lexicographicallyPrecedes(b)
      default: false
      }
    }
  }

  private typealias Key = [(part: Part, descending: Bool)]

  private func isBefore(_ a: Key, _ b: Key) -> Bool {
    for (first, second) in zip(a, b) where first.part != second.part {
      return first.part.isBefore(second.part) != first.descending
    }
    return false
  }

  private func key(_ expense: Expense, _ digits: (String) -> Int) -> Key {
    var key: Key = []
    if let section = query.section {
      key += sectionParts(expense, section).map { ($0, section.descending) }
    }
    for sort in query.sort {
      key += parts(expense, sort.field, digits).map { ($0, sort.descending) }
    }
    return key + [(.number(Int128(expense.id)), false)]
  }

  private func text(_ text: String) -> [Part] {
    [.bytes(Array(TextFold.fold(text).utf8)), .bytes(Array(text.utf8))]
  }

  private func path(_ names: [String]) -> [Part] {
    [
      .bytes(Array(names.map(TextFold.fold).joined(separator: "\0").utf8)),
      .bytes(Array(names.joined(separator: ":").utf8)),
    ]
  }

  private func parts(
    _ expense: Expense, _ field: SortKey.Field, _ digits: (String) -> Int
  ) -> [Part] {
    switch field {
    case .name: return text(expense.name)
    case .note: return text(expense.note)
    case .type: return text(expense.type)
    case .account: return text(expense.account)
    case .category: return path(expense.category.split(separator: ":").map(String.init))
    case .currency: return [.bytes(Array(expense.currency.utf8))]
    case .amount:
      var value = Int128(expense.amount)
      for _ in digits(expense.currency)..<8 { value *= 10 }
      return [.number(value), .bytes(Array(expense.currency.utf8))]
    case .date: return [.number(Int128(expense.date.day))]
    case .reimbursement: return [.number(Int128(expense.reimbursement.rawValue))]
    case .id: return [.number(Int128(expense.id))]
    case .tags:
      return [
        .bytes(Array(expense.tags.map(TextFold.fold).joined(separator: "\0").utf8)),
        .bytes(Array(expense.tags.joined(separator: "\0").utf8)),
      ]
    case .conversion, .source, .extra, .uuid: return []
    }
  }

  // MARK: Sections

  private func sectionParts(_ expense: Expense, _ section: ExpenseQuery.Section) -> [Part] {
    switch section.kind {
    case .type, .account: return text(sectionOf(expense).title)
    case .currency: return [.bytes(Array(expense.currency.utf8))]
    case .category:
      return path(sectionOf(expense).title.split(separator: ":").map(String.init))
    case .day, .week, .month, .quarter, .year:
      return [.number(Int128(sectionOf(expense).date?.day ?? 0))]
    }
  }

  private func sectionOf(_ expense: Expense) -> (title: String, date: CivilDate?) {
    guard let section = query.section else { return ("", nil) }
    let date = expense.date
    let (year, month, _) = date.parts
    func padded(_ number: Int, _ digits: Int) -> String {
      String(String(100_000 + number).suffix(digits))
    }
    switch section.kind {
    case .type: return (expense.type, nil)
    case .account: return (expense.account, nil)
    case .currency: return (expense.currency, nil)
    case .category:
      let names = expense.category.split(separator: ":")
      return (
        names.prefix(section.level == 0 ? names.count : section.level).joined(separator: ":"), nil
      )
    case .day: return (date.description, date)
    case .week:
      let week = date.isoWeek
      return (
        padded(week.year, 4) + "-W" + padded(week.week, 2),
        CivilDate(day: date.day - Int32(date.weekday) + 1)
      )
    case .month:
      return (padded(year, 4) + "-" + padded(month, 2), CivilDate(year: year, month: month, day: 1))
    case .quarter:
      let first = (month - 1) / 3 * 3 + 1
      return (
        padded(year, 4) + "-Q\((month + 2) / 3)", CivilDate(year: year, month: first, day: 1)
      )
    case .year: return (padded(year, 4), CivilDate(year: year, month: 1, day: 1))
    }
  }
}

extension PlainQuery.Row {
  init(_ row: LiveView.Row) {
    switch row {
    case .expense(let expense): self = .expense(expense)
    case .section(let section): self = .section(PlainQuery.Section(section))
    }
  }

  var id: Int64 {
    if case .expense(let expense) = self { expense.id } else { 0 }
  }
}

extension PlainQuery.Section {
  init(_ section: ViewSection) {
    self.init(
      title: section.title, date: section.date, count: section.count, totals: section.totals)
  }
}
