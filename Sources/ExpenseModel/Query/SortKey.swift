/// A field to sort by, and the direction.
public struct SortKey: Hashable, Sendable {
  /// What can be sorted by; the numbers are those of `IEX_SORT_…`.
  public enum Field: Int32, Hashable, Sendable, CaseIterable {
    case name = 1
    case type = 2
    case category = 3
    case amount = 4
    case currency = 5
    case date = 7
    case account = 8
    /// The order of adding.
    case id = 32
  }

  /// What to sort by.
  public var field: Field
  /// Whether the largest comes first.
  public var descending: Bool

  /// Creates a key.
  public init(_ field: Field, descending: Bool = false) {
    self.field = field
    self.descending = descending
  }
}
