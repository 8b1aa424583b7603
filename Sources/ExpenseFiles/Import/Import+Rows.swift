public import ExpenseModel
internal import ExpenseStore
internal import Threads

extension Import {
  /// What is known of the file.
  public var summary: ImportSummary {
    state.withLock { state in
      if state.summaryIsOld {
        Import.describe(&state.summary, state.entries, state.reader)
        state.summaryIsOld = false
      }
      return state.summary
    }
  }

  /// Reads some of the rows, in the file's order; beyond the end there are none.
  ///
  /// - Throws: `argument` when a number is negative, `handle` when the import is closed.
  public func rows(offset: Int64, limit: Int64) throws(ExpenseError) -> [ImportRow] {
    guard offset >= 0, limit >= 0 else {
      throw ExpenseError(.argument, "offset and limit of rows are 0 or above")
    }
    typealias Page = (rows: [(RowEntry, RowEdit?)], reader: (any RowReader)?, ruled: RuledRows?)
    let page = try state.withLock { (state) throws(ExpenseError) -> Page in
      guard state.phase != .closed else { throw Import.closedError }
      guard offset < Int64(state.entries.count) else { return ([], nil, nil) }
      let start = Int(offset)
      let end = start + Int(min(limit, Int64(state.entries.count - start)))
      // Only these: a copy that is kept makes the next change of a row copy all of them.
      return ((start..<end).map { (state.entries[$0], state.edits[$0]) }, state.reader, state.ruled)
    }
    guard let reader = page.reader else { return [] }
    var cursor = reader.cursor()
    var rows = page.rows.enumerated().map { place, row in
      Import.row(row.0, row.1, reader, &cursor, page.ruled?.row(Int(offset) + place))
    }
    for (index, (entry, _)) in page.rows.enumerated() where entry.found == .differing {
      rows[index].reason = try Differences.text(entry, reader, store)
    }
    return rows
  }

  private static func row(
    _ entry: RowEntry, _ edit: RowEdit?, _ reader: any RowReader, _ cursor: inout any RowCursor,
    _ ruled: RuledRow?
  ) -> ImportRow {
    var row = ImportRow(status: entry.status, line: Int64(entry.line))
    row.duplicateOf = entry.duplicateOf
    row.reason = entry.reason ?? ruled?.reason(entry) ?? cursor.remark(on: entry)
    do throws(RowProblem) {
      var expense = try cursor.expense(at: entry)
      row.effects = ruled?.effects(entry, expense, edit) ?? []
      ruled?.apply(to: &expense, edit)
      edit?.apply(to: &expense)
      if reader.identity == .fingerprint { expense.source?.fingerprint = entry.identity }
      if entry.status != .rejected { row.expense = expense }
    } catch {
      row.column = Int64(error.column)
      row.columnName = error.columnName
      row.cell = error.cell
      row.reason = error.reason
    }
    return row
  }

  /// Counts the rows, and makes the readable line.
  static func describe(
    _ summary: inout ImportSummary, _ entries: [RowEntry], _ reader: (any RowReader)?
  ) {
    summary.count(entries)
    var first = ""
    if let reader, let entry = entries.first(where: { $0.status == .rejected }) {
      var cursor = reader.cursor()
      do throws(RowProblem) {
        _ = try cursor.expense(at: entry)
      } catch {
        first = "line \(entry.line), \(error.text)"
      }
    }
    summary.describe(firstRejected: first)
  }
}
