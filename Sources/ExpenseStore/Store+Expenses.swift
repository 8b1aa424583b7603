public import ExpenseModel

extension Store {
  /// The number of commits that the store has seen.
  public var revision: Int64 {
    get throws(ExpenseError) {
      if !gate.isInOwnTransaction, let known = try columns.unchangedRevision { return known }
      return try read { (connection, _) throws(ExpenseError) in
        try Journal.lastRevision(connection)
      }
    }
  }

  /// Adds an expense and returns its id.
  ///
  /// - Throws: `invalid` with the field at fault; `currency` when it has none and the store no
  ///   default; `busy`, `readOnly`, `full`, `io`.
  @discardableResult
  public func add(_ expense: Expense) throws(ExpenseError) -> Int64 {
    try write { (writer) throws(ExpenseError) in
      try add(expense, writer, now: UInt64(clamping: Platform.milliseconds))
    }
  }

  /// Adds expenses, all or none, and returns the id of the first; the others follow without a gap.
  ///
  /// - Throws: as for one; the message says which one is at fault, as in `expenses[3]: name …`.
  @discardableResult
  public func add(_ expenses: [Expense]) throws(ExpenseError) -> Int64 {
    try addPacked { (packer, index) throws(ExpenseError) in
      guard index < expenses.count else { return false }
      do throws(ExpenseError) {
        try packer.append(expenses[index])
      } catch {
        throw error.located(at: index)
      }
      return true
    }
  }

  /// Adds expenses that a body packs one by one, all or none, and returns the id of the first; the
  /// others follow without a gap.
  ///
  /// - Parameter pack: Packs the expense with an index, from 0; answers false when there is none.
  package func addPacked(
    _ pack: (inout RowPacker, Int) throws(ExpenseError) -> Bool
  ) throws(ExpenseError) -> Int64 {
    try write { (writer) throws(ExpenseError) in
      let first = writer.effect?.nextID ?? 0
      var packer = RowPacker()
      var rows = NewRows()
      var index = 0
      while try pack(&packer, index) {
        index += 1
        if packer.isFull { _ = try rows.add(packer.take(), to: writer) }
      }
      _ = try rows.add(packer.take(), to: writer)
      return first
    }
  }

  /// Adds packed expenses and returns the id of the first; the others follow without a gap.
  ///
  /// - Parameter rows: Remembers the names of the batches that one packer gives.
  package func add(
    _ batch: RowBatch, _ rows: inout NewRows
  ) throws(ExpenseError) -> Int64 {
    try write { (writer) throws(ExpenseError) in try rows.add(batch, to: writer) }
  }

  private func add(
    _ expense: Expense, _ writer: Writer, now: UInt64
  ) throws(ExpenseError) -> Int64 {
    var new = try expense.validated(.all)
    if new.currency.isEmpty { new.currency = try Store.currencyForBareAmount(writer).code }
    return try writer.add(new, now: now)
  }

  static func currencyForBareAmount(_ writer: Writer) throws(ExpenseError) -> Currency {
    if let currency = try writer.defaultCurrency() { return currency }
    throw ExpenseError(
      .currency,
      """
      currency: the amount names none, and the store has no default; name the currency, or open \
      the store with a default currency
      """, field: .currency)
  }

  /// Writes some fields of an expense over the stored ones; the id says which expense.
  ///
  /// Where nothing differs nothing is stored and nobody is told.
  public func update(_ expense: Expense, fields: ExpenseFields) throws(ExpenseError) {
    try write { (writer) throws(ExpenseError) in
      guard let old = try writer.row(expense.id) else { throw Store.missing(expense.id) }
      var new = try writer.names.expense(old)
      new.apply(fields, from: expense)
      new = try new.validated(fields)
      if new.currency.isEmpty { new.currency = try Store.currencyForBareAmount(writer).code }
      if new.uuid.isZero { new.uuid = old.uuid }
      _ = try writer.update(try writer.names.row(new), from: old)
    }
  }

  /// Removes expenses, all or none.
  ///
  /// - Throws: `notFound` with the first id that the store does not have.
  public func remove(_ ids: [Int64]) throws(ExpenseError) {
    try write { (writer) throws(ExpenseError) in
      for id in ids {
        guard let row = try writer.row(id) else { throw Store.missing(id) }
        try writer.remove(row)
      }
    }
  }

  /// The expenses with these ids, in their order.
  ///
  /// - Throws: `notFound` with the first id that the store does not have.
  public func get(_ ids: [Int64]) throws(ExpenseError) -> [Expense] {
    try read(isOneStatement: ids.count == 1) { (connection, names) throws(ExpenseError) in
      var expenses: [Expense] = []
      expenses.reserveCapacity(ids.count)
      for id in ids {
        guard let row = try connection.row(id) else { throw Store.missing(id) }
        expenses.append(try names.expense(row))
      }
      return expenses
    }
  }

  static func missing(_ id: Int64) -> ExpenseError {
    ExpenseError(.notFound, "expense \(id): the store has no such expense")
  }
}
