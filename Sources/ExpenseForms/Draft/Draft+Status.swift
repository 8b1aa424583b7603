public import ExpenseModel
internal import ExpenseStore
internal import Threads
internal import ViewState

extension Draft {
  /// How a draft stands.
  public struct Status: Hashable, Sendable {
    /// The expense that it edits; 0 for one that is yet to be added.
    public var id: Int64
    /// Whether ``Draft/save()`` would succeed: no problem, no conflict, and the expense is there.
    public var canSave: Bool
    /// The fields whose texts say something else than what the draft began with.
    public var changed: ExpenseFields
    /// The fields that someone else has changed too, to another value.
    public var conflicts: ExpenseFields
    /// Whether the expense was removed by someone.
    public var isRemoved: Bool

    /// Whether anything would be lost if the draft were forgotten.
    public var isChanged: Bool { !changed.isEmpty }
  }

  /// How the draft stands, with the stored expense as it is now.
  ///
  /// - Throws: what reading the store throws.
  public func status() throws(ExpenseError) -> Status {
    let (state, reading) = try look()
    return Status(
      id: state.id,
      canSave: reading.problems.isEmpty && state.conflicts.isEmpty && !state.isRemoved,
      changed: reading.changed, conflicts: state.conflicts, isRemoved: state.isRemoved)
  }

  /// What keeps the draft from being saved, in the order of the fields' numbers; at most one
  /// problem for each field.
  ///
  /// - Throws: what reading the store throws.
  public func problems() throws(ExpenseError) -> [Problem] { try look().reading.problems }

  /// Follows the stored expense, and gives what the draft is then.
  ///
  /// - Parameter saving: Whether it is the call that saves which asks. To all others the draft is
  ///   meanwhile as that call leaves it: the store may not have committed it yet.
  func look(
    saving: Bool = false
  ) throws(ExpenseError) -> (state: DraftState, reading: Reading) {
    while true {
      let before = state.withLock { $0 }
      let reading = Reading(before, notation)
      guard before.id != 0, saving || !before.isSaving else { return (before, reading) }
      let stored = try Draft.stored(before.id, in: store)
      // Nothing that was typed meanwhile may be taken for what was read.
      let after = change { state -> DraftState? in
        guard state.generation == before.generation else { return nil }
        if let stored { state.follow(stored, reading, notation) } else { state.isRemoved = true }
        return state
      }
      if !saving { announcer.tell() }
      guard let after else { continue }
      return (after, after.generation == before.generation ? reading : Reading(after, notation))
    }
  }

  /// The stored expense with an id; nil when it is not there.
  static func stored(_ id: Int64, in store: Store) throws(ExpenseError) -> Expense? {
    do throws(ExpenseError) {
      return try store.get([id]).first
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Settles conflicts: takes what others have stored, or keeps what the draft says over it.
  ///
  /// What others have stored is what ``status()``, ``problems()`` or ``save()`` has seen last: a
  /// change after that is a conflict again.
  ///
  /// - Parameters:
  ///   - fields: Which conflicts; fields without one stay as they are. Amount and currency are
  ///     settled together.
  ///   - takeTheirs: Whether what others have stored is taken; else what the draft says is kept.
  public func resolve(_ fields: ExpenseFields, takeTheirs: Bool) throws(ExpenseError) {
    guard !fields.hasUnknown else {
      throw ExpenseError(.argument, "the set of fields has bits that are no field")
    }
    change { $0.resolve(fields, takeTheirs: takeTheirs, notation) }
    announcer.tell()
  }

  /// Forgets what was typed: the draft is again what it began with, or the stored expense as it is.
  ///
  /// - Throws: what reading the store throws; then nothing is forgotten.
  public func discard() throws(ExpenseError) {
    let id = state.withLock { $0.id }
    let stored = id == 0 ? nil : try Draft.stored(id, in: store)
    change { state in
      state.discard(stored, notation)
      if id != 0, stored == nil { state.isRemoved = true }
    }
    announcer.tell()
  }
}
