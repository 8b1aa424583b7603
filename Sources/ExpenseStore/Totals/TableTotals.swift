internal import ExpenseModel

/// Answers a question from the cells of the totals table: those that a query selects, joined by group.
///
/// What a number stands for is asked once, and no text is compared for each cell: a process that only
/// opens a store to ask this spends its time here.
struct TableTotals {
  private let question: Question
  private var types = Places()
  private var categories = Places()
  private var currencies = Places()
  private var month: (number: Int64, firstDay: Int32?) = (.min, nil)
  private var cells: [Cell] = []

  /// A cell with places for its texts, or several of one group.
  private struct Cell {
    /// The first day of the period; nil without periods.
    var day: Int32?
    var type: Int32
    var category: Int32
    var currency: Int32
    var sum: TotalDelta

    func isInGroup(of other: Cell) -> Bool {
      day == other.day && type == other.type && category == other.category
        && currency == other.currency
    }
  }

  init(_ query: ExpenseQuery, _ group: ColumnGroup, _ names: Names) {
    question = Question(query, group, names)
  }

  /// Takes in a cell, if the query selects it.
  mutating func add(_ key: TotalKey, _ sum: TotalDelta) throws(ExpenseError) {
    let question = question
    guard question.months.contains(key.month) else { return }
    let type = try types.place(key.type, question.type)
    let category = try categories.place(key.category, question.category)
    let currency = try currencies.place(key.currency, question.currency)
    guard let type, let category, let currency else { return }
    if key.month != month.number { month = (key.month, firstDay(of: key.month)) }
    try append(
      Cell(day: month.firstDay, type: type, category: category, currency: currency, sum: sum))
  }

  private func firstDay(of month: Int64) -> Int32? {
    guard let period = question.group.period,
      let first = Int32(exactly: month).flatMap({ CivilDate(yyyymmdd: $0 &* 100 &+ 1) })
    else { return nil }
    return period.firstDay(of: first.day)
  }

  /// Adds a cell to the last one, or behind it.
  private mutating func append(_ cell: Cell) throws(ExpenseError) {
    guard let last = cells.indices.last, cells[last].isInGroup(of: cell) else {
      return cells.append(cell)
    }
    guard cells[last].sum.add(cell.sum) else {
      throw ExpenseError(.damaged, "the totals are not those of expenses; check the store")
    }
  }

  /// The sums by group, in order of day, type, category and currency.
  mutating func finish() throws(ExpenseError) -> [Total] {
    let (types, categories, currencies) = (types.ranks, categories.ranks, currencies.ranks)
    func order(_ cell: Cell) -> (Int32, Int32, Int32, Int32) {
      (
        cell.day ?? 0, types[Int(cell.type)], categories[Int(cell.category)],
        currencies[Int(cell.currency)]
      )
    }
    let sorted = cells.sorted { order($0) < order($1) }
    cells.removeAll(keepingCapacity: true)
    for cell in sorted { try append(cell) }
    var totals: [Total] = []
    totals.reserveCapacity(cells.count)
    for cell in cells where cell.sum.count != 0 {
      let code = self.currencies.texts[Int(cell.currency)]
      let date = cell.day.flatMap { CivilDate(day: $0) }
      totals.append(
        Total(
          month: question.group.period == .month ? date?.yyyymm ?? 0 : 0, date: date,
          type: self.types.texts[Int(cell.type)],
          category: self.categories.texts[Int(cell.category)], currency: code,
          digits: try question.names.currencies.find(code)?.currency.digits ?? 0,
          amount: cell.sum.amount, count: cell.sum.count))
    }
    return totals
  }
}

/// What is asked, and what a cell's numbers are to it: a text, or nil where it selects others.
private final class Question {
  let query: ExpenseQuery
  let group: ColumnGroup
  let names: Names
  /// As yyyymm.
  let months: ClosedRange<Int64>

  init(_ query: ExpenseQuery, _ group: ColumnGroup, _ names: Names) {
    (self.query, self.group, self.names) = (query, group, names)
    let first = query.firstDate.map { Int64($0.yyyymm) } ?? .min
    let last = query.lastDate.map { Int64($0.yyyymm) } ?? .max
    // An empty range of days has been asked for where they are the other way round.
    months = first <= last ? first...last : .min...(.min)
  }

  func type(_ id: Int64) throws(ExpenseError) -> String? {
    let name = try names.types.name(id)
    guard query.types.isEmpty || query.types.contains(where: { $0.isIdentical(to: name) })
    else { return nil }
    return group.type ? name : ""
  }

  func category(_ id: Int64) throws(ExpenseError) -> String? {
    let name = try names.categories.name(id)
    guard Totals.isWithin(name, query.category) else { return nil }
    return group.category ? CategoryPath.cut(name, to: group.level) : ""
  }

  func currency(_ id: Int64) throws(ExpenseError) -> String? {
    let code = try names.currencies.currency(id).code
    return query.currencies.isEmpty || query.currencies.contains(code) ? code : nil
  }
}

/// The texts that numbers of one kind stand for, each once, with a place.
private struct Places {
  private(set) var texts: [String] = []
  private var placeOfText: [TextKey: Int32] = [:]
  private var placeOfID: [Int64: Int32?] = [:]
  /// Cells come in order, so that numbers repeat.
  private var last: (id: Int64, place: Int32?)?

  /// The place of the text of a number, which is asked for once; nil for a number without one.
  mutating func place(
    _ id: Int64, _ text: (Int64) throws(ExpenseError) -> String?
  ) throws(ExpenseError) -> Int32? {
    if let last, last.id == id { return last.place }
    let place: Int32?
    if let known = placeOfID[id] {
      place = known
    } else {
      place = try text(id).map { intern($0) }
      placeOfID[id] = .some(place)
    }
    last = (id, place)
    return place
  }

  private mutating func intern(_ text: String) -> Int32 {
    if let known = placeOfText[TextKey(text)] { return known }
    let place = Int32(clamping: texts.count)
    placeOfText[TextKey(text)] = place
    texts.append(text)
    return place
  }

  /// By place, which text comes before which.
  var ranks: [Int32] {
    var ranks = [Int32](repeating: 0, count: texts.count)
    for (rank, place) in texts.indices.sorted(by: { texts[$0] < texts[$1] }).enumerated() {
      ranks[place] = Int32(clamping: rank)
    }
    return ranks
  }
}
