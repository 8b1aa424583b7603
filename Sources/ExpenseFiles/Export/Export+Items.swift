public import ExpenseModel
public import ExpenseStore

extension Export {
  /// Writes the JSON list of the tutorial's app, for going back to it: an array of objects with
  /// `id`, `name`, `type` and `amount`, as Foundation's `JSONEncoder` writes them.
  ///
  /// Ids are the expenses' UUIDs in upper case, amounts numbers without zeros at their ends. The list
  /// has neither currency nor date, and nothing else of an expense.
  ///
  /// - Throws: `currency` when the expenses are of more than one; as reading the store.
  public static func items(
    _ store: Store, _ query: ExpenseQuery? = nil, progress: Listener? = nil
  ) throws(ExpenseError) -> [UInt8] {
    var currency: String?
    let (rows, _) = try write(store, query, progress) {
      (expense, table, body) throws(ExpenseError) in
      if body.isEmpty { currency = expense.currency }
      if let currency, currency != expense.currency {
        throw ExpenseError(
          .currency,
          "the app's list has no currencies, and the expenses are of \(currency) and "
            + "\(expense.currency): export one currency at a time, by a query", field: .currency)
      }
      body.append(UInt8(ascii: body.isEmpty ? "[" : ","))
      var json = JSONWriter(body)
      body = []
      ItemsWriter.write(expense, try table.currency(expense.currency), &json)
      body = json.take()
    }
    return rows.isEmpty ? Array("[]".utf8) : rows + "]".utf8
  }
}
