internal import ExpenseModel

/// Tells the caller how far an import or an export has come, about every hundredth of the way.
struct ProgressMeter {
  typealias Listener = @Sendable (ImportProgress) -> Bool

  private let listener: Listener?
  private let phase: ImportProgress.Phase
  private let total: Int64
  private let step: Int64
  private var next: Int64

  /// - Parameter most: The most that may be done between two calls.
  init(_ listener: Listener?, _ phase: ImportProgress.Phase, total: Int64, most: Int64 = 65_536) {
    self.listener = listener
    self.phase = phase
    self.total = total
    step = max(1, min(total / 100, most))
    next = listener == nil ? .max : 0
  }

  /// Of a file of so many bytes.
  init(_ listener: Listener?, bytes: Int) {
    self.init(listener, .read, total: Int64(bytes), most: 4 << 20)
  }

  /// Whether it is time to tell that so much is done.
  @inline(__always)
  func isDue(_ done: Int64) -> Bool { done >= next }

  /// Tells that so much is done, unless it is too early for that.
  ///
  /// Never called while the store is locked: the listener may use it, and close it.
  ///
  /// - Throws: `cancelled` when the listener wants to stop.
  @inline(__always)
  mutating func reach(_ done: Int) throws(ExpenseError) {
    if done >= next { try tell(Int64(done)) }
  }

  /// Begins from the front again: a file is read twice where it must tell how it is to be read.
  mutating func beginAgain() {
    if listener != nil { next = 0 }
  }

  /// Tells that all is done.
  mutating func finish() throws(ExpenseError) {
    if listener != nil { try tell(total) }
  }

  private mutating func tell(_ done: Int64) throws(ExpenseError) {
    guard let listener else { return }
    next = done.addingReportingOverflow(step).partialValue
    guard listener(ImportProgress(phase: phase, done: min(done, total), total: total)) else {
      throw ExpenseError(
        .cancelled,
        phase == .write
          ? "the export was cancelled; nothing was written"
          : "the import was cancelled; nothing was stored")
    }
  }
}
