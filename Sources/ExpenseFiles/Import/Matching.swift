internal import ExpenseModel
internal import ExpenseStore

/// Finds out which rows of a file a store has already, has no more, or has something like.
struct Matching {
  let index: RowIndex
  let ids: [UUID128: Int]
  let reader: (any RowReader)?
  let listener: ProgressMeter.Listener?

  private var identity: RowIdentity { reader?.identity ?? .fingerprint }

  /// Compares all rows anew with the store as it is.
  ///
  /// - Parameter ahead: What of the store was read already.
  func run(
    _ store: Store, _ entries: inout [RowEntry], ahead: FingerprintsAhead? = nil
  ) throws(ExpenseError) {
    forget(&entries)
    guard entries.contains(where: { $0.identity != 0 }) else { return }
    var meter = ProgressMeter(listener, .match, total: try store.lastExpenseID())
    switch identity {
    case .fingerprint:
      let marks = try matchFingerprints(store, &entries, ahead, &meter)
      try store.forEachRemoved { fingerprint in
        // Also what the profile leaves out, since a rule may keep it.
        guard let row = index.find(fingerprint, in: entries),
          entries[row].found == entries[row].first
        else { return }
        entries[row].found = .removedEarlier
      }
      if !ids.isEmpty {
        try store.forEachUUID { (_, uuid) in
          guard let row = ids[uuid], entries[row].found != .duplicate else { return true }
          entries[row].isIDTaken = true
          return true
        }
      }
      if let reader {
        var suspects = Suspects(reader)
        try suspects.find(in: store, &entries, marks)
      }
    case .uuid:
      try matchIDs(store, &entries, &meter)
      if let reader { try SameRows(reader).find(in: store, &entries) }
      try Differences(reader)?.find(in: store, index, &entries)
    }
    try meter.finish()
  }

  /// Finds duplicates by their fingerprints.
  ///
  /// - Returns: Which amounts the store has.
  private func matchFingerprints(
    _ store: Store, _ entries: inout [RowEntry], _ ahead: FingerprintsAhead?,
    _ meter: inout ProgressMeter
  ) throws(ExpenseError) -> AmountMarks {
    var marks = AmountMarks()
    var unconfirmed: [Hit] = []
    func look(_ id: Int64, _ fingerprint: UInt64?, _ mark: AmountMark) {
      marks.insert(mark)
      guard let fingerprint, let row = index.find(fingerprint, in: entries),
        entries[row].found == entries[row].first
      else { return }
      if entries[row].amountMark == mark {
        entries[row].found = .duplicate
        entries[row].duplicateOf = id
      } else {
        unconfirmed.append(Hit(row: row, id: id))
      }
    }
    var last: Int64 = 0
    if let ahead {
      for stored in ahead.rows() {
        look(stored.id, stored.fingerprint, stored.mark)
        last = stored.id
        try meter.reach(Int(last))
      }
    }
    try inTurns(&meter, after: last) { (last, meter) throws(ExpenseError) in
      try store.forEachFingerprint(after: last) { (id, fingerprint, amount) in
        look(id, fingerprint, AmountMark(amount))
        last = id
        return !meter.isDue(id)
      }
    }
    if let reader { try Confirmation(reader).decide(unconfirmed, store, &entries) }
    return marks
  }

  private func matchIDs(
    _ store: Store, _ entries: inout [RowEntry], _ meter: inout ProgressMeter
  ) throws(ExpenseError) {
    // A store may hold an id twice; then so may its file.
    var seen: [UInt64: UInt64] = [:]
    func mark(_ row: Int, _ id: Int64) {
      guard entries[row].found == .fresh else { return }
      entries[row].found = .duplicate
      entries[row].duplicateOf = id
    }
    func look(_ id: Int64, _ uuid: UUID128) {
      let fingerprint = Fingerprint(uuid)
      let first = fingerprint.finished(occurrence: 1)
      guard let row = index.find(first, in: entries) else { return }
      if entries[row].found == .fresh { return mark(row, id) }
      let occurrence = seen[first, default: 1] + 1
      seen[first] = occurrence
      let next = fingerprint.finished(occurrence: occurrence)
      if let row = index.find(next, in: entries) { mark(row, id) }
    }
    try inTurns(&meter, after: 0) { (last, meter) throws(ExpenseError) in
      try store.forEachUUID(after: last) { (id, uuid) in
        look(id, uuid)
        last = id
        return !meter.isDue(id)
      }
    }
  }

  /// Reads the expenses of a store in turns, and tells of progress between them: while they are read
  /// the store is locked, and who is told may use it.
  ///
  /// - Parameter turn: Reads on after the id that it is given, which it moves, until it has read all
  ///   or the meter is due.
  private func inTurns(
    _ meter: inout ProgressMeter, after first: Int64,
    _ turn: (_ last: inout Int64, ProgressMeter) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    var last = first
    repeat {
      try meter.reach(Int(last))
      try turn(&last, meter)
    } while meter.isDue(last)
  }

  /// Takes back what an earlier comparison found.
  private func forget(_ entries: inout [RowEntry]) {
    for row in entries.indices where entries[row].found != entries[row].first {
      entries[row].found = entries[row].first
      entries[row].suspicion = .none
      entries[row].isTaken = false
      entries[row].duplicateOf = 0
    }
    for row in ids.values { entries[row].isIDTaken = false }
  }
}

/// A row and an expense with the same fingerprint.
struct Hit {
  let row: Int
  let id: Int64
}
