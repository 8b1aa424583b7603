public import ExpenseModel
internal import Threads

/// A screen over another one, presented while its binding is true, whoever set it.
///
/// It may carry a value, and work that would be lost: while that has unsaved changes the sheet can't
/// be dismissed, neither by ``dismiss(discarding:)`` nor by setting the binding, or any other one of
/// the same state or field, to false. Both then throw `unsaved`, and it stays presented.
public final class Sheet: Sendable {
  private let binding: Binding<Bool>
  private let work: (any UnsavedWork)?
  private let carried = Guarded<StateValue?>(nil)
  private let subscription: any Cancellable
  private let question: (any Cancellable)?

  /// Creates a sheet.
  ///
  /// - Parameters:
  ///   - isPresented: Whether it is presented. Of a binding that leads neither to a state nor to a
  ///     published field, only ``dismiss(discarding:)`` asks for unsaved changes.
  ///   - work: What is edited in it.
  ///   - onDismiss: Called after each dismissal, once. It must not hold the sheet.
  public init(
    isPresented: Binding<Bool>, work: (any UnsavedWork)? = nil,
    onDismiss: @escaping @Sendable () -> Void = {}
  ) throws(ExpenseError) {
    _ = try isPresented.get()
    binding = isPresented
    self.work = work
    subscription = try isPresented.source.observe { [carried] change in
      guard Sheet.isTrue(change.old), !Sheet.isTrue(change.new) else { return }
      // It may be presented again already, with what it carries then.
      if (try? isPresented.get()) != true { carried.withLock { $0 = nil } }
      onDismiss()
    }
    question = work.flatMap { work in
      isPresented.source.ask { (value) throws(ExpenseError) in
        if value == .bool(false) { try Sheet.requireSaved(work) }
      }
    }
  }

  deinit { close() }

  /// Whether it is presented.
  public var isPresented: Bool {
    get throws(ExpenseError) { try binding.get() }
  }

  /// What it was presented with; nil while it is not presented.
  public var value: StateValue? {
    get throws(ExpenseError) { try isPresented ? carried.withLock { $0 } : nil }
  }

  /// Whether dismissing would throw `unsaved`.
  public var isUnsaved: Bool {
    get throws(ExpenseError) { try work.map(Sheet.isUnsaved) ?? false }
  }

  /// Presents it with a value, by setting the binding; one that is presented gets the new value.
  public func present(_ value: StateValue? = nil) throws(ExpenseError) {
    let before = carried.withLock { carried in
      defer { carried = value }
      return carried
    }
    do throws(ExpenseError) {
      try binding.set(true)
    } catch {
      carried.withLock { $0 = before }
      throw error
    }
  }

  /// Dismisses it, by setting the binding; one that is not presented stays so.
  ///
  /// - Parameter discarding: Whether to forget unsaved changes.
  /// - Throws: `unsaved` when there are some, and they are not to be forgotten; what looking at
  ///   them and setting the binding throw.
  public func dismiss(discarding: Bool = false) throws(ExpenseError) {
    guard try binding.get() else { return }
    if let work {
      if discarding {
        if try Sheet.isUnsaved(work) { try work.discardChanges() }
      } else {
        try Sheet.requireSaved(work)
      }
    }
    try binding.set(false)
  }

  /// Ends it: the binding stays as it is, and nothing is told any more.
  public func close() {
    question?.cancel()
    subscription.cancel()
  }

  private static func isTrue(_ outcome: ValueChange.Outcome?) -> Bool {
    guard case .success(.bool(true)) = outcome else { return false }
    return true
  }

  private static func requireSaved(_ work: any UnsavedWork) throws(ExpenseError) {
    guard try isUnsaved(work) else { return }
    throw ExpenseError(
      .unsaved, "the sheet's draft has unsaved changes: save or discard them, or dismiss discarding"
    )
  }

  /// Where the store of the work is closed, nothing can be saved any more.
  private static func isUnsaved(_ work: any UnsavedWork) throws(ExpenseError) -> Bool {
    do throws(ExpenseError) {
      return try work.hasUnsavedChanges()
    } catch {
      if error.code == .handle { return false }
      throw error
    }
  }
}
