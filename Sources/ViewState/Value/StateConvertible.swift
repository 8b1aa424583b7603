public import ExpenseModel

/// A type whose values a state can hold: `Bool`, `Int64`, `String`, `Money` and `CivilDate`, and
/// ``StateValue``, which is any of them.
public protocol StateConvertible: Sendable {
  /// Takes the value out of a ``StateValue``; nil for one of another kind.
  init?(_ value: StateValue)

  /// The value as a ``StateValue``.
  var stateValue: StateValue { get }
}

extension StateValue: StateConvertible {
  public init(_ value: StateValue) { self = value }
  public var stateValue: StateValue { self }
}

extension Bool: StateConvertible {
  public init?(_ value: StateValue) {
    guard case .bool(let value) = value else { return nil }
    self = value
  }

  public var stateValue: StateValue { .bool(self) }
}

extension Int64: StateConvertible {
  public init?(_ value: StateValue) {
    guard case .integer(let value) = value else { return nil }
    self = value
  }

  public var stateValue: StateValue { .integer(self) }
}

extension String: StateConvertible {
  public init?(_ value: StateValue) {
    guard case .text(let value) = value else { return nil }
    self = value
  }

  public var stateValue: StateValue { .text(self) }
}

extension Money: StateConvertible {
  public init?(_ value: StateValue) {
    guard case .amount(let value) = value else { return nil }
    self = value
  }

  public var stateValue: StateValue { .amount(self) }
}

extension CivilDate: StateConvertible {
  public init?(_ value: StateValue) {
    guard case .date(let value) = value else { return nil }
    self = value
  }

  public var stateValue: StateValue { .date(self) }
}
