internal import ExpenseModel
internal import ExpenseStore

/// Finds out which rows of a file a store has already.
struct Matching {
  let index: RowIndex
  let ids: [UUID128: Int]
  let identity: RowIdentity

  /// Compares all rows anew with the store as it is.
  func run(_ store: Store, _ entries: inout [RowEntry]) throws(ExpenseError) {
    guard entries.contains(where: { $0.identity != 0 }) else {
      return
    }
    forget(&entries)
    switch identity {
    case .fingerprint:
      try store.forEachFingerprint { (id, fingerprint) in
        guard let row = index.find(fingerprint, in: entries) else { return }
        mark(row, id, &entries)
      }
      if !ids.isEmpty {
        try store.forEachUUID { (_, uuid) in
          guard let row = ids[uuid], entries[row].found == .fresh else { return }
          entries[row].isIDTaken = true
        }
      }
    case .uuid:
      // A store may hold an id twice; then so may its file.
      var seen: [UInt64: UInt64] = [:]
      try store.forEachUUID { (id, uuid) in
        let fingerprint = Fingerprint(uuid)
        let first = fingerprint.finished(occurrence: 1)
        guard let row = index.find(first, in: entries) else { return }
        if entries[row].found == .fresh { return mark(row, id, &entries) }
        let occurrence = seen[first, default: 1] + 1
        seen[first] = occurrence
        let next = fingerprint.finished(occurrence: occurrence)
        if let row = index.find(next, in: entries) { mark(row, id, &entries) }
      }
    }
  }

  private func mark(_ row: Int, _ id: Int64, _ entries: inout [RowEntry]) {
    guard entries[row].found == .fresh else { return }
    entries[row].found = .duplicate
    entries[row].duplicateOf = id
  }

  /// Takes back what an earlier comparison found.
  private func forget(_ entries: inout [RowEntry]) {
    for row in entries.indices where entries[row].found != entries[row].first {
      entries[row].found = entries[row].first
      entries[row].suspicion = .none
      entries[row].duplicateOf = 0
    }
    for row in ids.values { entries[row].isIDTaken = false }
  }
}
