internal import ExpenseModel

/// What views read of a store.
extension Store {
  /// The changes after a revision up to another one, in order.
  func changes(
    after first: Int64, upTo last: Int64
  ) throws(ExpenseError) -> [Change] {
    try readCommitted { (connection, names) throws(ExpenseError) in
      try Journal.changes(after: first, connection, names).filter { $0.lastRevision <= last }
    }
  }

  /// Expenses as a revision left them, in the order asked.
  ///
  /// - Throws: `notFound` with the first id that did not exist then.
  func expenses(
    _ ids: [Int64], after revision: Int64
  ) throws(ExpenseError) -> [Expense] {
    try readCommitted { (connection, names) throws(ExpenseError) in
      let touched = try Journal.firstTouches(of: ids, after: revision, connection)
      var expenses: [Expense] = []
      expenses.reserveCapacity(ids.count)
      for id in ids {
        expenses.append(try names.expense(try Journal.row(id, before: touched[id], connection)))
      }
      return expenses
    }
  }
}

extension Journal {
  /// A row as it was before a commit, or as it is.
  ///
  /// - Throws: `notFound` when there was none.
  static func row(
    _ id: Int64, before revision: Int64?, _ connection: Connection
  ) throws(ExpenseError) -> StoredRow {
    let row =
      if let revision {
        try image(of: id, before: revision, connection)?.row
      } else {
        try connection.row(id)
      }
    guard let row else { throw Store.missing(id) }
    return row
  }

  /// For the expenses that commits after a revision touched, the first of these commits.
  ///
  /// It goes through these commits once, however many expenses are asked for.
  static func firstTouches(
    of ids: [Int64], after revision: Int64, _ connection: Connection
  ) throws(ExpenseError) -> [Int64: Int64] {
    guard try lastRevision(connection) > revision, !ids.isEmpty else { return [:] }
    let sorted = ids.sorted()
    let statement = try connection.statement(
      "SELECT revision, items FROM journal WHERE revision > ?1 ORDER BY revision")
    defer { statement.reset() }
    statement.bind(1, revision)
    var touched: [Int64: Int64] = [:]
    while try statement.step() {
      guard let items = ChangeItems.decode(statement.bytes(1)) else {
        throw ExpenseError(.damaged, "journal: revision \(statement.integer(0)) is not valid")
      }
      for range in items.map(\.ids) {
        var (low, high) = (0, sorted.count)
        while low < high {
          let middle = (low + high) / 2
          if sorted[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        for id in sorted[low...].prefix(while: { $0 < range.upperBound }) where touched[id] == nil {
          touched[id] = statement.integer(0)
        }
      }
    }
    return touched
  }
}
