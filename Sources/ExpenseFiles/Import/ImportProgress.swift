/// How far an import or an export has come.
public struct ImportProgress: Hashable, Sendable {
  /// What is being done; the numbers are those of `IEX_PROGRESS_…`.
  public enum Phase: Int32, Hashable, Sendable, CaseIterable {
    /// The file is read: `done` and `total` are bytes.
    case read = 0
    /// Its rows are compared with the store: `done` and `total` are expenses of the store.
    case match = 1
    /// Its rows are stored: `done` and `total` are rows.
    case store = 2
    /// A file is made of the store's expenses: `done` and `total` are expenses.
    case write = 3
  }

  public var phase: Phase
  public var done: Int64
  public var total: Int64

  public init(phase: Phase, done: Int64, total: Int64) {
    self.phase = phase
    self.done = done
    self.total = total
  }
}
