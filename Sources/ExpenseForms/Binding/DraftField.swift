internal import ExpenseModel
internal import ExpenseStore
internal import Threads
internal import ViewState

/// The text of a field of a draft.
final class DraftField: BindingSource {
  private let draft: Draft
  private let field: ExpenseField

  init(_ draft: Draft, _ field: ExpenseField) {
    self.draft = draft
    self.field = field
  }

  func get() throws(ExpenseError) -> StateValue { .text(try draft.text(of: field)) }

  func set(_ value: StateValue) throws(ExpenseError) {
    try draft.setText(try value.text(field), of: field)
  }

  func observe(
    _ callback: @escaping @Sendable (ValueChange) -> Void
  ) throws(ExpenseError) -> any Cancellable {
    let following = try draft.store.subscribe { [weak draft] change in
      guard let draft, change.mayTouch(draft.state.withLock { $0.id }) else { return }
      // What it takes over is told when this callback has returned.
      _ = try? draft.status()
    }
    return Observation(
      draft.announcer.observe(Announcer.Key(field.rawValue)) { callback($0.change) }, following)
  }

  /// An observer of the draft, and what keeps the draft looking at its expense.
  private final class Observation: Cancellable {
    private let observer: any Cancellable
    private let following: Subscription

    init(_ observer: any Cancellable, _ following: Subscription) {
      self.observer = observer
      self.following = following
    }

    func cancel() {
      following.cancel()
      observer.cancel()
    }
  }
}

extension Change {
  /// Whether an expense may be another one after the change.
  func mayTouch(_ id: Int64) -> Bool {
    kind == .reset || items.contains { $0.ids.contains(id) }
  }
}

extension StateValue {
  /// The text of a value that is to be one.
  func text(_ field: ExpenseField) throws(ExpenseError) -> String {
    guard case .text(let text) = self else {
      throw ExpenseError(
        .argument, "\(field) is a text, and the value of kind \(kind)", field: field)
    }
    return text
  }
}
