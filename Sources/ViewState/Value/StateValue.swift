public import ExpenseModel

/// A value of the state model: what a state, a field and a binding hold.
public enum StateValue: Sendable {
  case bool(Bool)
  case integer(Int64)
  case text(String)
  case amount(Money)
  case date(CivilDate)

  /// What a value is. A state keeps the kind that it began with.
  public enum Kind: Int32, Hashable, Sendable {
    case bool = 0
    case integer = 1
    case text = 2
    case amount = 3
    case date = 4
  }

  /// What this value is.
  public var kind: Kind {
    switch self {
    case .bool: .bool
    case .integer: .integer
    case .text: .text
    case .amount: .amount
    case .date: .date
    }
  }
}

extension StateValue: Equatable {
  /// Texts are equal when their bytes are.
  public static func == (one: StateValue, other: StateValue) -> Bool {
    switch (one, other) {
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.amount(let a), .amount(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    default: false
    }
  }
}

extension StateValue.Kind: CustomStringConvertible {
  /// The word for it in messages.
  public var description: String {
    switch self {
    case .bool: "bool"
    case .integer: "integer"
    case .text: "text"
    case .amount: "amount"
    case .date: "date"
    }
  }
}

extension StateValue {
  /// Throws unless this is a value of a kind.
  func require(_ kind: Kind) throws(ExpenseError) {
    guard self.kind == kind else {
      throw ExpenseError(.argument, "the value is of kind \(self.kind), and the binding's \(kind)")
    }
  }
}
