internal import ExpenseModel
internal import ExpenseStore

/// Finds the rows of files that both stores have imported, each for itself: the same row under two
/// UUIDs. The other store is one that is merged, or one whose export is read.
///
/// Its fingerprint is the same in both. An expense that is another row by its UUID is none of them.
struct SameRows {
  private let reader: any RowReader

  init(_ reader: any RowReader) { self.reader = reader }

  /// Tells which new rows are duplicates after all, and, where stores are merged, which were removed
  /// from this one; an export may be read just to bring those back.
  func find(in store: Store, _ entries: inout [RowEntry]) throws(ExpenseError) {
    var cursor = reader.cursor()
    var rows: [UInt64: Int] = [:]
    var taken: Set<Int64> = []
    for row in entries.indices {
      if entries[row].found == .duplicate { taken.insert(entries[row].duplicateOf) }
      guard entries[row].found == .fresh,
        let fingerprint = Confirmation.expense(entries[row], &cursor)?.source?.fingerprint,
        fingerprint != 0, rows[fingerprint] == nil
      else { continue }
      rows[fingerprint] = row
    }
    guard !rows.isEmpty else { return }
    try store.forEachFingerprint { (id, fingerprint, _) in
      guard let fingerprint, !taken.contains(id), let row = rows.removeValue(forKey: fingerprint)
      else { return true }
      entries[row].found = .duplicate
      entries[row].duplicateOf = id
      return true
    }
    guard reader.comparesValues else { return }
    try store.forEachRemoved { fingerprint in
      guard let row = rows.removeValue(forKey: fingerprint) else { return }
      entries[row].found = .removedEarlier
      entries[row].suspicion = .removedHere
    }
  }
}
