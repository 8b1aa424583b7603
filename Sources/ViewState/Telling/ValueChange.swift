public import ExpenseModel

/// One change of what a binding leads to.
public struct ValueChange: Sendable {
  /// A value, or why there is none.
  public typealias Outcome = Result<StateValue, ExpenseError>

  /// What was there before; nil where that can't be known.
  public let old: Outcome?
  /// What is there now.
  public let new: Outcome

  /// Creates a change.
  public init(from old: Outcome?, to new: Outcome) {
    self.old = old
    self.new = new
  }

  /// Whether there is nothing to tell: the same value, or still none.
  public var isNone: Bool {
    switch (old, new) {
    case (.success(let old), .success(let new)): old == new
    case (.failure, .failure): true
    default: false
    }
  }
}
