internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore
internal import ViewState

/// Reads a value as C gives it.
///
/// - Parameter currency: Finds the currency of a code; "" is one that was not given.
func stateValue(
  _ pointer: UnsafePointer<iex_value>?, _ name: StaticString,
  currency: (String) throws(ExpenseError) -> Currency = isoCurrency
) throws(ExpenseError) -> StateValue {
  let value = try unsafe iex_value.read(required: pointer, name)
  let (kind, integer) = unsafe (value.kind, value.integer)
  switch StateValue.Kind(rawValue: kind) {
  case .bool:
    guard integer == 0 || integer == 1 else {
      throw ExpenseError(.argument, "\(name) is a bool, and \(integer) neither 0 nor 1")
    }
    return .bool(integer == 1)
  case .integer: return .integer(integer)
  case .text: return .text(try unsafe optionalText(value.text, "text"))
  case .amount:
    let code = try unsafe optionalText(value.currency, "currency", field: .currency)
    return .amount(Money(minor: integer, currency: try currency(code)))
  case .date:
    // -1 is no date: what is too large for the number becomes that.
    let number = Int32(exactly: integer) ?? -1
    return .date(number == 0 ? .today() : try civilDate(number, name, field: nil))
  case nil: throw ExpenseError(.argument, "\(name): kind is \(kind), no IEX_VALUE_…")
  }
}

/// The ISO 4217 currency of a code.
func isoCurrency(_ code: String) throws(ExpenseError) -> Currency {
  if let currency = Currency.iso(code) { return currency }
  throw ExpenseError(
    .currency, "the currency is \(quoted(code)), which ISO 4217 does not have", field: .currency)
}

extension iex_value {
  /// Lays out a value for C.
  init(_ value: StateValue, _ writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(truncatingIfNeeded: iex_value.size)
    unsafe kind = value.kind.rawValue
    switch value {
    case .bool(let value): unsafe integer = value ? 1 : 0
    case .integer(let value): unsafe integer = value
    case .text(let value): unsafe text = unsafe writer.write(value)
    case .amount(let value):
      unsafe integer = value.minor
      unsafe currency = unsafe writer.write(value.currency.code)
    case .date(let value): unsafe integer = Int64(value.yyyymmdd)
    }
  }
}

extension Block where Row == iex_value {
  /// Lays out values for C.
  convenience init(_ values: [StateValue]) {
    unsafe self.init(count: values.count) { index, writer in
      unsafe iex_value(values[index], &writer)
    }
  }
}
