/// A function of the host, which any thread may run: a pointer that C knows how to call.
@safe
struct HostFunction<Pointer>: @unchecked Sendable {
  let pointer: Pointer

  /// Takes a callback that a caller must give.
  init(_ pointer: Pointer) {
    self.pointer = pointer
  }
}
