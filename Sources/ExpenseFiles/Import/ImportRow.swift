public import ExpenseModel

/// One row of a file, and what will become of it.
public struct ImportRow: Hashable, Sendable {
  public var status: RowStatus
  /// The first of its physical lines in the file, from 1.
  public var line: Int64
  /// The column at fault, from 1; 0: the whole row.
  public var column: Int64 = 0
  /// The expense that it is a duplicate of; 0: none.
  public var duplicateOf: Int64 = 0
  /// What it will be stored as; nil when it is rejected.
  public var expense: Expense?
  /// The header of the column at fault, or the key.
  public var columnName = ""
  /// What stands there.
  public var cell = ""
  /// Why it is rejected or left out; for other rows a remark, or "".
  public var reason = ""
  /// What the rules have done to it, in order of the fields; empty before a run.
  public var effects: [RuleEffect] = []
}
