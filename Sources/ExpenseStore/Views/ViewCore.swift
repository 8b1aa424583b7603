internal import ExpenseModel
internal import Threads

/// What a view and its subscriptions share: the state that it stands at, and how it goes on.
///
/// It does not hold the store, so that a subscription keeps no store open. Its lock is taken before
/// those of the columns, of the reader and of the delivery, and no host code runs inside.
final class ViewCore: Sendable {
  let query: ExpenseQuery
  let isQueued: Bool
  /// Who hears of it, for the store's delivery.
  let audience = Audience()
  private let needs: ColumnNeeds
  private let content = Guarded(Content())

  private struct Content {
    /// Nil before it was opened and after it was closed.
    var state: ViewState?
    /// Of a queued view that is stepped: the way to the next state.
    var passage: Passage?
    /// What was told last, for all subscribers of the view.
    var told: (revision: Int64, change: ViewChange?)?
    /// A change could not be read: the next one is told as a reset.
    var hasGap = false
    /// Rows of `state` that were laid out for the host.
    var laidOut = LaidOutRows()
  }

  init(_ query: ExpenseQuery, queued: Bool) {
    self.query = query
    isQueued = queued
    needs = ColumnNeeds(query)
  }

  static let closedError = ExpenseError(.handle, "the view is closed")

  // MARK: Opening and closing

  /// Reads the first state.
  func open(_ store: Store) throws(ExpenseError) {
    try content.withLock { (content) throws(ExpenseError) in
      if isQueued { store.delivery.expectListener() }
      repeat {
        let columns = try store.columns.newest(needs)
        content.state = ViewState(query, columns, lazily: !isQueued)
      } while isQueued && !store.delivery.follow(audience, after: content.state?.revision ?? 0)
    }
  }

  /// Lets go of everything; later calls are refused.
  func close(_ store: Store) {
    let old = content.withLock { content in
      defer { content = Content() }
      return content
    }
    _ = old
    store.delivery.leave(audience)
  }

  /// Whether what the view shows is what it would be if computed anew.
  func isValid(_ store: Store) throws(ExpenseError) -> Bool { try shown(store).state.isValid }

  // MARK: Reading

  /// What the view shows: told so far, or for one that tells nobody the last commit.
  ///
  /// - Parameters:
  ///   - catchingUp: False to stay at the commit that was shown last.
  ///   - count: How many of the first rows the caller looks at.
  func shown(
    _ store: Store, catchingUp: Bool = true, upTo count: Int = .max
  ) throws(ExpenseError) -> Shown {
    if store.gate.isClosed { throw Store.closedError }
    return try content.withLock { (content) throws(ExpenseError) in
      if let passage = content.passage { return .passage(passage) }
      if catchingUp { try catchUpIfAlone(&content, store) }
      content.state?.complete(upTo: count)
      guard let state = content.state else { throw ViewCore.closedError }
      return .state(state)
    }
  }

  /// The laid out rows of a range of positions, where it has no others than expenses; what is missing
  /// was not read yet, or is another one now.
  func laidOutRows(
    offset: Int, limit: Int, _ store: Store
  ) throws(ExpenseError) -> LaidOutRows.Page? {
    if store.gate.isClosed { throw Store.closedError }
    return try content.withLock { (content) throws(ExpenseError) in
      if content.passage != nil || query.showsSectionRows { return nil }
      try catchUpIfAlone(&content, store)
      content.state?.complete(upTo: ViewCore.end(offset, limit))
      guard let state = content.state else { throw ViewCore.closedError }
      return content.laidOut.page(state, offset: offset, limit: limit)
    }
  }

  /// How many of the first rows a page looks at.
  static func end(_ offset: Int, _ limit: Int) -> Int {
    let (end, overflow) = offset.addingReportingOverflow(limit)
    return overflow ? .max : end
  }

  /// Keeps rows that were laid out as a revision left them, unless the view has gone on.
  func keep(_ rows: [(id: Int64, object: AnyObject & Sendable)], from page: LaidOutRows.Page) {
    content.withLock { content in
      guard content.state?.revision == page.revision, content.laidOut.isSame(page) else { return }
      content.laidOut.insert(rows)
    }
  }

  /// Sums and counts of what the view shows.
  func totals(_ group: ColumnGroup, _ store: Store) throws(ExpenseError) -> TotalsTable {
    if store.gate.isClosed { throw Store.closedError }
    return try content.withLock { (content) throws(ExpenseError) in
      if let passage = content.passage {
        var state = passage.old
        return state.totals(group)
      }
      try catchUpIfAlone(&content, store)
      guard let totals = content.state?.totals(group) else { throw ViewCore.closedError }
      return totals
    }
  }

  /// Brings the state to the last commit, unless it stands where someone was told.
  private func catchUpIfAlone(
    _ content: inout Content, _ store: Store
  ) throws(ExpenseError) {
    if !isQueued, !store.delivery.holdsStill(audience) { try catchUp(&content, store) }
  }

  /// Brings the state to the last commit of any process.
  private func catchUp(_ content: inout Content, _ store: Store) throws(ExpenseError) {
    guard let state = content.state else { throw ViewCore.closedError }
    let columns = try store.columns.newest(needs)
    if columns.revision == state.revision, !content.hasGap { return }
    let changes = try store.changes(after: state.revision, upTo: columns.revision)
    if let change = Change.all(changes), !content.hasGap {
      _ = try advance(&content, by: change, store, isTold: false)
    } else {
      content.state = ViewState(query, columns)
      content.laidOut = LaidOutRows()
    }
    content.hasGap = false
    content.told = nil
  }

  /// Brings the state to where a change has left the store, and says what that did to the rows.
  private func advance(
    _ content: inout Content, by change: Change, _ store: Store, isTold: Bool = true
  ) throws(ExpenseError) -> ViewChange? {
    content.state?.complete()
    guard let before = content.state?.columns else { return nil }
    let (columns, changes) = try store.columns.advance(before, by: change, needs)
    guard var changes, !content.hasGap else {
      let new = ViewState(query, columns)
      let oldCount = content.state?.count ?? 0
      content.state = new
      content.laidOut = LaidOutRows()
      content.hasGap = false
      return ViewChange(change: change, oldCount: oldCount, newCount: new.count, isReset: true)
    }
    if isTold, change.firstRevision < change.lastRevision {
      try refine(&changes, of: change, store)
    }
    for change in changes { content.laidOut.remove(change.id) }
    // Taken out, so that nobody else has what changes: then it is not copied.
    guard let old = content.state.take() else { return nil }
    var advance = ViewAdvance(consume old, to: columns, changes)
    let difference = advance.run(change)
    content.state = advance.new
    return difference
  }

  /// Finds the fields that several merged commits have changed in the end: one may have taken back
  /// what another did.
  private func refine(
    _ changes: inout [ColumnChange], of change: Change, _ store: Store
  ) throws(ExpenseError) {
    let places = changes.indices.filter { changes[$0].kind == .updated }
    let ids = places.map { changes[$0].id }
    let before = try store.expenses(ids, after: change.firstRevision - 1)
    let after = try store.expenses(ids, after: change.lastRevision)
    for (index, place) in places.enumerated() {
      changes[place].fields = after[index].differingFields(from: before[index])
    }
  }

  // MARK: Telling

  /// What a change did to the view, for each of its subscribers in turn; nil for nothing.
  func hear(_ change: Change, _ store: Store) -> ViewChange? {
    content.withLock { content in
      // Not the whole state: what else has it has the change copy it.
      guard let revision = content.state?.revision, content.passage == nil else { return nil }
      if let told = content.told, told.revision == change.lastRevision { return told.change }
      defer { store.delivery.noteHeard(audience, upTo: change.lastRevision) }
      guard change.lastRevision > revision || content.hasGap else { return nil }
      var difference: ViewChange?
      do throws(ExpenseError) {
        difference = try advance(&content, by: change, store)
      } catch {
        content.hasGap = true
      }
      content.told = (change.lastRevision, difference)
      return difference
    }
  }

  /// Calls a closure for each later difference.
  func subscribe(
    _ store: Store, _ body: @escaping @Sendable (ViewChange) -> Void
  ) throws(ExpenseError) -> Subscription {
    store.delivery.expectListener()
    let listener: Listener = { [self] change, store in
      guard let difference = hear(change, store) else { return nil }
      return { body(difference) }
    }
    return try content.withLock { (content) throws(ExpenseError) in
      if content.passage != nil {
        throw ExpenseError(
          .argument, "subscribe: the view was stepped; call step until nothing waits")
      }
      while true {
        if !isQueued, !store.delivery.hasSubscribers(audience) { try catchUp(&content, store) }
        content.state?.complete()
        guard let state = content.state else { throw ViewCore.closedError }
        if store.gate.isClosed { throw Store.closedError }
        if let subscription = store.delivery.join(
          audience, queued: isQueued, at: state.revision, listener)
        {
          return subscription
        }
      }
    }
  }

  // MARK: Stepping

  /// The next splice; nil when nothing that this store has heard of is left.
  func step(_ store: Store) throws(ExpenseError) -> Splice? {
    try content.withLock { (content) throws(ExpenseError) in
      guard content.state != nil else { throw ViewCore.closedError }
      guard isQueued else { throw ExpenseError(.argument, "step: the view is not queued") }
      if store.delivery.hasSubscribers(audience) {
        throw ExpenseError(.argument, "step: the view has subscribers; dispatch tells them")
      }
      while content.passage == nil {
        guard let old = content.state, let change = store.delivery.nextChange(for: audience) else {
          return nil
        }
        let difference = try advance(&content, by: change, store)
        if let difference, difference.isReset || !difference.items.isEmpty, let new = content.state
        {
          content.passage = Passage(from: old, to: new, difference)
        }
        store.delivery.noteHeard(audience, upTo: change.lastRevision)
      }
      let splice = content.passage?.step()
      if content.passage?.isFinished ?? true { content.passage = nil }
      store.delivery.note(audience, hasSteps: content.passage != nil)
      return splice
    }
  }
}
