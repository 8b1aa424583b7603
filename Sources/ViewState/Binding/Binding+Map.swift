public import ExpenseModel

extension Binding {
  /// A binding that shows this one's value as something else, both ways.
  ///
  /// Its subscribers are told when what they would read has changed. Of two threads that set parts
  /// of one value at once, the later one may put back the other's part.
  ///
  /// - Parameters:
  ///   - to: Makes the mapped value from this one's.
  ///   - from: Makes this one's value from a mapped one that is set, and from what stands there now,
  ///     which is for mappings that show a part. What it throws is what the set throws.
  public func map<Mapped: StateConvertible>(
    to: @escaping @Sendable (Value) throws(ExpenseError) -> Mapped,
    from: @escaping @Sendable (Mapped, Value) throws(ExpenseError) -> Value
  ) -> Binding<Mapped> {
    Binding<Mapped>(
      source: MappedSource(
        source,
        to: { (value) throws(ExpenseError) in try to(try Binding.typed(value)).stateValue },
        from: { (mapped, value) throws(ExpenseError) in
          try from(try Binding<Mapped>.typed(mapped), try Binding.typed(value)).stateValue
        }))
  }

  /// The same without a way back: setting it throws `readOnly`.
  public func map<Mapped: StateConvertible>(
    to: @escaping @Sendable (Value) throws(ExpenseError) -> Mapped
  ) -> Binding<Mapped> {
    Binding<Mapped>(
      source: MappedSource(
        source,
        to: { (value) throws(ExpenseError) in try to(try Binding.typed(value)).stateValue }))
  }
}

extension Binding<Bool> {
  /// Sets the value to what it is not.
  public func toggle() throws(ExpenseError) { try set(!(try get())) }
}
