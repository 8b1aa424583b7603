internal import CIExpense
internal import ExpenseModel
internal import ViewState

/// A host's two functions that map a binding.
struct Mapping: Sendable {
  private let context: HostContext
  private let beneath: BindingObject

  init(_ context: HostContext, of beneath: BindingObject) {
    self.context = context
    self.beneath = beneath
  }

  /// The mapped binding.
  func binding(
    to: iex_map_callback?, from: iex_map_callback?
  ) throws(ExpenseError) -> BindingObject {
    guard let to = unsafe to else { throw ExpenseError(.argument, "to is NULL") }
    let toMapped: MappedSource.To = { [to = unsafe HostFunction(to)] (value) throws(ExpenseError) in
      try unsafe run(to.pointer, value, over: .bool(false))
    }
    var fromMapped: MappedSource.From?
    if let from = unsafe from {
      fromMapped = { [from = unsafe HostFunction(from)] (mapped, value) throws(ExpenseError) in
        try unsafe run(from.pointer, mapped, over: value)
      }
    }
    let source = MappedSource(beneath.source, to: toMapped, from: fromMapped)
    return BindingObject(source, lender: beneath.lender)
  }

  private func run(
    _ function: iex_map_callback, _ value: StateValue, over present: StateValue
  ) throws(ExpenseError) -> StateValue {
    let block = unsafe Block([value, present])
    defer { unsafe withExtendedLifetime(block) {} }
    var mapped = unsafe (block.rows + 1).pointee
    var error = iex_error()
    error.field = -1
    let status = unsafe function(context.pointer, block.rows, &mapped, &error)
    guard status == IEX_OK else { throw ExpenseError(mapping: status, error) }
    return try unsafe stateValue(&mapped, "mapped", currency: beneath.currency)
  }
}

extension ExpenseError {
  /// What a mapping's function says of its failure.
  fileprivate init(mapping status: Int32, _ error: iex_error) {
    let text = unsafe withUnsafeBytes(of: error.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(
      Code(rawValue: status) ?? .invalid,
      text.isEmpty ? "the mapping's function returned \(status) and no message" : text,
      field: ExpenseField(rawValue: error.field))
  }
}
