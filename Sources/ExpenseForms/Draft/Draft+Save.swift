public import ExpenseModel
internal import ExpenseStore
internal import Threads
internal import ViewState

extension Draft {
  /// Adds the expense, or writes the fields that the draft has changed over the stored ones.
  ///
  /// One change with a label such as "added Lunch" or "changed amount, note of Lunch", and one undo;
  /// inside this thread's transaction a part of that. Without a change nothing is stored. From then
  /// on the draft is one of the stored expense, so that saving it again updates it.
  ///
  /// - Returns: The id of the expense.
  /// - Throws: the first of the problems, with its field; `conflict` with the first field in
  ///   conflict; `notFound` when the expense was removed; `busy` while another call saves this
  ///   draft; what adding and updating throw. Then nothing is stored, and the draft stays as it is.
  @discardableResult
  public func save() throws(ExpenseError) -> Int64 {
    let mayBegin = state.withLock { state in
      defer { state.isSaving = true }
      return !state.isSaving
    }
    guard mayBegin else { throw ExpenseError(.busy, "another call is saving this draft") }
    defer {
      state.withLock { $0.isSaving = false }
      announcer.tell()
    }
    // What is wrong is told without waiting for other writers.
    let (state, reading) = try look(saving: true)
    try Draft.check(state, reading)
    if state.id != 0, reading.changed.isEmpty { return state.id }
    var before: DraftState?
    do throws(ExpenseError) {
      return try store.transaction(Draft.label(state, reading)) { () throws(ExpenseError) in
        // Looked at again: nobody else can write any more.
        let (state, reading) = try look(saving: true)
        try Draft.check(state, reading)
        let id = try write(state, reading)
        guard let saved = try store.get([id]).first else { throw Draft.missing(id) }
        // Before the commit, because subscribers that it tells may look at the draft.
        change { $0.saved(saved, from: state, notation) }
        before = state
        return id
      }
    } catch {
      if let before { change { $0.unsaved(to: before) } }
      throw error
    }
  }

  private static func check(_ state: DraftState, _ reading: Reading) throws(ExpenseError) {
    if state.isRemoved { throw missing(state.id) }
    if let field = state.conflicts.fields.first {
      throw ExpenseError(
        .conflict,
        """
        expense \(state.id) was changed by someone else too, in \(state.conflicts): take theirs, \
        or keep your own
        """, field: field)
    }
    if let problem = reading.problems.first { throw problem.error }
  }

  private func write(_ state: DraftState, _ reading: Reading) throws(ExpenseError) -> Int64 {
    var expense = reading.expense
    guard state.id != 0 else { return try store.add(expense) }
    expense.id = state.id
    try store.update(expense, fields: reading.changed)
    return state.id
  }

  /// The title of the change.
  private static func label(_ state: DraftState, _ reading: Reading) -> String {
    var label =
      state.id == 0 ? "added " : "changed \(reading.changed) of "
    // A label has at most 255 bytes, and a name more; no field's name is long.
    for character in reading.expense.name {
      guard label.utf8.count + character.utf8.count <= 250 else { return label + "…" }
      label.append(character)
    }
    return label
  }
}
