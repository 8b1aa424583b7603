/// C structs and the texts they point to, in one allocation that lives as long as this object.
@safe
final class Block<Row: BitwiseCopyable>: @unchecked Sendable {
  /// The first row; never NULL, also when there is none.
  let rows: UnsafePointer<Row>
  let count: Int
  private let memory: UnsafeMutableRawPointer

  /// Lays out `count` rows.
  ///
  /// - Parameter fill: Makes the row of an index; called for each index in order, twice.
  init<Failure: Error>(
    count: Int, _ fill: (Int, inout BlockWriter) throws(Failure) -> Row
  ) throws(Failure) {
    var measure = BlockWriter()
    for index in 0..<count { _ = try fill(index, &measure) }
    let rowBytes = max(count, 1) * MemoryLayout<Row>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: rowBytes + measure.pointerBytes + measure.textBytes,
      alignment: max(MemoryLayout<Row>.alignment, MemoryLayout<Int>.alignment))
    unsafe self.memory = memory
    let rows = unsafe memory.bindMemory(to: Row.self, capacity: max(count, 1))
    unsafe self.rows = UnsafePointer(rows)
    self.count = count
    var writer = unsafe BlockWriter(
      pointers: memory + rowBytes, texts: memory + rowBytes + measure.pointerBytes)
    for index in 0..<count {
      unsafe (rows + index).initialize(to: try fill(index, &writer))
    }
  }

  /// Lays out one row with its texts behind it.
  ///
  /// - Parameters:
  ///   - textBytes: How much room the texts need.
  ///   - make: Makes the row; is given where its texts go.
  init(textBytes: Int, _ make: (UnsafeMutableRawPointer) -> Row) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Row>.stride + textBytes, alignment: MemoryLayout<Row>.alignment)
    unsafe self.memory = memory
    let rows = unsafe memory.bindMemory(to: Row.self, capacity: 1)
    unsafe rows.initialize(to: make(memory + MemoryLayout<Row>.stride))
    unsafe self.rows = UnsafePointer(rows)
    count = 1
  }

  /// Lays out rows whose texts are held elsewhere.
  init(count: Int, withoutTexts fill: (Int) -> Row) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Row>.stride, alignment: MemoryLayout<Row>.alignment)
    unsafe self.memory = memory
    let rows = unsafe memory.bindMemory(to: Row.self, capacity: max(count, 1))
    for index in 0..<count { unsafe (rows + index).initialize(to: fill(index)) }
    unsafe self.rows = UnsafePointer(rows)
    self.count = count
  }

  /// Copies rows that have no texts.
  init(copying array: [Row]) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(array.count, 1) * MemoryLayout<Row>.stride,
      alignment: MemoryLayout<Row>.alignment)
    unsafe self.memory = memory
    let rows = unsafe memory.bindMemory(to: Row.self, capacity: max(array.count, 1))
    for (index, row) in array.enumerated() { unsafe (rows + index).initialize(to: row) }
    unsafe self.rows = UnsafePointer(rows)
    count = array.count
  }

  deinit {
    unsafe memory.deallocate()
  }
}

/// The first row and, in `output`, how many there are, as a getter of the C interface gives them;
/// NULL and 0 without a block.
func give<Row: BitwiseCopyable>(
  _ block: Block<Row>?, count output: UnsafeMutablePointer<Int>?
) -> UnsafePointer<Row>? {
  unsafe output?.pointee = block?.count ?? 0
  return unsafe block?.rows
}
