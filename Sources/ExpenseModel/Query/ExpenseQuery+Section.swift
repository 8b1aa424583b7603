extension ExpenseQuery {
  /// What the rows of a query are divided by, and in which order the sections come.
  public struct Section: Hashable, Sendable {
    /// What sections are made of; the numbers are those of `IEX_SECTION_…`.
    public enum Kind: Int32, Hashable, Sendable, CaseIterable {
      case type = 1
      case category = 2
      case account = 3
      case day = 4
      /// The week of ISO 8601, which begins on a Monday.
      case week = 5
      case month = 6
      case quarter = 7
      case year = 8
      case currency = 9
    }

    /// What a section has in common.
    public var kind: Kind
    /// Whether the last section comes first.
    public var descending: Bool
    /// Of categories, how many names of the path count, 1 to 16; 0 for all of them.
    public var level: Int

    /// Creates a division into sections.
    public init(_ kind: Kind, descending: Bool = false, level: Int = 0) {
      self.kind = kind
      self.descending = descending
      self.level = level
    }
  }
}
