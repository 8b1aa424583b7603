internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// So many rows become expenses at a time.
private let rowsAtATime = 4096

/// Stores the rows of a stream as one change; the id of the first, and how many.
///
/// No lock is held while the stream's functions run: only the transaction of this thread.
func addArrow(
  _ input: ArrowInput, to store: Store
) throws(ExpenseError) -> (first: Int64, count: Int64) {
  let table = try ArrowTable(input.schema())
  return try store.transaction { () throws(ExpenseError) in
    var reader = try ArrowReader(store)
    var (first, count): (Int64, Int64) = (0, 0)
    while let batch = try input.next() {
      let (cells, rows) = try table.vectors(batch, firstRow: Int(count))
      for start in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtATime) {
        let part = start..<min(rows.upperBound, start + rowsAtATime)
        let id = try add(reader.expenses(part, table, cells), count, to: store)
        if count == 0 { first = id }
        guard id == first + count else {
          throw ExpenseError(
            .transaction, "Arrow: the stream has added expenses itself while it was read")
        }
        count += Int64(part.count)
      }
    }
    return (first, count)
  }
}

/// Adds expenses; what is wrong with one names its row in the stream.
private func add(
  _ expenses: [Expense], _ before: Int64, to store: Store
) throws(ExpenseError) -> Int64 {
  do throws(ExpenseError) {
    return try store.add(expenses)
  } catch {
    throw error.movedRow(by: before)
  }
}

extension ExpenseError {
  /// The same of a row of a stream: `expenses[3]: …` of a part is `row 8195: …` of the whole.
  fileprivate func movedRow(by before: Int64) -> ExpenseError {
    var moved = self
    let head = "expenses["
    guard message.hasPrefix(head) else { return self }
    let digits = message.dropFirst(head.count).prefix { $0.isNumber }
    let rest = message.dropFirst(head.count + digits.count)
    guard let index = Int64(digits), rest.hasPrefix("]: ") else { return self }
    moved.message = "row \(before + index): \(rest.dropFirst(3))"
    return moved
  }
}
