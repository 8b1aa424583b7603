public import ExpenseModel

extension Store {
  /// Calls a closure for each later change, in order of revision.
  ///
  /// It is called after the commit and before the changing call returns, on the thread that made
  /// the change, unless another thread is delivering: then that one goes on with it, or leaves it to a
  /// call that is about to look. It may call everything; what it changes arrives as a later change.
  public func subscribe(
    _ options: SubscriptionOptions = SubscriptionOptions(),
    _ callback: @escaping @Sendable (Change) -> Void
  ) throws(ExpenseError) -> Subscription {
    delivery.expectListener()
    let subscription = delivery.subscribe(
      options, revision: try revision, instance: instance, callback)
    if options.initial { deliver() }
    return subscription
  }

  /// The present state as one change: every expense added; where it can't be read, that one has to look.
  func initialChange() -> Change {
    if let change = try? readInitialChange() { return change }
    let revision = delivery.lastRevision
    return Change(
      kind: .reset, firstRevision: revision, lastRevision: revision, time: Platform.milliseconds,
      instance: 0, origin: origin, label: "the present state can't be read: read again",
      items: [])
  }

  private func readInitialChange() throws(ExpenseError) -> Change {
    try readCommitted { (connection, _) throws(ExpenseError) in
      var ids = IDSet()
      let statement = try connection.statement("SELECT id FROM expense ORDER BY id")
      defer { statement.reset() }
      while try statement.step() {
        guard StoredRow.isValid(id: statement.integer(0)) else {
          throw ExpenseError(.damaged, "\(path): expense \(statement.integer(0)) is not valid")
        }
        ids.insert(statement.integer(0))
      }
      let revision = try Journal.lastRevision(connection)
      return Change(
        kind: .initial, firstRevision: revision, lastRevision: revision,
        time: Platform.milliseconds, instance: instance, origin: origin, label: "",
        items: ids.ranges.map {
          Change.Item(kind: .added, firstID: $0.lowerBound, count: Int64($0.count), fields: [])
        }
      ).withAutomaticLabel
    }
  }

  /// The expenses as they were before a change, in the order asked.
  ///
  /// - Throws: `notFound` with the first id that did not exist before the change.
  public func oldValues(of ids: [Int64], in change: Change) throws(ExpenseError) -> [Expense] {
    try readCommitted { (connection, names) throws(ExpenseError) in
      var expenses: [Expense] = []
      for id in ids {
        guard change.kind != .initial,
          let row = try Store.row(id, after: change.firstRevision &- 1, connection)
        else {
          throw ExpenseError(
            .notFound, "expense \(id): did not exist before revision \(change.firstRevision)")
        }
        expenses.append(try names.expense(row))
      }
      return expenses
    }
  }

  /// The expenses as a change left them, also when later changes have touched them since.
  ///
  /// - Throws: `notFound` with the first id that did not exist after the change.
  public func newValues(of ids: [Int64], in change: Change) throws(ExpenseError) -> [Expense] {
    try readCommitted { (connection, names) throws(ExpenseError) in
      var expenses: [Expense] = []
      for id in ids {
        guard let row = try Store.row(id, after: change.lastRevision, connection) else {
          throw ExpenseError(
            .notFound, "expense \(id): does not exist after revision \(change.lastRevision)")
        }
        expenses.append(try names.expense(row))
      }
      return expenses
    }
  }

  /// The row of an expense as a revision left it: the before-image of the next one that touched it,
  /// else the row of today.
  static func row(
    _ id: Int64, after revision: Int64, _ connection: Connection
  ) throws(ExpenseError) -> StoredRow? {
    let statement = try connection.statement(
      """
      SELECT revision, items FROM journal \
      WHERE revision > ?1 AND first_id <= ?2 AND last_id >= ?2 ORDER BY revision
      """)
    defer { statement.reset() }
    statement.bind(1, revision)
    statement.bind(2, id)
    while try statement.step() {
      guard let items = ChangeItems.decode(statement.bytes(1)) else {
        throw ExpenseError(
          .damaged, "journal: revision \(statement.integer(0)) is not valid")
      }
      guard let item = items.first(where: { $0.ids.contains(id) }) else { continue }
      if item.kind == .added { return nil }
      return try Journal.image(of: id, before: statement.integer(0), connection)?.row
    }
    return try connection.row(id)
  }

  /// One readable line: who did what to which expenses.
  public func describe(_ change: Change) -> String {
    let revisions =
      change.firstRevision == change.lastRevision
      ? "\(change.lastRevision)" : "\(change.firstRevision)–\(change.lastRevision)"
    let automatic = Change.automaticLabel(change.items)
    var what =
      switch change.kind {
      case .edit: change.label == automatic ? automatic : "\"\(change.label)\": \(automatic)"
      case .undo: "undid \"\(change.label)\": \(automatic)"
      case .redo: "redid \"\(change.label)\": \(automatic)"
      case .settings: "settings changed"
      case .initial: "at the start \(change.added) expenses"
      case .reset: "everything may have changed"
      }
    if let details = try? details(of: change), !details.isEmpty { what += " (\(details))" }
    return "#\(revisions) \(change.origin): \(what)"
  }

  /// The expenses of a small change by name and amount; "" for a large one.
  private func details(of change: Change) throws(ExpenseError) -> String {
    guard change.kind != .initial, change.added + change.updated + change.removed <= 3 else {
      return ""
    }
    var parts: [String] = []
    for item in change.items {
      let ids = Array(item.ids)
      let expenses =
        try item.kind == .removed
        ? oldValues(of: ids, in: change) : newValues(of: ids, in: change)
      for expense in expenses {
        let currency = try currency(expense.currency)
        let money = currency.map { Money(minor: expense.amount, currency: $0).description }
        var part = expense.name + " " + (money ?? "")
        if item.kind == .updated {
          part += " [" + item.fields.description + "]"
        }
        parts.append(part)
      }
    }
    return parts.joined(separator: "; ")
  }
}
