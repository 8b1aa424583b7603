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
    get throws(ExpenseError) { try core.shown(store, upTo: 0).state.revision }
  }

  /// How many rows there are: expenses, and section rows where the query asks for them.
  public func count() throws(ExpenseError) -> Int {
    try core.shown(store, upTo: 0).count
  }

  /// Up to `limit` rows from position `offset` on; fewer at the end.
  public func read(offset: Int, limit: Int) throws(ExpenseError) -> [Row] {
    let shown = try core.shown(store, upTo: ViewCore.end(offset, limit))
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

  /// The rows from position `offset` on, laid out by closures that are asked once for each expense as
  /// long as it stays what it is; nil where they are to be read in the other way.
  ///
  /// - Parameters:
  ///   - layOutOne: Lays out an expense that is lent.
  ///   - layOut: Lays out those that can't be.
  package func laidOutRows(
    offset: Int, limit: Int, _ layOutOne: (LentRow) -> any AnyObject & Sendable,
    _ layOut: ([Expense]) throws(ExpenseError) -> [any AnyObject & Sendable]
  ) throws(ExpenseError) -> [any AnyObject & Sendable]? {
    guard var page = try core.laidOutRows(offset: offset, limit: limit, store) else { return nil }
    let missing = page.objects.indices.filter { page.objects[$0] == nil }
    if missing.isEmpty { return page.objects.compactMap { $0 } }
    let refused = try store.lend(missing.map { page.ids[$0] }, after: page.revision) {
      place, row in page.objects[missing[place]] = layOutOne(row)
    }
    if !refused.isEmpty {
      let ids = refused.map { page.ids[missing[$0]] }
      let objects = try layOut(try store.expenses(ids, after: page.revision))
      for (place, object) in zip(refused, objects) { page.objects[missing[place]] = object }
    }
    core.keep(
      missing.compactMap { place in page.objects[place].map { (page.ids[place], $0) } }, from: page)
    return page.objects.compactMap { $0 }
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
    let shown = try core.shown(
      store, catchingUp: !asShown, upTo: ViewCore.end(offset, limit))
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
    let state = try core.shown(store, upTo: 0).state
    return range(offset, limit, state.sections.count).map { state.section(at: $0) }
  }

  /// Sums and counts of the expenses that the view shows, by groups, in order of them.
  ///
  /// Between the steps of a change they are those before it.
  public func totals(_ group: TotalsGroup) throws(ExpenseError) -> [Total] {
    try totalsTable(group).totals
  }

  /// The same in the form that the C interface lays out.
  package func totalsTable(_ group: TotalsGroup) throws(ExpenseError) -> TotalsTable {
    try core.totals(ColumnGroup(group), store)
  }

  private func range(_ offset: Int, _ limit: Int, _ count: Int) -> Range<Int> {
    guard offset >= 0, offset < count, limit > 0 else { return 0..<0 }
    return offset..<(offset + min(limit, count - offset))
  }
}
