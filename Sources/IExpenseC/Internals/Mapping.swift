internal import CIExpense
internal import ExpenseModel
internal import ViewState

/// A host's two functions that map a binding.
struct Mapping: Sendable {
  /// How many mappings may stand over one another, each of which holds those beneath.
  private static let limit = 1000

  private let context: HostContext
  /// Of the binding beneath, which itself is not held: its mappings are in the source.
  private let lender: Lender?

  init(_ context: HostContext, _ lender: Lender?) {
    self.context = context
    self.lender = lender
  }

  /// The mapped binding of one.
  func binding(
    of beneath: BindingObject, to: iex_map_callback?, from: iex_map_callback?
  ) throws(ExpenseError) -> BindingObject {
    guard let to = unsafe to else { throw ExpenseError(.argument, "to is NULL") }
    if let mapped = beneath.source as? MappedSource, mapped.depth >= Mapping.limit {
      throw ExpenseError(
        .argument, "binding stands over \(Mapping.limit) mappings already: there may be no more")
    }
    let toMapped: MappedSource.To = { [to = unsafe HostFunction(to)] (value) throws(ExpenseError) in
      try unsafe run(to.pointer, value, over: .bool(false), of: value)
    }
    var fromMapped: MappedSource.From?
    if let from = unsafe from {
      fromMapped = { [from = unsafe HostFunction(from)] (mapped, value) throws(ExpenseError) in
        try unsafe run(from.pointer, mapped, over: value, of: value)
      }
    }
    let source = MappedSource(beneath.source, to: toMapped, from: fromMapped)
    return BindingObject(source, lender: lender)
  }

  private func run(
    _ function: iex_map_callback, _ value: StateValue, over present: StateValue,
    of beneath: StateValue
  ) throws(ExpenseError) -> StateValue {
    let block = unsafe Block([value, present])
    defer { unsafe withExtendedLifetime(block) {} }
    var mapped = unsafe (block.rows + 1).pointee
    var error = iex_error()
    error.field = -1
    let status = unsafe function(context.pointer, block.rows, &mapped, &error)
    guard status == IEX_OK else { throw ExpenseError(mapping: status, error) }
    return try unsafe stateValue(&mapped, "mapped") { (code) throws(ExpenseError) in
      try find(code, of: beneath, lender)
    }
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
