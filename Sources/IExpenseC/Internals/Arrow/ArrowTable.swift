internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// The columns of a stream that comes in: which child of its batches is which field.
struct ArrowTable {
  /// A column that is read.
  struct Column {
    let child: Int
    let field: ArrowField
    let name: String
    let type: ArrowType
  }

  /// In the order in which they are read.
  let columns: [Column]
  /// How many children a batch has.
  private let childCount: Int64

  /// Finds the columns by their names.
  ///
  /// - Throws: `format` for a schema that is no table of expenses.
  init(_ schema: ArrowSchemaInput) throws(ExpenseError) {
    let table = unsafe schema.pointer.pointee
    guard unsafe table.format.flatMap({ unsafe String(validatingCString: $0) }) == "+s",
      unsafe table.n_children >= 0, unsafe table.n_children <= 1 << 20
    else {
      throw ExpenseError(.format, "Arrow: the stream is no table: its format must be \"+s\"")
    }
    childCount = unsafe table.n_children
    var columns: [Column] = []
    for index in 0..<Int(childCount) {
      let child = try unsafe ArrowType.child(table, index, of: childCount, "\(index)").pointee
      guard let name = unsafe child.name.flatMap({ unsafe String(validatingCString: $0) }) else {
        throw ExpenseError(.format, "Arrow: the name of column \(index) is NULL or not UTF-8")
      }
      guard let field = ArrowField(rawValue: name) else {
        let known = ArrowField.allCases.map(\.rawValue).joined(separator: ", ")
        throw ArrowType.error(name, "an expense has no such field; there are \(known)")
      }
      guard !columns.contains(where: { $0.field == field }) else {
        throw ArrowType.error(name, "it is there twice")
      }
      guard field.isRead else { continue }
      let type = try unsafe ArrowType(child, name)
      let (isTaken, wanted) = field.takes(type)
      guard isTaken else { throw ArrowType.error(name, "it is \(type.name), and not \(wanted)") }
      columns.append(Column(child: index, field: field, name: name, type: type))
    }
    self.columns = columns.sorted { $0.field.order < $1.field.order }
    try check()
  }

  /// Looks for what must be there, and for what contradicts.
  private func check() throws(ExpenseError) {
    let fields = columns.map(\.field)
    guard fields.contains(.name) else { throw ArrowTable.missing("\"name\"") }
    guard fields.contains(.amount) != fields.contains(.amountMinor) else {
      throw fields.contains(.amount)
        ? ArrowType.error("amount", "\"amount_minor\" is there too")
        : ArrowTable.missing("\"amount\" or \"amount_minor\"")
    }
    if fields.contains(.conversionAmount), fields.contains(.conversionMinor) {
      throw ArrowType.error("conversion_amount", "\"conversion_minor\" is there too")
    }
  }

  private static func missing(_ name: String) -> ExpenseError {
    ExpenseError(.format, "Arrow: the table has no column \(name)")
  }

  /// Checks a batch and gives its columns and how many rows it has.
  ///
  /// - Throws: `format` for one that breaks the rules of Arrow, or is not of the schema.
  func vectors(
    _ batch: ArrowBatchInput, firstRow: Int
  ) throws(ExpenseError) -> (columns: [ArrowCells], rows: Range<Int>) {
    let array = unsafe batch.pointer.pointee
    let count = try unsafe ArrowVector.checkedCount(array, "")
    let offset = unsafe Int(array.offset)
    guard unsafe array.n_children == childCount, unsafe array.n_buffers == 1,
      unsafe array.buffers != nil
    else {
      throw unsafe ExpenseError(
        .format,
        "Arrow: a batch with \(array.n_children) columns and \(array.n_buffers) buffers, where the "
          + "schema has \(childCount) columns")
    }
    if unsafe array.null_count > 0 {
      throw ExpenseError(.format, "Arrow: a batch has rows that are null")
    }
    var cells: [ArrowCells] = []
    for column in columns {
      guard let children = unsafe array.children else {
        throw ExpenseError(.format, "Arrow: the columns of a batch are NULL")
      }
      let child = unsafe children[column.child]
      let vector = try unsafe ArrowCells(child, column.type, column.name, firstRow - offset)
      guard vector.count >= offset + count else {
        throw ArrowType.error(
          column.name, "it has \(vector.count) values, where the batch has \(offset + count)")
      }
      cells.append(vector)
    }
    return (cells, offset..<(offset + count))
  }
}
