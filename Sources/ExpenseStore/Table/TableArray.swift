/// The values of a column, in the memory layout of Arrow. It never changes.
package final class TableArray: Sendable {
  package let count: Int
  package let nullCount: Int
  /// The bits that say which values are there (nil when all are), then what the type has.
  package let buffers: [TableMemory?]
  /// Of a list its elements; of a batch its columns.
  package let children: [TableArray]
  /// Of codes what they stand for.
  package let dictionary: TableArray?

  init(
    count: Int, nullCount: Int = 0, buffers: [TableMemory?], children: [TableArray] = [],
    dictionary: TableArray? = nil
  ) {
    self.count = count
    self.nullCount = nullCount
    self.buffers = buffers
    self.children = children
    self.dictionary = dictionary
  }
}
