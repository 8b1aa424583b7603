internal import CIExpense
internal import ExpenseFiles

/// A host's progress callback with its context.
@safe
struct HostProgress: @unchecked Sendable {
  let callback: iex_progress_callback
  let context: UnsafeMutableRawPointer?

  /// Nil when the host gave none.
  init?(_ callback: iex_progress_callback?, _ context: UnsafeMutableRawPointer?) {
    guard let callback = unsafe callback else { return nil }
    unsafe self.callback = callback
    unsafe self.context = context
  }

  func goesOn(_ progress: ImportProgress) -> Bool {
    var row = iex_progress(
      struct_size: UInt32(MemoryLayout<iex_progress>.size), phase: progress.phase.rawValue,
      done: progress.done, total: progress.total)
    return unsafe callback(context, &row) == 0
  }
}
