internal import ExpenseModel

/// Rows: each is written, counted into the totals, and noted in the transaction's effect.
extension Writer {
  /// Adds an expense that has been validated; the id is the next that was never used.
  func add(_ expense: Expense, now: UInt64) throws(ExpenseError) -> Int64 {
    let id = effect?.nextID ?? 0
    guard StoredRow.isValid(id: id) else {
      throw ExpenseError(.damaged, "\(path): write: the journal leaves no id for a new expense")
    }
    var row = try names.row(expense)
    row.id = id
    if row.uuid.isZero { row.uuid = uuids.next(milliseconds: now) }
    effect?.nextID = id + 1
    try insert(row)
    return id
  }

  /// Puts a row into the file: a new one, or one that was there before.
  func insert(_ row: StoredRow) throws(ExpenseError) {
    let statement = try connection.statement(constant: Schema.insert)
    row.bind(to: statement)
    try statement.run()
    effect?.added.insert(row.id)
    effect?.note(row.id, row)
    effect?.count(row, 1)
  }

  /// Writes a row over the one with its id; false when nothing differs.
  func update(_ row: StoredRow, from old: StoredRow) throws(ExpenseError) -> Bool {
    let differing = row.differingFields(from: old)
    if differing.isEmpty { return false }
    if effect?.hasRulings == true {
      try Rulings.forget(differing, of: row.id, effect?.revision ?? 0, connection)
    }
    let statement = try connection.statement(constant: Schema.update)
    row.bind(to: statement)
    try statement.run()
    effect?.note(row.id, row)
    effect?.count(old, -1)
    effect?.count(row, 1)
    guard effect?.added.contains(row.id) == false else { return true }
    let before = effect?.updated[row.id]?.row ?? old
    let fields = row.differingFields(from: before)
    effect?.updated[row.id] = fields.isEmpty ? nil : RowImage(fields: fields, row: before)
    return true
  }

  /// Removes a row.
  func remove(_ row: StoredRow) throws(ExpenseError) {
    let statement = try connection.statement(constant: "DELETE FROM expense WHERE id = ?1")
    statement.bind(1, row.id)
    try statement.run()
    try recordRemoval(row)
    try RemovedRows.note(row, connection)
  }

  /// Removes all rows of a range of ids at once.
  ///
  /// - Parameter imports: Those whose rows are taken back with them, and not removed by anyone.
  func remove(_ ids: Range<Int64>, of imports: Set<Int64>) throws(ExpenseError) {
    let select = try connection.statement(
      Schema.select + " WHERE id >= ?1 AND id < ?2 ORDER BY id")
    select.bind(1, ids.lowerBound)
    select.bind(2, ids.upperBound)
    defer { select.reset() }
    while try select.step() {
      let row = StoredRow(select)
      try recordRemoval(row)
      if let number = row.importNumber, imports.contains(number) { continue }
      try RemovedRows.note(row, connection)
    }
    let delete = try connection.statement("DELETE FROM expense WHERE id >= ?1 AND id < ?2")
    delete.bind(1, ids.lowerBound)
    delete.bind(2, ids.upperBound)
    try delete.run()
  }

  private func recordRemoval(_ row: StoredRow) throws(ExpenseError) {
    effect?.note(row.id, nil)
    effect?.count(row, -1)
    if effect?.added.contains(row.id) == true {
      effect?.added.remove(row.id)
      return
    }
    let before = effect?.updated.removeValue(forKey: row.id)?.row ?? row
    effect?.removed.insert(row.id)
    if sink == nil { sink = ImageSink(revision: effect?.revision ?? 0) }
    // In place: a copy of the sink would copy its bytes for each row.
    try sink?.append(RowImage(fields: [], row: before), connection)
  }

  /// The currency of amounts that name none.
  func defaultCurrency() throws(ExpenseError) -> Currency? {
    if let known = knownDefaultCurrency { return known }
    let currency = try Store.defaultCurrency(connection, names)
    // What this transaction has set may still be rolled back.
    if effect?.changedSettings == false { knownDefaultCurrency = currency }
    return currency
  }

  /// The row with an id.
  func row(_ id: Int64) throws(ExpenseError) -> StoredRow? {
    try connection.row(id)
  }
}
