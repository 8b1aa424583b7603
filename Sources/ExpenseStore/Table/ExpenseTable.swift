package import ExpenseModel

/// Expenses as columns for other programs, as they were at one revision. It never changes, and needs
/// no store that is open.
package final class ExpenseTable: Sendable {
  package let columns: [TableColumn]
  /// How many expenses.
  package var count: Int { ids.count }
  let state: Columns
  private let ids: TableIDs
  /// Of each column that has codes, what they stand for.
  private let dictionaries: [TableArray?]

  init(_ state: Columns, _ ids: TableIDs, _ options: TableOptions) {
    self.state = state
    self.ids = ids
    let digits = state.names.currencies.compactMap { $0?.digits }.max() ?? 0
    columns = options.columns(digits: digits)
    dictionaries = columns.map { column in
      column.kind == .dictionary ? TableTexts(column.content, state).dictionary : nil
    }
  }

  /// The columns of some rows, as an array of all of them; fewer rows than asked for where their
  /// texts would be more than 2 GiB.
  ///
  /// - Parameter isWhole: Whether all rows are wanted, or none.
  /// - Throws: `overflow` when a text column of all rows does not fit 2 GiB.
  package func batch(
    _ range: Range<Int>, isWhole: Bool = false
  ) throws(ExpenseError) -> (rows: Range<Int>, array: TableArray) {
    var range = range.clamped(to: 0..<count)
    while true {
      let runs = RowRuns(ids.elements(in: range), state)
      var children: [TableArray] = []
      for (column, dictionary) in zip(columns, dictionaries) {
        guard let array = array(column, dictionary, runs) else {
          if isWhole || range.count < 2 {
            throw ExpenseError(
              .overflow,
              "column \(column.name): the texts of \(range.count) rows do not fit 2 GiB")
          }
          break
        }
        children.append(array)
      }
      if children.count == columns.count {
        let array = TableArray(count: runs.count, buffers: [nil], children: children)
        return (range, array)
      }
      range = range.lowerBound..<(range.lowerBound + range.count / 2)
    }
  }

  /// The values of one column; nil when they do not fit.
  private func array(
    _ column: TableColumn, _ dictionary: TableArray?, _ runs: RowRuns
  ) -> TableArray? {
    switch column.content {
    case .id: return ids(runs)
    case .date: return dates(runs)
    case .number(let number): return numbers(number, runs)
    case .amount(let amount, let currency):
      if case .decimal(let digits) = column.kind {
        return decimals(amount, currency, digits, isNullable: column.isNullable, runs)
      }
      return amounts(amount, currency, isNullable: column.isNullable, runs)
    case .uuid: return uuids(runs)
    case .tags: return tags(runs)
    case .text(let text): return texts(text, TableTexts(column.content, state), runs)
    case .name(let name):
      if let dictionary { return codes(name, dictionary, first: 1, runs) }
      return texts(name, TableTexts(column.content, state), runs)
    case .reimbursement:
      if let dictionary { return codes(.reimbursement, dictionary, first: 0, runs) }
      return texts(.reimbursement, TableTexts(column.content, state), runs)
    }
  }
}

/// The ids of a table's rows, in its order.
enum TableIDs: Sendable {
  case list([Int64])
  /// So many from the start of a view's rows.
  case view(CountedTree<RowID>, count: Int)

  var count: Int {
    switch self {
    case .list(let ids): ids.count
    case .view(_, let count): count
    }
  }

  func elements(in range: Range<Int>) -> [Int64] {
    switch self {
    case .list(let ids): Array(ids[range])
    case .view(let rows, _): rows.elements(in: range).map(\.id)
    }
  }
}
