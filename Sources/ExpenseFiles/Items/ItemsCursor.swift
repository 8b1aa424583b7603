internal import ExpenseModel

/// Reads single items of the tutorial's array.
struct ItemsCursor: RowCursor {
  let file: ItemsFile

  func expense(at entry: RowEntry) throws(RowProblem) -> Expense {
    var reader = JSONReader(file.bytes, start: Int(entry.offset))
    let item: Item
    do throws(ExpenseError) {
      item = try Item(&reader)
    } catch {
      throw RowProblem(reason: error.message)
    }
    return try file.expense(of: item, reader, entry)
  }

  func remark(on entry: RowEntry) -> String {
    entry.isIDTaken ? "its id is another expense's: stored under a new one" : ""
  }
}
