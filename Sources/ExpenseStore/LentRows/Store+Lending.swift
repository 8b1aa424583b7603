package import ExpenseModel
internal import Threads

extension Store {
  /// Lends an expense to a closure, which must use nothing of the library's; false for one that is to
  /// be read by ``get(_:)``.
  ///
  /// It comes from the columns where all of them are in memory, as once a table was made of the store,
  /// and else from the file.
  ///
  /// - Throws: `notFound` when the store does not have it.
  package func lend(_ id: Int64, _ body: (LentRow) -> Void) throws(ExpenseError) -> Bool {
    try Store.refuseInsideWake()
    if gate.isInOwnTransaction { return false }
    let lending: Lending
    if let known = try columns.lend(id, body) {
      lending = known
    } else {
      lending = try reader.withLock { (reader) throws(ExpenseError) in
        try reader.use { (connection, names) throws(ExpenseError) in
          try connection.lend(id, names, body)
        }
      }
    }
    if case .missing = lending { throw Store.missing(id) }
    if case .lent = lending { return true }
    return false
  }

  /// Lends expenses as a revision left them; tells the places of those that are to be read by
  /// `expenses`.
  func lend(
    _ ids: [Int64], after revision: Int64, _ body: (Int, LentRow) -> Void
  ) throws(ExpenseError) -> [Int] {
    if let refused = columnState.withLock({ $0.lend(ids, after: revision, body) }) {
      return refused
    }
    return try readCommitted { (connection, names) throws(ExpenseError) in
      let touched = try Journal.firstTouches(of: ids, after: revision, connection)
      var refused: [Int] = []
      for (place, id) in ids.enumerated() {
        if touched[id] == nil,
          case .lent = try connection.lend(id, names, { body(place, $0) })
        {
          continue
        }
        refused.append(place)
      }
      return refused
    }
  }
}

extension ColumnKeeper {
  /// Lends an expense as the last commit left it; nil where not all columns are in memory.
  fileprivate func lend(
    _ id: Int64, _ body: (LentRow) -> Void
  ) throws(ExpenseError) -> Lending? {
    try store.columnState.withLock { (state) throws(ExpenseError) in
      guard state.isComplete else { return nil }
      let file = try store.fileState()
      if let lending = state.lend(id, file, body) { return lending }
      guard state.isWorthCatchingUp else { return nil }
      let columns = try store.readCommitted { (connection, names) throws(ExpenseError) in
        try state.catchUp(.all, connection, names, at: file)
      }
      return columns.lend(id, body)
    }
  }
}
