internal import ExpenseModel

/// The caller's array of structs, whose stride is the size of the first; all have the same.
@safe
struct VersionedArray<Element: VersionedStruct> {
  private let start: UnsafeRawPointer?
  private let stride: Int
  private let name: StaticString
  let count: Int

  init(
    _ pointer: UnsafePointer<Element>?, count: Int, _ name: StaticString
  ) throws(ExpenseError) {
    unsafe start = UnsafeRawPointer(pointer)
    self.name = name
    self.count = count
    guard let pointer = try unsafe checkedArray(pointer, count: count, name) else {
      stride = 0
      return
    }
    stride = try unsafe Element.readSize(of: pointer, name)
    guard !count.multipliedReportingOverflow(by: stride).overflow else {
      throw ExpenseError(.argument, "count is \(count), more than memory holds")
    }
  }

  /// Reads one struct. The index is one below `count`.
  func read(_ index: Int) throws(ExpenseError) -> Element {
    guard let start = unsafe start, index >= 0, index < count else {
      throw ExpenseError(.argument, "\(name) has no element \(index)")
    }
    let source = unsafe start + index * stride
    let size = unsafe Int(source.loadUnaligned(as: UInt32.self))
    guard size == stride else {
      throw ExpenseError(
        .argument, "\(name)[\(index)].struct_size is \(size), and that of the first is \(stride)")
    }
    return try unsafe Element.read(at: source, size: size, name)
  }
}

/// Checks the pointer and the count of an array from C; nil when it is empty.
func checkedArray<Element>(
  _ pointer: UnsafePointer<Element>?, count: Int, _ name: StaticString
) throws(ExpenseError) -> UnsafePointer<Element>? {
  guard count >= 0 else {
    throw ExpenseError(.argument, "count is above \(Int.max): a negative number was passed")
  }
  guard count > 0 else { return nil }
  guard let pointer = unsafe pointer else {
    throw ExpenseError(.argument, "\(name) is NULL, and count is \(count)")
  }
  guard !count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride).overflow else {
    throw ExpenseError(.argument, "count is \(count), more than memory holds")
  }
  return unsafe pointer
}

/// Copies an array of numbers from C.
func numbers<Element: BitwiseCopyable>(
  _ pointer: UnsafePointer<Element>?, count: Int, _ name: StaticString
) throws(ExpenseError) -> [Element] {
  guard let pointer = try unsafe checkedArray(pointer, count: count, name) else { return [] }
  return unsafe Array(UnsafeBufferPointer(start: pointer, count: count))
}
