internal import CIExpense
internal import ExpenseModel

/// A type that C gets results as: its empty value is what a failed call leaves in the output.
protocol ResultValue {
  init()
}

extension Int32: ResultValue {}
extension Int64: ResultValue {}
extension UInt64: ResultValue {}
extension Int: ResultValue {}
extension iex_money: ResultValue {}
extension iex_step: ResultValue {}
extension iex_splice: ResultValue {}

/// Runs the work of a C function, and turns what it throws into a status and an `iex_error`.
func call(
  _ error: UnsafeMutablePointer<iex_error>?, _ body: () throws -> Void
) -> iex_status {
  guard !ForkGuard.isForked else { return unsafe refuseInChild(error) }
  do {
    try body()
    unsafe error?.pointee.clear()
    return IEX_OK
  } catch let failure {
    return unsafe report(failure, to: error)
  }
}

/// The same for a function with a result: on failure the output is zero or NULL.
func call<Value: ResultValue>(
  _ error: UnsafeMutablePointer<iex_error>?, _ output: UnsafeMutablePointer<Value>?,
  _ name: StaticString, _ body: () throws -> Value
) -> iex_status {
  unsafe output?.pointee = Value()
  return unsafe call(error) {
    guard let output = unsafe output else {
      throw ExpenseError(.argument, "\(name) is NULL")
    }
    unsafe output.pointee = try body()
  }
}

/// The same for a handle.
func call(
  _ error: UnsafeMutablePointer<iex_error>?, _ output: UnsafeMutablePointer<OpaquePointer?>?,
  _ name: StaticString, _ body: () throws -> Token
) -> iex_status {
  unsafe output?.pointee = nil
  return unsafe call(error) {
    guard let output = unsafe output else {
      throw ExpenseError(.argument, "\(name) is NULL")
    }
    unsafe output.pointee = try body().handle
  }
}

/// The same for a result that the caller need not take: its output may be NULL.
func call<Value: ResultValue>(
  _ error: UnsafeMutablePointer<iex_error>?, optional output: UnsafeMutablePointer<Value>?,
  _ body: () throws -> Value
) -> iex_status {
  unsafe output?.pointee = Value()
  return unsafe call(error) {
    let value = try body()
    unsafe output?.pointee = value
  }
}

/// The same for two results that the caller need not take.
func call<First: ResultValue, Second: ResultValue>(
  _ error: UnsafeMutablePointer<iex_error>?, optional first: UnsafeMutablePointer<First>?,
  _ second: UnsafeMutablePointer<Second>?, _ body: () throws -> (First, Second)
) -> iex_status {
  unsafe first?.pointee = First()
  unsafe second?.pointee = Second()
  return unsafe call(error) {
    let values = try body()
    unsafe first?.pointee = values.0
    unsafe second?.pointee = values.1
  }
}

/// The same for a text that goes into the caller's buffer, which holds "" on failure.
func call(
  _ error: UnsafeMutablePointer<iex_error>?, text output: UnsafeMutablePointer<CChar>?,
  _ name: StaticString, capacity: Int32, _ body: () throws -> String
) -> iex_status {
  unsafe output?.pointee = 0
  return unsafe call(error) {
    guard unsafe output != nil else { throw ExpenseError(.argument, "\(name) is NULL") }
    _ = try unsafe body().copied(to: output, capacity: capacity)
  }
}

/// The same for a struct of which the caller has set the size; zero beyond it on failure.
func call<Value: VersionedStruct>(
  _ error: UnsafeMutablePointer<iex_error>?, versioned output: UnsafeMutablePointer<Value>?,
  _ name: StaticString, _ body: () throws -> Value
) -> iex_status {
  unsafe call(error) {
    guard let output = unsafe output else { throw ExpenseError(.argument, "\(name) is NULL") }
    let size = try unsafe Value.readSize(of: output, name)
    unsafe Value().write(to: output, size: size)
    try unsafe body().write(to: output, size: size)
  }
}

/// What every call answers in a child whose parent had a handle open.
///
/// It writes plain memory: what Swift's runtime makes of a type at its first use it makes under a lock,
/// which a thread of the parent may have held at the moment of the fork.
private func refuseInChild(_ error: UnsafeMutablePointer<iex_error>?) -> iex_status {
  guard let error = unsafe error else { return IEX_ERROR_FORKED }
  let message: StaticString =
    "this process was forked from one that had a handle open: call exec, or fork before opening"
  unsafe error.pointee = iex_error()
  unsafe error.pointee.status = IEX_ERROR_FORKED
  unsafe error.pointee.field = -1
  unsafe withUnsafeMutableBytes(of: &error.pointee.message) { buffer in
    unsafe buffer.copyMemory(
      from: UnsafeRawBufferPointer(start: message.utf8Start, count: message.utf8CodeUnitCount))
  }
  return IEX_ERROR_FORKED
}

/// Fills `error` and gives its status.
private func report(
  _ failure: any Error, to error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  // Nothing below throws anything else.
  let failure = failure as? ExpenseError ?? ExpenseError(.io, "\(failure)")
  unsafe error?.pointee.fill(failure)
  return failure.code.rawValue
}

extension iex_error {
  /// What a call that succeeds leaves.
  fileprivate mutating func clear() {
    status = IEX_OK
    sqlite_code = 0
    system_code = 0
    field = -1
    message.0 = 0
  }

  /// What a call that fails leaves.
  fileprivate mutating func fill(_ failure: ExpenseError) {
    self = iex_error()
    status = failure.code.rawValue
    sqlite_code = failure.sqliteCode
    system_code = failure.systemCode
    field = failure.field?.rawValue ?? -1
    unsafe withUnsafeMutableBytes(of: &message) { buffer in
      unsafe failure.message.copyAsCText(into: buffer)
    }
  }
}
