internal import CIExpense
internal import ExpenseStore

/// An array that C reads, with its children and its dictionary.
///
/// Each of them has a release of its own, and may be moved out of its parent and outlive it.
@safe final class ArrowArrayOutput {
  private let array: TableArray
  private let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
  private let children: UnsafeMutablePointer<ArrowArray>
  private let childPointers: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>
  private let dictionary: UnsafeMutablePointer<ArrowArray>?

  init(_ array: TableArray) {
    self.array = array
    unsafe buffers = .allocate(capacity: max(1, array.buffers.count))
    unsafe children = .allocate(capacity: max(1, array.children.count))
    unsafe childPointers = .allocate(capacity: max(1, array.children.count))
    for (index, buffer) in array.buffers.enumerated() {
      unsafe (buffers + index).initialize(to: buffer.map { unsafe UnsafeRawPointer($0.start) })
    }
    for (index, child) in array.children.enumerated() {
      unsafe (children + index).initialize(to: ArrowArrayOutput(child).export())
      unsafe (childPointers + index).initialize(to: children + index)
    }
    if let values = array.dictionary {
      unsafe dictionary = .allocate(capacity: 1)
      unsafe dictionary?.initialize(to: ArrowArrayOutput(values).export())
    } else {
      unsafe dictionary = nil
    }
  }

  deinit {
    // What was moved out has no release left here.
    for index in array.children.indices {
      let child = unsafe children + index
      unsafe child.pointee.release?(child)
    }
    unsafe dictionary?.pointee.release?(dictionary)
    unsafe buffers.deallocate()
    unsafe children.deallocate()
    unsafe childPointers.deallocate()
    unsafe dictionary?.deallocate()
  }

  /// Hands the array over to C.
  func export() -> ArrowArray {
    unsafe ArrowArray(
      length: Int64(array.count), null_count: Int64(array.nullCount), offset: 0,
      n_buffers: Int64(array.buffers.count), n_children: Int64(array.children.count),
      buffers: array.buffers.isEmpty ? nil : buffers,
      children: array.children.isEmpty ? nil : childPointers, dictionary: dictionary,
      release: { array in
        guard let array = unsafe array, let data = unsafe array.pointee.private_data else { return }
        unsafe array.pointee.release = nil
        unsafe array.pointee.private_data = nil
        unsafe Unmanaged<ArrowArrayOutput>.fromOpaque(data).release()
      },
      private_data: Unmanaged.passRetained(self).toOpaque())
  }
}
