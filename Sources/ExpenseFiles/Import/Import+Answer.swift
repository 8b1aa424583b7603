public import ExpenseModel
internal import ExpenseStore
internal import Threads

extension Import {
  /// Answers open questions: reads the file again with more that is given.
  ///
  /// What was set and edited of rows is forgotten. After a failure everything is as before.
  ///
  /// - Parameter profile: A JSON object as a profile is; its keys, and those of its `columns`, go
  ///   over what was given before.
  /// - Throws: `argument` for a wrong profile, `transaction` when it is committed, `handle` when it
  ///   is closed; what opening throws.
  public func answer(_ profile: String) throws(ExpenseError) {
    let before = try state.withLock { (state) throws(ExpenseError) in
      try Import.checkOpen(state)
      return state
    }
    // No lock is held here: the caller hears of the progress, and it may take long.
    let choice = try ProfileChoice(answering: profile, before.choice, store)
    var new = try Import.read(
      store, before.file, options, choice.given,
      layout: choice.given.keepingLayout(of: before.profile, since: before.given),
      proposesColumns: before.proposesColumns)
    new.take(choice)
    try state.withLock { (state) throws(ExpenseError) in
      try Import.checkOpen(state)
      state = new
    }
  }

  /// All that is given and certain of how the file is read, as a JSON object that may be saved as a
  /// profile.
  ///
  /// It has the header by which the file is recognised, and nothing that the file leaves open or
  /// that makes no difference in it.
  public var profile: String { state.withLock { $0.profile.json } }

  /// Makes sure that the import can still be changed.
  static func checkOpen(_ state: State) throws(ExpenseError) {
    switch state.phase {
    case .open: break
    case .committing: throw ExpenseError(.transaction, "the import is being committed")
    case .committed: throw ExpenseError(.transaction, "the import is committed already")
    case .closed: throw closedError
    }
  }
}
