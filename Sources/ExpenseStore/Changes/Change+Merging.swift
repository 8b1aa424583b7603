internal import ExpenseModel

extension Change {
  /// Beyond so many rows a merged change says only that everything may have changed.
  private static let maximumMergedRows: Int64 = 65_536

  /// Merges neighbours of one origin, except where a limit stands between them: a revision up to
  /// which someone has heard.
  ///
  /// Every revision stays covered by exactly one range. Where neighbours of different origins
  /// alternate so often that little can be merged, the older half becomes one reset.
  static func merged(_ changes: [Change], limit isLimit: (Int64) -> Bool) -> [Change] {
    var merged: [Change] = []
    for change in changes {
      if let last = merged.last, last.instance == change.instance, last.origin == change.origin,
        !isLimit(last.lastRevision)
      {
        merged[merged.count - 1] = last.followed(by: change)
      } else {
        merged.append(change)
      }
    }
    guard merged.count > Delivery.maximumWaiting / 2 else { return merged }
    let half = merged.count / 2
    var shorter: [Change] = []
    for (index, change) in merged.enumerated() {
      if index < half, let last = shorter.last, !isLimit(last.lastRevision) {
        shorter[shorter.count - 1] = last.asReset(upTo: change)
      } else {
        shorter.append(index < half ? change.asReset(upTo: change) : change)
      }
    }
    return shorter
  }

  /// Changes that follow each other as one; nil for none.
  static func all(_ changes: [Change]) -> Change? {
    guard let first = changes.first, let last = changes.last, changes.count > 1 else {
      return changes.first
    }
    if mustReset(changes) { return first.asReset(upTo: last) }
    return first.joined(changes, last)
  }

  /// This change and the next as one: an expense that was added and then removed is not in it.
  func followed(by next: Change) -> Change {
    if Change.mustReset([self, next]) { return asReset(upTo: next) }
    return joined([self, next], next)
  }

  /// Whether changes are too much to be told row by row.
  private static func mustReset(_ changes: [Change]) -> Bool {
    var rows: Int64 = 0
    for change in changes {
      if change.kind == .reset { return true }
      for item in change.items {
        // A damaged file may say more than there can be: a sum of all could wrap around to few.
        guard 0...maximumMergedRows ~= item.count else { return true }
        rows += item.count
        if rows > maximumMergedRows { return true }
      }
    }
    return false
  }

  private func joined(_ changes: [Change], _ last: Change) -> Change {
    var effect = Effect(kind: .edit, label: "", revision: 0, nextID: 0)
    for item in changes.flatMap(\.items) {
      for id in item.ids { effect.note(item.kind, id, item.fields) }
    }
    var joined = last
    joined.kind = changes.allSatisfy { $0.kind == .settings } ? .settings : .edit
    joined.firstRevision = firstRevision
    joined.target = 0
    joined.items = effect.items
    joined.label = ""
    return joined.withAutomaticLabel
  }

  private func asReset(upTo next: Change) -> Change {
    var reset = next
    reset.kind = .reset
    reset.firstRevision = firstRevision
    reset.target = 0
    reset.items = []
    reset.label = "everything may have changed"
    return reset
  }
}

extension Effect {
  /// Adds what happened to one expense to what happened to it before.
  fileprivate mutating func note(_ kind: Change.Item.Kind, _ id: Int64, _ fields: ExpenseFields) {
    switch kind {
    case .added:
      if removed.contains(id) {
        // An undo brought it back: its values may be others than when it was last seen.
        removed.remove(id)
        updated[id] = RowImage(fields: .all, row: StoredRow())
      } else {
        added.insert(id)
      }
    case .updated:
      if added.contains(id) { return }
      let known = updated[id]?.fields ?? []
      updated[id] = RowImage(fields: known.union(fields), row: StoredRow())
    case .removed:
      if added.contains(id) {
        added.remove(id)
      } else {
        updated[id] = nil
        removed.insert(id)
      }
    }
  }
}
