public import ExpenseStore

/// What a run of the rules did, or would do.
public struct RuleRun: Hashable, Sendable {
  /// In order of the rows, of each in order of its fields; empty where they were not asked for.
  public var effects: [RuleEffect]
  /// How many rows have another value, or are left out or kept; those refused do not count.
  public var rows: Int64
  /// The change of a store: its revision, 0 where nothing was stored, and its label.
  public var step: UndoStep

  /// What reads as a line, such as "applied rules: 12 expenses".
  static func label(_ rows: Int64, _ one: String) -> String {
    "applied rules: \(rows) \(one)\(rows == 1 ? "" : "s")"
  }
}
