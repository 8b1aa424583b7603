internal import ExpenseModel

/// What a transaction has done so far: the net effect that becomes one change.
struct Effect {
  let kind: Change.Kind
  /// The revision undone or done again; 0 for others.
  var target: Int64 = 0
  /// "" for one that is told from the items.
  var label: String
  /// The first revision that the file does not have yet.
  let revision: Int64
  /// The first id that was never used.
  var nextID: Int64
  /// Expenses that are there now and were not before.
  var added = IDSet()
  /// Expenses as they were before, with what differs now.
  var updated: [Int64: RowImage] = [:]
  /// Expenses that were there before and are gone.
  var removed = IDSet()
  var totals: [TotalKey: TotalDelta] = [:]
  /// Whether it was noted which rules have set fields.
  var hasRulings = false
  /// A setting was changed: announced, but outside undo.
  var changedSettings = false
  /// What became of the rows that were touched; nil when they are many.
  var rows: [Int64: StoredRow?]? = [:]
  /// The first failure of a call inside: nothing will be committed.
  var failure: ExpenseError?

  /// Whether there is nothing to commit. The undo of a commit whose rows are all gone since changes
  /// no row, and yet it is undone.
  var isEmpty: Bool {
    target == 0 && added.isEmpty && updated.isEmpty && removed.isEmpty && !changedSettings
  }

  /// The touched expenses: added, updated, removed; each in order of id.
  var items: [Change.Item] {
    var items = added.ranges.map {
      Change.Item(kind: .added, firstID: $0.lowerBound, count: Int64($0.count), fields: [])
    }
    for (id, image) in updated.sorted(by: { $0.key < $1.key }) {
      if let last = items.last, last.kind == .updated, last.ids.upperBound == id,
        last.fields == image.fields
      {
        items[items.count - 1].count += 1
      } else {
        items.append(Change.Item(kind: .updated, firstID: id, count: 1, fields: image.fields))
      }
    }
    items += removed.ranges.map {
      Change.Item(kind: .removed, firstID: $0.lowerBound, count: Int64($0.count), fields: [])
    }
    return items
  }

  /// Notes what has become of a row; nil: it is gone.
  mutating func note(_ id: Int64, _ row: StoredRow?) {
    rows?.updateValue(row, forKey: id)
    if let count = rows?.count, count > CommittedRows.most { rows = nil }
  }

  /// Counts a row into its total, or out of it.
  mutating func count(_ row: StoredRow, _ sign: Int64) {
    let key = TotalKey(row)
    totals[key, default: TotalDelta()].add(row.amount, sign)
  }
}

/// The cell of the totals table that a row counts in.
struct TotalKey: Hashable {
  /// yyyymm
  var month: Int64
  var type: Int64
  var category: Int64
  var currency: Int64

  init(month: Int64, type: Int64, category: Int64, currency: Int64) {
    self.month = month
    self.type = type
    self.category = category
    self.currency = currency
  }

  init(_ row: StoredRow) {
    let date = Int32(exactly: row.date).flatMap { CivilDate(day: $0) }
    self.init(
      month: Int64(date?.yyyymm ?? 0), type: row.type, category: row.category,
      currency: row.currency)
  }
}

/// A sum of minor units, wide enough for every sum of 64-bit amounts, and how many were summed.
struct TotalDelta: Equatable {
  var amount: Int128 = 0
  var count: Int64 = 0

  mutating func add(_ minor: Int64, _ sign: Int64) {
    amount += Int128(minor) * Int128(sign)
    count += sign
  }

  /// Adds another cell; false when the sum is beyond all that expenses can have.
  mutating func add(_ other: TotalDelta) -> Bool {
    let (amount, tooLarge) = amount.addingReportingOverflow(other.amount)
    let (count, tooMany) = count.addingReportingOverflow(other.count)
    (self.amount, self.count) = (amount, count)
    return !tooLarge && !tooMany
  }

  /// The sum as the two integers of the file.
  var parts: (high: Int64, low: Int64) {
    (Int64(truncatingIfNeeded: amount >> 64), Int64(truncatingIfNeeded: amount))
  }

  init() {}

  init(high: Int64, low: Int64, count: Int64) {
    amount = Int128(high) << 64 | Int128(UInt64(bitPattern: low))
    self.count = count
  }
}
