/// A set of fields of an expense: bit n stands for the field with number n.
@frozen
public struct ExpenseFields: OptionSet, Hashable, Sendable {
  /// The bits, as `IEX_BIT(IEX_FIELD_…)` makes them.
  public let rawValue: UInt64

  /// Creates a set from bits; bits of no field are kept, so that a caller can refuse them.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates the set of one field.
  @inlinable
  public init(_ field: ExpenseField) { rawValue = 1 &<< UInt64(field.rawValue) }

  /// The payee or what it was.
  @inlinable public static var name: ExpenseFields { ExpenseFields(.name) }
  /// The type.
  @inlinable public static var type: ExpenseFields { ExpenseFields(.type) }
  /// The category.
  @inlinable public static var category: ExpenseFields { ExpenseFields(.category) }
  /// The amount.
  @inlinable public static var amount: ExpenseFields { ExpenseFields(.amount) }
  /// The currency.
  @inlinable public static var currency: ExpenseFields { ExpenseFields(.currency) }
  /// The recorded conversion.
  @inlinable public static var conversion: ExpenseFields { ExpenseFields(.conversion) }
  /// The date.
  @inlinable public static var date: ExpenseFields { ExpenseFields(.date) }
  /// What it was paid from.
  @inlinable public static var account: ExpenseFields { ExpenseFields(.account) }
  /// The note.
  @inlinable public static var note: ExpenseFields { ExpenseFields(.note) }
  /// The tags.
  @inlinable public static var tags: ExpenseFields { ExpenseFields(.tags) }
  /// How far it was paid back.
  @inlinable public static var reimbursement: ExpenseFields { ExpenseFields(.reimbursement) }
  /// Where an imported expense came from.
  @inlinable public static var source: ExpenseFields { ExpenseFields(.source) }
  /// The unknown fields of an imported file.
  @inlinable public static var extra: ExpenseFields { ExpenseFields(.extra) }
  /// The identity across stores.
  @inlinable public static var uuid: ExpenseFields { ExpenseFields(.uuid) }

  /// Every field.
  @inlinable
  public static var all: ExpenseFields { ExpenseFields(rawValue: 0x3FFF) }

  /// Whether the field is in the set.
  @inlinable
  public func contains(_ field: ExpenseField) -> Bool {
    rawValue & (1 &<< UInt64(field.rawValue)) != 0
  }

  /// Whether a bit is set that stands for no field.
  @inlinable
  public var hasUnknown: Bool { !isSubset(of: .all) }

  /// The fields of the set, in the order of their numbers.
  public var fields: [ExpenseField] { ExpenseField.allCases.filter(contains) }
}

extension ExpenseFields: CustomStringConvertible {
  /// The fields' names, joined by ", ".
  public var description: String { fields.map(\.description).joined(separator: ", ") }
}
