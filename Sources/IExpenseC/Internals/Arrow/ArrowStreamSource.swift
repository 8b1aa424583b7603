internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore
internal import Glibc

/// What stands behind an Arrow stream that the library gives.
///
/// As the interface says, any thread may use it, but only one at a time. It lives until it is
/// released.
@safe final class ArrowStreamSource {
  /// So many rows in a batch, unless all are wanted in one.
  static let rowsPerBatch = 65_536

  private let table: ExpenseTable
  private let isWhole: Bool
  private var position = 0
  private var isFinished = false
  /// What the last call that failed has said, for C.
  private var message: UnsafeMutablePointer<CChar>?

  init(_ table: ExpenseTable, isWhole: Bool) {
    self.table = table
    self.isWhole = isWhole
    unsafe message = nil
  }

  deinit {
    unsafe free(message)
  }

  /// Hands the stream over to C.
  func export() -> ArrowArrayStream {
    unsafe ArrowArrayStream(
      get_schema: { stream, output in
        unsafe ArrowStreamSource.call(stream) { source in
          guard let output = unsafe output else { return EINVAL }
          unsafe output.pointee = ArrowSchemaOutput.schema(of: source.table)
          return 0
        }
      },
      get_next: { stream, output in
        unsafe ArrowStreamSource.call(stream) { source in
          guard let output = unsafe output else { return EINVAL }
          return unsafe source.next(output)
        }
      },
      get_last_error: { stream in
        var text: UnsafePointer<CChar>?
        _ = unsafe ArrowStreamSource.call(stream) { source in
          unsafe text = unsafe UnsafePointer(source.message)
          return 0
        }
        return unsafe text
      },
      release: { stream in
        guard let stream = unsafe stream, let data = unsafe stream.pointee.private_data else {
          return
        }
        unsafe stream.pointee = ArrowArrayStream()
        unsafe Unmanaged<ArrowStreamSource>.fromOpaque(data).release()
      },
      private_data: Unmanaged.passRetained(self).toOpaque())
  }

  /// Runs the work of one of the stream's functions; EINVAL for a stream that was released.
  private static func call(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ body: (ArrowStreamSource) -> Int32
  ) -> Int32 {
    guard let data = unsafe stream?.pointee.private_data else { return EINVAL }
    return body(unsafe Unmanaged<ArrowStreamSource>.fromOpaque(data).takeUnretainedValue())
  }

  /// Gives the next batch, or at the end one whose release is NULL.
  private func next(_ output: UnsafeMutablePointer<ArrowArray>) -> Int32 {
    unsafe output.pointee = ArrowArray()
    // Of an empty table all in one batch is still one batch.
    guard position < table.count || (isWhole && !isFinished) else { return 0 }
    do throws(ExpenseError) {
      let end = isWhole ? table.count : min(table.count, position + Self.rowsPerBatch)
      let batch = try table.batch(position..<end, isWhole: isWhole)
      position = batch.rows.upperBound
      isFinished = true
      unsafe output.pointee = ArrowArrayOutput(batch.array).export()
      return 0
    } catch {
      unsafe free(message)
      unsafe message = strdup(error.message)
      return error.code == .overflow ? EOVERFLOW : EIO
    }
  }
}
