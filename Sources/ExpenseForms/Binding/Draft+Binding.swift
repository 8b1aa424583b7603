public import ExpenseModel
internal import Threads
public import ViewState

extension Draft {
  /// A binding to the text of a field.
  ///
  /// It is told of whoever sets the text, of what a save makes of it, and of what the draft takes
  /// over from others: while anyone is subscribed, the draft follows the stored expense by itself.
  ///
  /// - Throws: `argument` for a field without a text.
  public func binding(for field: ExpenseField) throws(ExpenseError) -> Binding<String> {
    try Draft.check(field)
    return Binding(source: DraftField(self, field))
  }

  /// Changes the draft, and queues what that is to those who are subscribed to its texts: the caller
  /// has its announcer tell it, outside every lock and transaction.
  func change<Result>(_ body: (inout DraftState) -> Result) -> Result {
    let (_, _, result) = announcer.change {
      state.withLock { state in
        let before = state
        let result = body(&state)
        return (before, state, result)
      }
    } events: { (before, after, _) in
      guard before.generation != after.generation else { return [] }
      return Draft.fields.fields.map { field in
        Announcer.Event(
          key: Announcer.Key(field.rawValue), name: field.description,
          change: ValueChange(
            from: .success(.text(notation.text(field, before))),
            to: .success(.text(notation.text(field, after)))))
      }
    }
    return result
  }
}

/// What would be lost with a sheet is what the draft has changed.
extension Draft: UnsavedWork {
  public func hasUnsavedChanges() throws(ExpenseError) -> Bool { try status().isChanged }
  public func discardChanges() throws(ExpenseError) { try discard() }
}
