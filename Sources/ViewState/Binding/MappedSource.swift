public import ExpenseModel

/// A value that is another one in another form.
public final class MappedSource: BindingSource {
  /// Makes the mapped value from the one beneath.
  public typealias To = @Sendable (StateValue) throws(ExpenseError) -> StateValue
  /// Makes the value beneath from a mapped one, and from what stands there now.
  public typealias From =
    @Sendable (_ mapped: StateValue, _ value: StateValue) throws(ExpenseError) -> StateValue

  /// One mapping over another.
  private struct Step {
    let to: To
    let from: From?
  }

  /// What is beneath all mappings.
  private let source: any BindingSource
  /// The mappings over it, the lowest first: a list, since a chain of sources would be as deep on
  /// the stack as it is long.
  private let steps: [Step]

  /// How many mappings stand over one another here.
  public var depth: Int { steps.count }

  /// Maps a source; without a way back it can't be set.
  public init(_ source: any BindingSource, to: @escaping To, from: From? = nil) {
    let beneath = source as? MappedSource
    self.source = beneath?.source ?? source
    steps = (beneath?.steps ?? []) + [Step(to: to, from: from)]
  }

  public func get() throws(ExpenseError) -> StateValue {
    try MappedSource.map(try source.get(), steps)
  }

  public func set(_ value: StateValue) throws(ExpenseError) {
    let ways = steps.compactMap { $0.from }
    guard ways.count == steps.count else {
      throw ExpenseError(.readOnly, "the mapped binding has no way back: it can't be set")
    }
    var present = try source.get()
    var beneath = [present]
    for step in steps.dropLast() {
      present = try step.to(present)
      beneath.append(present)
    }
    var value = value
    for (from, present) in zip(ways, beneath).reversed() { value = try from(value, present) }
    try source.set(value)
  }

  public func observe(
    _ callback: @escaping @Sendable (ValueChange) -> Void
  ) throws(ExpenseError) -> any Cancellable {
    try source.observe { [steps] change in
      let mapped = ValueChange(
        from: change.old.map { MappedSource.map($0, steps) },
        to: MappedSource.map(change.new, steps))
      if !mapped.isNone { callback(mapped) }
    }
  }

  public func ask(
    _ check: @escaping @Sendable (StateValue) throws(ExpenseError) -> Void
  ) -> (any Cancellable)? {
    source.ask { [steps] (value) throws(ExpenseError) in
      // A value that can't be mapped is refused by nobody: that is told as no value.
      if let mapped = try? MappedSource.map(value, steps) { try check(mapped) }
    }
  }

  private static func map(
    _ value: StateValue, _ steps: [Step]
  ) throws(ExpenseError) -> StateValue {
    var value = value
    for step in steps { value = try step.to(value) }
    return value
  }

  private static func map(_ outcome: ValueChange.Outcome, _ steps: [Step]) -> ValueChange.Outcome {
    outcome.flatMap { value in Result { () throws(ExpenseError) in try map(value, steps) } }
  }
}
