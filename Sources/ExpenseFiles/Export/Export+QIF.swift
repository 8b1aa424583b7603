public import ExpenseModel
public import ExpenseStore

extension Export {
  /// Writes QIF, the interchange format of Quicken: the expenses of each account in a block of its
  /// own, those without one first.
  ///
  /// Money spent has a minus sign, dates are yyyy-mm-dd, amounts have a `.` and all digits of their
  /// currency. A category is written as its names with `:` between them, tags as classes behind a
  /// `/`, and a `\` before a `/`, `:` or `\` inside a name. What the file cannot hold: a line break
  /// in a text becomes a blank; uuid, type, currency, conversion, reimbursement, and the source are
  /// not written, and of `extra` only what a QIF file had given. Expenses that came from the splits
  /// of one transaction are transactions of their own.
  ///
  /// - Throws: `currency` when the expenses have more than one currency, which a QIF file cannot
  ///   say; as reading the store.
  public static func qif(
    _ store: Store, _ query: ExpenseQuery? = nil, progress: Listener? = nil
  ) throws(ExpenseError) -> [UInt8] {
    var writer = QIFWriter()
    let (records, _) = try write(store, query, progress) {
      (expense, table, body) throws(ExpenseError) in
      try writer.write(expense, &table, &body)
    }
    return writer.file(records)
  }
}
