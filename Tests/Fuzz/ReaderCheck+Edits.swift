import ExpenseFiles
import ExpenseModel
import ExpenseStore

extension ReaderCheck {
  /// Leaves out the first row that would be stored, and changes the last.
  ///
  /// - Returns: All rows as they are then.
  func edit(_ file: Import, _ rows: [ImportRow]) throws(Violation) -> [ImportRow] {
    let places = rows.indices.filter { rows[$0].status == .fresh || rows[$0].status == .suspected }
    guard let first = places.first, let last = places.last, first != last else { return rows }
    try call("excluding a row") { () throws(ExpenseError) in
      try file.setRow(Int64(first), .excluded)
    }
    guard var expense = rows[last].expense else { return rows }
    expense.name = "changed"
    expense.note = "by hand"
    expense.date = .last
    expense.amount = 100
    let fields: ExpenseFields = [[.name], [.note, .date], [.amount], [.name, .date, .amount]][
      input.choice]
    try call("changing a row") { () throws(ExpenseError) in
      try file.editRow(Int64(last), expense, fields: fields)
    }
    let changed = try checkRows(file)
    try expect(changed[first].status == .excluded, "excluded, and it is \(changed[first])")
    var shown = rows[last].expense ?? expense
    shown.apply(fields, from: expense)
    try expect(changed[last].expense == shown, "changed to \(shown), and it is \(changed[last])")
    return changed
  }

  /// A row whose expense was removed is told as that, and is a duplicate again after the undo.
  func checkRemoval(_ before: ImportSummary, _ profile: String) throws(Violation) {
    guard let id = try all(store).first?.id else { return }
    try call("removing") { () throws(ExpenseError) in try store.remove([id]) }
    guard let file = try read(profile) else { throw Violation("refused after a removal") }
    let now = file.summary
    try expect(now.removedEarlier == 1, "one is removed, and read again: \(now.text)")
    try expect(now.duplicates == before.duplicates - 1, "one is removed: \(now.text)")
    _ = try call("undoing the removal") { () throws(ExpenseError) in try store.undo() }
    guard let file = try read(profile) else { throw Violation("refused after that undo") }
    try expect(file.summary == before, "removed and undone: \(file.summary.text)")
  }

  /// Whoever cancels gets that as the error, and nothing has happened.
  func checkCancelling(_ profile: String) throws(Violation) {
    let calls = Calls(until: input.choice)
    var options = options
    options.profile = profile
    options.progress = { _ in calls.isAllowed() }
    let before = try all(store).count
    do throws(ExpenseError) {
      let file = try Import.open(store, bytes: input.file, options: options)
      _ = try file.commit()
      _ = try store.undo()
    } catch {
      try expect(error.code == .cancelled, "cancelling threw \(error)")
    }
    try expect(try all(store).count == before, "cancelled, and the store is another")
  }
}

/// Counts calls, and forbids all after the first few. For one thread.
private final class Calls: @unchecked Sendable {
  private var left: Int
  init(until calls: Int) { left = calls }

  func isAllowed() -> Bool {
    left -= 1
    return left >= 0
  }
}
