package import ExpenseModel

extension Store {
  /// The expenses that a query selects, in its order, as columns for other programs.
  ///
  /// In this thread's own transaction with what that has written so far.
  package func table(
    _ query: ExpenseQuery, _ options: TableOptions
  ) throws(ExpenseError) -> ExpenseTable {
    let query = try query.validated()
    let state = try columns.seenByThisThread(ColumnNeeds(query).union(options.needs))
    var ids = state.select(RowFilter(query, state))
    ids = RowOrder(query).sorted(ids, in: state)
    if query.limit > 0, query.limit < ids.count { ids = Array(ids.prefix(query.limit)) }
    return ExpenseTable(state, .list(ids), options)
  }
}

extension LiveView {
  /// The expenses that the view shows, in its order, as columns for other programs.
  ///
  /// Between the steps of a change they are those before it.
  package func table(_ options: TableOptions) throws(ExpenseError) -> ExpenseTable {
    let needs = options.needs
    var state = try core.shown(store).state
    var columns = try store.columns.newest([])
    // Few of many expenses are read one by one: to load columns reads all of them.
    let areFew = state.shown < columns.count / 8 && !columns.loaded.isSuperset(of: needs)
    if !areFew { columns = try store.columns.newest(needs) }
    // A view that follows the last commit may have been overtaken between the two.
    for _ in 0..<3 where columns.revision != state.revision && !core.isQueued {
      state = try core.shown(store).state
      columns = try store.columns.newest(areFew ? [] : needs)
    }
    let ids = TableIDs.view(state.rows, count: state.shown)
    if state.columns.loaded.isSuperset(of: needs) {
      columns = state.columns
    } else if areFew || columns.revision != state.revision {
      columns = try store.columns.rows(
        ids.elements(in: 0..<ids.count), after: state.revision, needs)
    }
    return ExpenseTable(columns, ids, options)
  }
}

extension ColumnKeeper {
  /// Columns of some expenses alone, as a revision left them that is not the last one.
  func rows(
    _ ids: [Int64], after revision: Int64, _ needs: ColumnNeeds
  ) throws(ExpenseError) -> Columns {
    try store.readCommitted { (connection, _) throws(ExpenseError) in
      var names = ColumnNames()
      try ColumnScan.extendNames(&names, connection)
      var texts = TextInterner()
      var builder = ChunkBuilder(loaded: needs)
      let touched = try Journal.firstTouches(of: ids, after: revision, connection)
      for id in ids.sorted() {
        let row = try Journal.row(id, before: touched[id], connection)
        builder.append(try ColumnRow(row, needs, names, &texts, connection.path))
      }
      builder.flush()
      return Columns(
        revision: revision, generation: 0, loaded: needs, chunks: builder.chunks, names: names,
        texts: texts.snapshot())
    }
  }
}
