public import ExpenseModel

/// A section of a view: rows that stand together, with how many they are and what they add up to.
public struct ViewSection: Hashable, Sendable {
  /// The type, category, account or currency, or the period as text, such as "2026-W11".
  public var title: String
  /// The first day of the period; nil for a section that is none.
  public var date: CivilDate?
  /// Where it begins: the position of its section row, or of its first expense where section rows
  /// are not shown.
  public var position: Int
  /// How many expenses it has.
  public var count: Int
  /// Their sum for each currency, in order of its code.
  public var totals: [Total]

  /// Creates a section.
  public init(title: String, date: CivilDate?, position: Int, count: Int, totals: [Total]) {
    self.title = title
    self.date = date
    self.position = position
    self.count = count
    self.totals = totals
  }
}
