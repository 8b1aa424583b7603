public import ExpenseModel
public import ExpenseStore

extension Export {
  /// Writes a journal of plain-text accounting.
  public static func journal(
    _ store: Store, _ query: ExpenseQuery? = nil, for dialect: JournalDialect
  ) throws(ExpenseError) -> [UInt8] {
    throw ExpenseError(.argument, "journals cannot be written yet")
  }
}
