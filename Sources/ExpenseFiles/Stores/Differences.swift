internal import ExpenseModel
internal import ExpenseStore

/// Compares the expenses of two stores.
struct Differences {
  /// Everything but where a row came from: a store numbers its imports by itself.
  static let compared = ExpenseFields.all.subtracting([.source, .uuid])
  private static let batch = 1_024

  private let reader: any RowReader

  /// Nil for a file whose values do not count.
  init?(_ reader: (any RowReader)?) {
    guard let reader, reader.comparesValues else { return nil }
    self.reader = reader
  }

  /// Tells the duplicates with other values, and the new rows that were removed from the store.
  func find(
    in store: Store, _ index: RowIndex, _ entries: inout [RowEntry]
  ) throws(ExpenseError) {
    try store.forEachRemovedUUID { uuid in
      let identity = Fingerprint(uuid).finished(occurrence: 1)
      guard let row = index.find(identity, in: entries), entries[row].found == .fresh else {
        return
      }
      entries[row].found = .removedEarlier
      entries[row].suspicion = .removedHere
    }
    var cursor = reader.cursor()
    let duplicates = entries.indices.filter { entries[$0].found == .duplicate }
    for start in stride(from: 0, to: duplicates.count, by: Differences.batch) {
      let rows = duplicates[start..<min(duplicates.count, start + Differences.batch)]
      for (row, stored) in zip(
        rows, try Differences.stored(rows.map { entries[$0].duplicateOf }, store))
      {
        guard let stored, let other = Confirmation.expense(entries[row], &cursor),
          !Differences.fields(other, stored).isEmpty
        else { continue }
        entries[row].found = .differing
        entries[row].isTaken = reader.differing == .take
      }
    }
  }

  /// The fields with other values.
  static func fields(_ one: Expense, _ other: Expense) -> ExpenseFields {
    one.differingFields(from: other).intersection(compared)
  }

  /// Expenses; nil for one that another process has removed since.
  static func stored(_ ids: [Int64], _ store: Store) throws(ExpenseError) -> [Expense?] {
    do throws(ExpenseError) {
      return try store.get(ids)
    } catch {
      guard error.code == .notFound else { throw error }
      guard ids.count > 1 else { return [nil] }
      var found: [Expense?] = []
      for id in ids { found += try stored([id], store) }
      return found
    }
  }

  /// What is known of the rows that differ; nil when none does.
  func finding(
    _ entries: [RowEntry], _ store: Store, _ name: String
  ) throws(ExpenseError) -> Finding? {
    let rows = entries.filter { $0.found == .differing }
    guard let first = rows.first else { return nil }
    if let choice = reader.differing?.rawValue {
      return Finding(
        key: "differing", state: .given, value: choice, text: "differing: \"\(choice)\"")
    }
    let count = "\(rows.count) \(rows.count == 1 ? "expense has" : "expenses have")"
    let example = try Differences.text(first, reader, store)
    return Finding(
      key: "differing", state: .ambiguous, candidates: ["keep", "take"],
      line: Int64(first.line), example: example,
      text: "differing: \(count) other values in \(name), \"keep\" those of this store or \"take\" "
        + "the others? expense \(first.duplicateOf): \(example)")
  }

  /// The fields of a row that differ, with the values of amount and date: what a reader looks for.
  static func text(
    _ entry: RowEntry, _ reader: any RowReader, _ store: Store
  ) throws(ExpenseError) -> String {
    var cursor = reader.cursor()
    guard let other = Confirmation.expense(entry, &cursor),
      let stored = try stored([entry.duplicateOf], store).first ?? nil
    else { return "" }
    return fields(other, stored).fields.map { field in
      switch field {
      case .name: "name \(quoted(stored.name)) here, \(quoted(other.name)) there"
      case .date: "date \(stored.date) here, \(other.date) there"
      case .amount:
        "amount \(amount(stored, reader)) here, \(amount(other, reader)) there"
      default: field.description
      }
    }.joined(separator: "; ")
  }

  private static func amount(_ expense: Expense, _ reader: any RowReader) -> String {
    guard let currency = reader.currency(expense.currency) else { return "\(expense.amount)" }
    return Money(minor: expense.amount, currency: currency).description
  }
}
