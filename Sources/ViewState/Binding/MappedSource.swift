public import ExpenseModel

/// A value that is another one in another form.
public final class MappedSource: BindingSource {
  /// Makes the mapped value from the one beneath.
  public typealias To = @Sendable (StateValue) throws(ExpenseError) -> StateValue
  /// Makes the value beneath from a mapped one, and from what stands there now.
  public typealias From =
    @Sendable (_ mapped: StateValue, _ value: StateValue) throws(ExpenseError) -> StateValue

  private let source: any BindingSource
  private let to: To
  private let from: From?

  /// Maps a source; without a way back it can't be set.
  public init(_ source: any BindingSource, to: @escaping To, from: From? = nil) {
    self.source = source
    self.to = to
    self.from = from
  }

  public func get() throws(ExpenseError) -> StateValue { try to(try source.get()) }

  public func set(_ value: StateValue) throws(ExpenseError) {
    guard let from else {
      throw ExpenseError(.readOnly, "the mapped binding has no way back: it can't be set")
    }
    try source.set(try from(value, try source.get()))
  }

  public func observe(
    _ callback: @escaping @Sendable (ValueChange) -> Void
  ) throws(ExpenseError) -> any Cancellable {
    try source.observe { [to] change in
      let mapped = ValueChange(
        from: change.old.map { MappedSource.map($0, to) }, to: MappedSource.map(change.new, to))
      if !mapped.isNone { callback(mapped) }
    }
  }

  public func ask(
    _ check: @escaping @Sendable (StateValue) throws(ExpenseError) -> Void
  ) -> (any Cancellable)? {
    source.ask { [to] (value) throws(ExpenseError) in
      // A value that can't be mapped is refused by nobody: that is told as no value.
      if let mapped = try? to(value) { try check(mapped) }
    }
  }

  private static func map(_ outcome: ValueChange.Outcome, _ to: To) -> ValueChange.Outcome {
    outcome.flatMap { value in Result { () throws(ExpenseError) in try to(value) } }
  }
}
