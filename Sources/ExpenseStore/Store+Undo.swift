public import ExpenseModel

/// Whose changes undo and redo take.
public struct UndoScope: Hashable, Sendable {
  /// The latest change of anyone; else of this store's origin.
  public var any = false
  /// When a change conflicts with later ones, take the one before it.
  public var skip = false

  public init(any: Bool = false, skip: Bool = false) {
    self.any = any
    self.skip = skip
  }
}

/// What an undo or redo did.
public struct UndoStep: Hashable, Sendable {
  /// The new revision.
  public var revision: Int64
  /// The revision that was undone or done again.
  public var target: Int64
  /// Its label.
  public var label: String

  public init(revision: Int64, target: Int64, label: String) {
    self.revision = revision
    self.target = target
    self.label = label
  }
}

extension Store {
  /// Undoes the latest change that stands; nil when there is none.
  ///
  /// It is itself a commit, announced as a change of kind `undo`, and survives reopening.
  ///
  /// - Throws: `conflict` when later changes touched the same fields of the same expenses, naming
  ///   them; `transaction` inside a transaction.
  public func undo(_ scope: UndoScope = UndoScope()) throws(ExpenseError) -> UndoStep? {
    try step(.undo) { (writer) throws(ExpenseError) in
      try takeFirst(of: try UndoSearch(writer).undoable(scope), skip: scope.skip, writer)
    }
  }

  /// Does again what was undone last, unless its origin has made another change since; nil when
  /// there is nothing.
  ///
  /// - Throws: as `undo`.
  public func redo(_ scope: UndoScope = UndoScope()) throws(ExpenseError) -> UndoStep? {
    try step(.redo) { (writer) throws(ExpenseError) in
      try takeFirst(of: try UndoSearch(writer).redoable(scope), skip: scope.skip, writer)
    }
  }

  /// Undoes one past change, whoever made it.
  ///
  /// - Throws: `notFound` when there is no such change or it does not stand; `conflict` as `undo`.
  public func undo(revision: Int64) throws(ExpenseError) -> UndoStep {
    let step = try step(.undo) { (writer) throws(ExpenseError) -> UndoStep? in
      guard let entry = try Journal.entry(revision, writer.connection, writer.names),
        entry.stands
      else {
        throw ExpenseError(
          .notFound, "revision \(revision): is no change that stands and can be undone")
      }
      return try takeFirst(of: [entry], skip: false, writer)
    }
    guard let step else { throw ExpenseError(.notFound, "revision \(revision): changed nothing") }
    return step
  }

  private func step(
    _ kind: Change.Kind, _ body: (Writer) throws(ExpenseError) -> UndoStep?
  ) throws(ExpenseError) -> UndoStep? {
    if gate.isInOwnTransaction {
      throw ExpenseError(.transaction, "undo and redo: not inside a transaction; commit it first")
    }
    return try write(kind: kind, body)
  }

  private func takeFirst(
    of entries: [Journal.Entry], skip: Bool, _ writer: Writer
  ) throws(ExpenseError) -> UndoStep? {
    for entry in entries {
      let inverse = Inverse(entry, writer)
      if let conflict = try inverse.conflict() {
        if skip { continue }
        throw conflict
      }
      return try inverse.apply()
    }
    return nil
  }
}
