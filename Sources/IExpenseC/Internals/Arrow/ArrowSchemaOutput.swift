internal import CIExpense
internal import ExpenseStore
internal import Glibc

/// A type that C reads, with its children and that of its dictionary.
///
/// Each of them has a release of its own, and may be moved out of its parent and outlive it.
@safe final class ArrowSchemaOutput {
  /// What is said of one type.
  private struct Description {
    var name: String
    var format: String
    var isNullable = false
    var children: [Description] = []
    var hasDictionary = false
  }

  private let description: Description
  private let name: UnsafeMutablePointer<CChar>?
  private let format: UnsafeMutablePointer<CChar>?
  private let children: UnsafeMutablePointer<ArrowSchema>
  private let childPointers: UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>
  private let dictionary: UnsafeMutablePointer<ArrowSchema>?

  private init(_ description: Description) {
    self.description = description
    unsafe name = strdup(description.name)
    unsafe format = strdup(description.format)
    unsafe children = .allocate(capacity: max(1, description.children.count))
    unsafe childPointers = .allocate(capacity: max(1, description.children.count))
    for (index, child) in description.children.enumerated() {
      unsafe (children + index).initialize(to: ArrowSchemaOutput(child).export())
      unsafe (childPointers + index).initialize(to: children + index)
    }
    if description.hasDictionary {
      unsafe dictionary = .allocate(capacity: 1)
      let values = Description(name: "", format: "u")
      unsafe dictionary?.initialize(to: ArrowSchemaOutput(values).export())
    } else {
      unsafe dictionary = nil
    }
  }

  deinit {
    for index in description.children.indices {
      let child = unsafe children + index
      unsafe child.pointee.release?(child)
    }
    unsafe dictionary?.pointee.release?(dictionary)
    unsafe free(name)
    unsafe free(format)
    unsafe children.deallocate()
    unsafe childPointers.deallocate()
    unsafe dictionary?.deallocate()
  }

  /// The type of a table's batches.
  static func schema(of table: ExpenseTable) -> ArrowSchema {
    let columns = table.columns.map(description)
    return unsafe ArrowSchemaOutput(Description(name: "", format: "+s", children: columns)).export()
  }

  /// The format of a column, as the interface spells it.
  private static func description(of column: TableColumn) -> Description {
    var result = Description(name: column.name, format: "u", isNullable: column.isNullable)
    switch column.kind {
    case .int64: result.format = "l"
    case .uint64: result.format = "L"
    case .date: result.format = "tdD"
    case .decimal(let digits): result.format = "d:38,\(digits)"
    case .text: break
    case .dictionary:
      result.format = "i"
      result.hasDictionary = true
    case .texts:
      result.format = "+l"
      result.children = [Description(name: "item", format: "u")]
    case .uuid: result.format = "w:16"
    }
    return result
  }

  private func export() -> ArrowSchema {
    unsafe ArrowSchema(
      format: format, name: name, metadata: nil,
      flags: description.isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0,
      n_children: Int64(description.children.count),
      children: description.children.isEmpty ? nil : childPointers, dictionary: dictionary,
      release: { schema in
        guard let schema = unsafe schema, let data = unsafe schema.pointee.private_data else {
          return
        }
        unsafe schema.pointee.release = nil
        unsafe schema.pointee.private_data = nil
        unsafe Unmanaged<ArrowSchemaOutput>.fromOpaque(data).release()
      },
      private_data: Unmanaged.passRetained(self).toOpaque())
  }
}
