public import ExpenseModel

extension LiveView {
  /// Calls a closure for each later change of what the view shows.
  ///
  /// It is called as those of ``Store/subscribe(_:_:)`` are: at once, or for a queued view when
  /// `dispatch` is. In the closure the view is what the change has made of it. A change that nothing
  /// of the view differs by is not told. All who subscribe to one view hear the same. The closure may
  /// call everything, also cancel and close.
  ///
  /// - Throws: `argument` for a queued view between two steps.
  public func subscribe(
    _ body: @escaping @Sendable (ViewChange) -> Void
  ) throws(ExpenseError) -> Subscription {
    try Store.refuseInsideWake()
    return try core.subscribe(store, body)
  }

  /// Moves a queued view by one splice; nil when nothing waits.
  ///
  /// Before the call the view is what was told so far, after it what it is with this splice too. When
  /// nothing waits it looks for what other processes have committed. While something waits the
  /// store's descriptor is readable.
  ///
  /// - Throws: `argument` when the view is not queued, or has subscribers.
  public func step() throws(ExpenseError) -> Splice? {
    if let splice = try core.step(store) { return splice }
    try store.lookForOthers()
    return try core.step(store)
  }

  /// Removes the expenses at some positions of the view as it is shown, all or none, as one change.
  ///
  /// Shown is what the last call has read or told: the view does not go on to a newer commit first.
  ///
  /// - Throws: `argument` for a position that there is not, that stands twice, or that is a section
  ///   row; `notFound` when someone else has removed one meanwhile: then nothing is removed.
  public func remove(at positions: [Int]) throws(ExpenseError) {
    let shown = try core.shown(store, catchingUp: false)
    var seen: Set<Int> = []
    var ids: [Int64] = []
    for (index, position) in positions.enumerated() {
      guard seen.insert(position).inserted else {
        throw ExpenseError(.argument, "positions[\(index)]: \(position) stands twice")
      }
      ids.append(try LiveView.id(at: position, shown, "positions[\(index)]"))
    }
    if !ids.isEmpty { try store.remove(ids) }
  }

  /// Writes some fields of an expense over those of the one at a position of the view as it is shown.
  ///
  /// - Throws: as ``remove(at:)`` and `Store.update`.
  public func update(
    at position: Int, _ expense: Expense, fields: ExpenseFields
  ) throws(ExpenseError) {
    var expense = expense
    expense.id = try LiveView.id(
      at: position, core.shown(store, catchingUp: false), "position")
    try store.update(expense, fields: fields)
  }

  private static func id(
    at position: Int, _ shown: Shown, _ what: String
  ) throws(ExpenseError) -> Int64 {
    guard position >= 0, position < shown.count else {
      throw ExpenseError(
        .argument, "\(what): \(position) is none of the view's \(shown.count) positions")
    }
    let id = shown.id(at: position)
    if id == 0 { throw ExpenseError(.argument, "\(what): \(position) is a section row") }
    return id
  }
}
