public import ExpenseModel

/// The expenses that a query selects, in its order, kept true.
///
/// It shows commits only, never what an open transaction has written so far. Without subscriptions
/// each call answers for the last commit of any process. With them the view stands at the change
/// that they were last told. A queued view stands where its owner was last told, by `dispatch` or by
/// ``step()``, so that a position means what was shown.
///
/// Any thread may call it. It costs the memory of its order, 8 bytes for each expense that it
/// selects, besides the columns that all views of a store share.
public final class LiveView: Sendable {
  package let store: Store
  let core: ViewCore

  init(_ store: Store, _ core: ViewCore) {
    self.store = store
    self.core = core
  }

  deinit {
    store.delivery.abandon(core.audience)
  }

  /// Closes the view: cancels its subscriptions, as their `cancel` does, and frees what it holds.
  ///
  /// Later calls throw `handle`. Closing it twice does nothing.
  public func close() {
    core.close(store)
  }
}

extension Store {
  /// Opens a view of the expenses that a query selects.
  ///
  /// - Parameters:
  ///   - query: Which expenses, in which order and sections.
  ///   - queued: Whether it stays as it is until its owner is told: by `dispatch` when it has
  ///     subscribers, else by ``LiveView/step()``.
  /// - Throws: `argument` or `invalid` for a query that is none.
  public func view(
    _ query: ExpenseQuery, queued: Bool = false
  ) throws(ExpenseError) -> LiveView {
    let query = try query.validated()
    if gate.isClosed { throw Store.closedError }
    let core = ViewCore(query, queued: queued)
    try core.open(self)
    return LiveView(self, core)
  }
}
