public import ExpenseModel

extension LiveView {
  /// One row of a view.
  ///
  /// Indirect: a section is much smaller than an expense, and what was copied of the rest of its room
  /// was never set, as valgrind noticed.
  public indirect enum Row: Hashable, Sendable {
    case expense(Expense)
    /// The head of a section, where the query asks for section rows.
    case section(ViewSection)

    /// The expense; nil for a section row.
    public var expense: Expense? {
      if case .expense(let expense) = self { expense } else { nil }
    }
  }

  /// The commit that the view stands at; between the steps of a change the one before it.
  public var revision: Int64 {
    get throws(ExpenseError) { try core.shown(store).state.revision }
  }

  /// How many rows there are: expenses, and section rows where the query asks for them.
  public func count() throws(ExpenseError) -> Int {
    try core.shown(store).count
  }

  /// Up to `limit` rows from position `offset` on; fewer at the end.
  public func read(offset: Int, limit: Int) throws(ExpenseError) -> [Row] {
    let shown = try core.shown(store)
    var rows: [Row?] = []
    // Between two steps some expenses are still told as they were before.
    var old: [(index: Int, id: Int64)] = []
    var new: [(index: Int, id: Int64)] = []
    let last = shown.state.revision
    var next = last
    for position in range(offset, limit, shown.count) {
      let (state, position) = shown.source(position)
      if case .section(let index) = state.place(position) {
        rows.append(.section(state.section(at: index)))
        continue
      }
      if state.revision == last {
        old.append((rows.count, state.id(at: position)))
      } else {
        next = state.revision
        new.append((rows.count, state.id(at: position)))
      }
      rows.append(nil)
    }
    for (places, revision) in [(old, last), (new, next)] where !places.isEmpty {
      let expenses = try store.expenses(places.map(\.id), after: revision)
      for (place, expense) in zip(places, expenses) { rows[place.index] = .expense(expense) }
    }
    return rows.compactMap { $0 }
  }

  /// The ids of up to `limit` rows from position `offset` on; 0 for a section row.
  ///
  /// - Parameters:
  ///   - offset: The position of the first; beyond the end there are none.
  ///   - limit: At most how many.
  ///   - asShown: Whether they are those that the last call has shown, as ``remove(at:)`` takes them,
  ///     and not those of the last commit.
  public func ids(
    offset: Int, limit: Int, asShown: Bool = false
  ) throws(ExpenseError) -> [Int64] {
    let shown = try core.shown(store, catchingUp: !asShown)
    let range = range(offset, limit, shown.count)
    if case .state(let state) = shown, !state.showsSectionRows {
      return state.rows.elements(in: range).map(\.id)
    }
    return range.map { shown.id(at: $0) }
  }

  /// Where an expense stands; nil when the view does not show it.
  public func position(of id: Int64) throws(ExpenseError) -> Int? {
    try core.shown(store).position(of: id)
  }

  /// Up to `limit` sections from the section `offset` on; none where the query has no sections.
  ///
  /// Between the steps of a change they are those before it.
  public func sections(offset: Int, limit: Int) throws(ExpenseError) -> [ViewSection] {
    let state = try core.shown(store).state
    return range(offset, limit, state.sections.count).map { state.section(at: $0) }
  }

  /// Sums and counts of the expenses that the view shows, by groups, in order of them.
  ///
  /// Between the steps of a change they are those before it.
  public func totals(_ group: TotalsGroup) throws(ExpenseError) -> [Total] {
    let state = try core.shown(store).state
    let group = try ColumnGroup(group)
    let columns = state.columns
    var cells: [ColumnGroupKey: TotalDelta] = [:]
    if state.shown == state.rows.count {
      cells = columns.totals(state.filter, group)
    } else {
      state.rows.forEach(in: 0..<state.shown) { element in
        guard let row = columns.row(element.id) else { return }
        cells[columns.groupKey(row, group), default: TotalDelta()].add(row.amount, 1)
      }
    }
    return Store.sorted(cells.map { columns.total($0.key, $0.value, group) })
  }

  private func range(_ offset: Int, _ limit: Int, _ count: Int) -> Range<Int> {
    guard offset >= 0, offset < count, limit > 0 else { return 0..<0 }
    return offset..<(offset + min(limit, count - offset))
  }
}
