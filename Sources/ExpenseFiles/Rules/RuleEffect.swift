public import ExpenseModel

/// What one rule does to one field of one row.
public struct RuleEffect: Hashable, Sendable {
  /// What it does; the numbers are those of `IEX_EFFECT_…`.
  public enum Kind: Int32, Hashable, Sendable, CaseIterable {
    /// The field has another value.
    case set = 0
    /// The row of a file is not stored.
    case leftOut = 1
    /// The row of a file is stored, which its profile leaves out.
    case kept = 2
    /// The field stays what it is: ``RuleEffect/problem`` says why.
    case refused = 3
  }

  public var kind: Kind
  /// The row of a file, from 0; -1 for an expense of a store.
  public var row: Int64
  /// The expense; 0 for a row of a file.
  public var id: Int64
  /// Nil where it is about the whole row.
  public var field: ExpenseField?
  /// The name of the rule.
  public var rule: String
  /// The value before, as ``new``.
  public var old: String
  /// The value as text; tags stand as in a draft, with commas between them.
  public var new: String
  /// Why it was refused, else "".
  public var problem: String
}
