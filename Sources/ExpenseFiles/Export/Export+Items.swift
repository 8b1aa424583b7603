public import ExpenseModel
public import ExpenseStore

extension Export {
  /// Writes the JSON list of the tutorial's app, for going back to it.
  public static func items(
    _ store: Store, _ query: ExpenseQuery? = nil
  ) throws(ExpenseError) -> [UInt8] {
    throw ExpenseError(.argument, "items cannot be written yet")
  }
}
