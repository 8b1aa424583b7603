internal import CIExpense
internal import ExpenseModel
internal import Glibc

/// A stream that came in: it was moved here, and is released with this object.
@safe final class ArrowInput {
  private let stream: UnsafeMutablePointer<ArrowArrayStream>

  /// Takes a stream out of the caller's struct, which from now on is released.
  init(_ pointer: UnsafeMutablePointer<ArrowArrayStream>?) throws(ExpenseError) {
    guard let pointer = unsafe pointer, unsafe pointer.pointee.release != nil else {
      throw ExpenseError(.argument, "stream is NULL or released")
    }
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: pointer.pointee)
    unsafe pointer.pointee.release = nil
  }

  deinit {
    unsafe stream.pointee.release?(stream)
    unsafe stream.deallocate()
  }

  /// The type of the stream's batches.
  func schema() throws(ExpenseError) -> ArrowSchemaInput {
    guard let function = unsafe stream.pointee.get_schema else {
      throw ExpenseError(.argument, "stream has no get_schema")
    }
    let result = ArrowSchemaInput()
    let code = unsafe function(stream, result.pointer)
    guard code == 0 else { throw failure("get_schema", code) }
    guard unsafe result.pointer.pointee.release != nil else {
      throw ExpenseError(.format, "Arrow: the stream gave a schema that is released")
    }
    return result
  }

  /// The next batch; nil at the end.
  func next() throws(ExpenseError) -> ArrowBatchInput? {
    guard let function = unsafe stream.pointee.get_next else {
      throw ExpenseError(.argument, "stream has no get_next")
    }
    let result = ArrowBatchInput()
    let code = unsafe function(stream, result.pointer)
    guard code == 0 else { throw failure("get_next", code) }
    return unsafe result.pointer.pointee.release == nil ? nil : result
  }

  private func failure(_ what: String, _ code: Int32) -> ExpenseError {
    var reason = ""
    if let text = unsafe stream.pointee.get_last_error?(stream) {
      reason = unsafe String(validatingCString: text).map { ": \($0)" } ?? ""
    }
    return ExpenseError(
      .io, "Arrow: the stream's \(what) failed with \(code)\(reason)", systemCode: code)
  }
}

/// A schema that came in; it is released with this object.
@safe final class ArrowSchemaInput {
  let pointer: UnsafeMutablePointer<ArrowSchema>

  init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: ArrowSchema())
  }

  deinit {
    unsafe pointer.pointee.release?(pointer)
    unsafe pointer.deallocate()
  }
}

/// A batch that came in; it is released with this object.
@safe final class ArrowBatchInput {
  let pointer: UnsafeMutablePointer<ArrowArray>

  init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: ArrowArray())
  }

  deinit {
    unsafe pointer.pointee.release?(pointer)
    unsafe pointer.deallocate()
  }
}
