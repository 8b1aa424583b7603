public import ExpenseModel

/// What would be lost if a sheet were dismissed: a draft.
public protocol UnsavedWork: AnyObject, Sendable {
  /// Whether there is anything to lose.
  func hasUnsavedChanges() throws(ExpenseError) -> Bool

  /// Forgets it.
  func discardChanges() throws(ExpenseError)
}
