internal import ExpenseModel
internal import ExpenseStore

/// Finds new rows that are like an expense which the file itself does not match.
///
/// Like: the same amount in the same currency, at most three days apart, the same account or one of
/// them without, and a name that shares a word, or an expense that was typed in by hand. Two with
/// other ids are alike on one day under one name only: some banks number what they send anew each
/// time. The store is gone through once, and only when a row has an amount that the store has too.
struct Suspects {
  private static let days: Int64 = 3
  /// At how many rows with its amount an expense is looked at.
  private static let most = 32

  /// A new row whose amount the store has.
  private struct Candidate {
    let day: Int64
    let row: Int
  }

  private struct Key: Hashable {
    let amount: Int64
    let currency: String
  }

  private let reader: any RowReader
  private var candidates: [Key: [Candidate]] = [:]
  private var marks = AmountMarks()
  /// The expenses that rows of the file are duplicates of, sorted; made when first needed.
  private var matched: [Int64]?

  init(_ reader: any RowReader) { self.reader = reader }

  mutating func find(
    in store: Store, _ entries: inout [RowEntry], _ stored: AmountMarks
  ) throws(ExpenseError) {
    collect(entries, stored)
    if candidates.isEmpty { return }
    var cursor = reader.cursor()
    try store.forEachLikeness { (_, amount) in
      marks.contains(AmountMark(amount))
    } _: { (likeness, name) in
      mark(likeness, name, &entries, &cursor)
    }
  }

  /// Gathers the new rows that may be like something.
  private mutating func collect(_ entries: [RowEntry], _ stored: AmountMarks) {
    var cursor = reader.cursor()
    for row in entries.indices where entries[row].found == .fresh {
      let mark = entries[row].amountMark
      guard mark == .unknown || stored.contains(mark),
        let expense = Confirmation.expense(entries[row], &cursor)
      else { continue }
      marks.insert(AmountMark(expense.amount))
      candidates[Key(amount: expense.amount, currency: expense.currency), default: []]
        .append(Candidate(day: Int64(expense.date.day), row: row))
    }
    for key in candidates.keys {
      candidates[key]?.sort { ($0.day, $0.row) < ($1.day, $1.row) }
    }
  }

  /// Marks the row that is most like an expense, if there is one.
  private mutating func mark(
    _ likeness: Store.Likeness, _ name: () -> String, _ entries: inout [RowEntry],
    _ cursor: inout any RowCursor
  ) {
    let key = Key(amount: likeness.amount, currency: likeness.currency)
    guard let rows = candidates[key],
      let place = Suspects.near(rows, likeness.day), !isMatched(likeness.id, entries)
    else { return }
    let stored = likeness.isTypedIn ? nil : NameWords(name())
    var best: (place: Int, distance: Int64, suspicion: Suspicion)?
    for place in place..<min(rows.count, place + Suspects.most) {
      let distance = abs(rows[place].day - likeness.day)
      guard rows[place].day - likeness.day <= Suspects.days else { break }
      if let best, best.distance <= distance { continue }
      guard let row = Confirmation.expense(entries[rows[place].row], &cursor),
        row.account.isEmpty || likeness.account.isEmpty
          || row.account.utf8.elementsEqual(likeness.account.utf8)
      else { continue }
      if Suspects.differ(row.source?.externalID ?? "", likeness.externalID) {
        guard distance == 0, row.name.utf8.elementsEqual(name().utf8) else { continue }
      } else if let stored, !stored.isLike(NameWords(row.name)) {
        continue
      }
      best = (place, distance, likeness.isTypedIn ? .typedIn : .similarName)
    }
    guard let best else { return }
    let row = rows[best.place].row
    entries[row].found = .suspected
    entries[row].suspicion = best.suspicion
    entries[row].duplicateOf = likeness.id
    // One row is like one expense.
    candidates[key]?.remove(at: best.place)
  }

  /// Where the rows begin that are not too long before a day; nil when there are none.
  ///
  /// The day is a damaged store's too: only those of the rows are surely days.
  private static func near(_ rows: [Candidate], _ day: Int64) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].day + days < day { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].day - days <= day ? low : nil
  }

  /// Whether both have ids of their own, and not the same.
  private static func differ(_ one: String, _ other: String) -> Bool {
    !one.isEmpty && !other.isEmpty && !one.utf8.elementsEqual(other.utf8)
  }

  private mutating func isMatched(_ id: Int64, _ entries: [RowEntry]) -> Bool {
    let sorted =
      matched ?? entries.lazy.filter { $0.found == .duplicate }.map(\.duplicateOf).sorted()
    matched = sorted
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == id
  }
}
