public import ExpenseModel

/// How a view differs from what it was: what a change of the store did to its rows.
///
/// To bring a list up to date: take out what ``items`` says is removed and what is moved, at their
/// old positions; then put in what is inserted and what is moved, at their new positions in
/// ascending order; then read again what is updated.
public struct ViewChange: Hashable, Sendable {
  /// The change of the store that made it.
  public var change: Change
  /// How many rows the view had, section rows included where it shows them.
  public var oldCount: Int
  /// How many rows it has now.
  public var newCount: Int
  /// Whether everything is to be read again: then there are no items and no sections.
  public var isReset: Bool
  /// What happened to rows: first those removed, in order of their old position; then all others,
  /// in order of their new one.
  public var items: [Item]
  /// What happened to sections, with or without section rows; in the same order.
  public var sections: [SectionChange]

  /// Creates a difference.
  public init(
    change: Change, oldCount: Int, newCount: Int, isReset: Bool = false, items: [Item] = [],
    sections: [SectionChange] = []
  ) {
    self.change = change
    self.oldCount = oldCount
    self.newCount = newCount
    self.isReset = isReset
    self.items = items
    self.sections = sections
  }
}

extension ViewChange {
  /// What happened to one row.
  public struct Item: Hashable, Sendable {
    /// What can happen to a row; the numbers are those of `IEX_VIEW_…`.
    public enum Kind: Int32, Hashable, Sendable, CaseIterable {
      case removed = 0
      case inserted = 1
      /// It has another place among the rows that stayed; ``Item/fields`` says what else changed.
      case moved = 2
      /// It stayed where it was among the others and has other values.
      case updated = 3
    }

    /// What happened.
    public var kind: Kind
    /// Where it was; -1 for an inserted one.
    public var oldPosition: Int
    /// Where it is; -1 for a removed one.
    public var newPosition: Int
    /// The expense; 0 for a section row.
    public var id: Int64
    /// The fields that an update gave another value, also where the row came or went by it; empty for
    /// a section row.
    public var fields: ExpenseFields

    /// Creates an item.
    public init(
      kind: Kind, oldPosition: Int, newPosition: Int, id: Int64, fields: ExpenseFields = []
    ) {
      self.kind = kind
      self.oldPosition = oldPosition
      self.newPosition = newPosition
      self.id = id
      self.fields = fields
    }
  }

  /// What happened to one section.
  public struct SectionChange: Hashable, Sendable {
    /// What can happen to a section; the numbers are those of `IEX_VIEW_…`.
    public enum Kind: Int32, Hashable, Sendable, CaseIterable {
      case removed = 0
      case added = 1
      /// It has another count or other totals.
      case updated = 3
    }

    /// What happened.
    public var kind: Kind
    /// As in ``ViewSection/title``.
    public var title: String
    /// As in ``ViewSection/date``.
    public var date: CivilDate?
    /// Where it was among the sections; -1 for one that is new.
    public var oldPosition: Int
    /// Where it is among the sections; -1 for one that is gone.
    public var newPosition: Int
    public var oldCount: Int
    public var newCount: Int
    public var oldTotals: [Total]
    public var newTotals: [Total]

    /// Creates what happened to a section.
    public init(
      kind: Kind, title: String, date: CivilDate?, oldPosition: Int, newPosition: Int,
      oldCount: Int, newCount: Int, oldTotals: [Total], newTotals: [Total]
    ) {
      self.kind = kind
      self.title = title
      self.date = date
      self.oldPosition = oldPosition
      self.newPosition = newPosition
      self.oldCount = oldCount
      self.newCount = newCount
      self.oldTotals = oldTotals
      self.newTotals = newTotals
    }
  }
}
