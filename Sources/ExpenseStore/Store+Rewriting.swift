package import ExpenseModel

/// Changing many expenses by one function, for the rules.
extension Store {
  /// What a function makes of an expense.
  package struct Rewrite {
    /// The fields that it has set, also to what they were.
    package var fields: ExpenseFields
    /// As the expense is to be.
    package var expense: Expense
    /// Which rules have set fields, and which; nil: none.
    package var ruling: Ruling?

    package init(_ expense: Expense, fields: ExpenseFields, ruling: Ruling?) {
      self.expense = expense
      self.fields = fields
      self.ruling = ruling
    }
  }

  /// Shows expenses to a function, in this order; those that are gone are passed over.
  ///
  /// The function must not use the store.
  package func look(
    at ids: [Int64], _ body: (Expense) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    try read { (connection, names) throws(ExpenseError) in
      for id in ids {
        guard let row = try connection.row(id) else { continue }
        try body(try names.expense(row))
      }
    }
  }

  /// Writes what a function makes of expenses, in this order, as one change or as a part of this
  /// thread's transaction; those that are gone are passed over.
  ///
  /// The function must not use the store. Where nothing differs nothing is stored and nobody is told.
  ///
  /// - Parameters:
  ///   - label: Of the change, by the number of expenses that differ.
  ///   - body: What becomes of an expense; nil: it stays.
  /// - Returns: How many expenses differ, the new revision, or 0 where nothing was stored.
  package func rewrite(
    _ ids: [Int64], label: (Int64) -> String,
    _ body: (Expense) throws(ExpenseError) -> Rewrite?
  ) throws(ExpenseError) -> (rows: Int64, revision: Int64) {
    let isPart = isInTransaction
    return try write { (writer) throws(ExpenseError) in
      var rows: Int64 = 0
      for id in ids {
        guard let old = try writer.row(id),
          let rewrite = try body(try writer.names.expense(old))
        else { continue }
        let new = try rewrite.expense.validated(rewrite.fields)
        guard try writer.update(try writer.names.row(new), from: old) else { continue }
        rows += 1
        if let ruling = rewrite.ruling { try Rulings.note(ruling, of: id, writer) }
      }
      if rows > 0 { writer.effect?.hasRulings = true }
      if !isPart, rows > 0 { writer.effect?.label = label(rows) }
      return (rows, rows == 0 ? 0 : writer.effect?.revision ?? 0)
    }
  }
}
