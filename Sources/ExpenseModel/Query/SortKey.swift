/// A field to sort by, and the direction.
///
/// Texts sort by their form in ``TextFold``, equal ones by their bytes, "" first; categories name by
/// name. Amounts sort by their value as a decimal number, whatever the digits of the currency (9.99
/// EUR, 10 JPY, 10.001 KWD), equal ones by the currency's code. What has no conversion or no source
/// comes first.
public struct SortKey: Hashable, Sendable {
  /// What can be sorted by; the numbers are those of `IEX_SORT_…`.
  public enum Field: Int32, Hashable, Sendable, CaseIterable {
    case name = 1
    case type = 2
    case category = 3
    case amount = 4
    case currency = 5
    /// The conversion's currency, then its amount.
    case conversion = 6
    case date = 7
    case account = 8
    case note = 9
    /// Tag by tag.
    case tags = 10
    /// In the order of the states: none, open, submitted, paid.
    case reimbursement = 11
    /// The number of the import, then the line.
    case source = 12
    case extra = 13
    case uuid = 14
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
