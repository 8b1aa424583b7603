internal import ExpenseModel
internal import ExpenseStore

/// The rows of a file that a commit stores, and what is to be done to them before.
struct RowWork: Sendable {
  let entries: [RowEntry]
  let reader: any RowReader
  /// What the caller has made of rows, by their index.
  var edits: [Int: RowEdit] = [:]
  var ruled: RuledRows?
  /// The number of this import, which rows of a foreign file come from; 0 for a file of the library's
  /// own, whose rows have numbers of the file's.
  var importNumber: Int64 = 0
}

/// Makes one batch of rows after the other.
struct BatchMaker {
  private let work: RowWork
  private var cursor: any RowCursor
  private var packer = RowPacker()
  private var texts = RulingText()
  private var row = 0

  init(_ work: RowWork) {
    self.work = work
    cursor = work.reader.cursor()
  }

  /// The next rows; nil when there are no more.
  mutating func next() throws(ExpenseError) -> RowFeed.Batch? {
    var batch = RowFeed.Batch()
    while row < work.entries.count, !packer.isFull {
      let entry = work.entries[row]
      if entry.isStored { try pack(entry, &batch) }
      row += 1
    }
    batch.packed = packer.take()
    return batch.packed.count == 0 ? nil : batch
  }

  private mutating func pack(
    _ entry: RowEntry, _ batch: inout RowFeed.Batch
  ) throws(ExpenseError) {
    let edit = work.edits.isEmpty ? nil : work.edits[row]
    let ruled = work.ruled?.row(row)
    let isPlain = edit == nil && ruled == nil && work.importNumber != 0
    if isPlain, cursor.pack(entry, importNumber: work.importNumber, into: &packer) { return }
    var expense = try Import.expense(entry, &cursor)
    let place = packer.count
    let original = Store.Original(expense)
    var fields: ExpenseFields = []
    if let ruled {
      let ruling: Store.Ruling?
      (fields, ruling) = ruled.apply(to: &expense, edit, &texts)
      if let ruling { batch.rulings.append((place, ruling)) }
    }
    if let edit {
      edit.apply(to: &expense)
      fields.formUnion(edit.fields)
    }
    if !fields.isDisjoint(with: [.amount, .date, .name]) {
      batch.originals.append((place, original))
    }
    if work.importNumber != 0, expense.source != nil {
      expense.source?.importNumber = work.importNumber
      expense.source?.fingerprint = entry.identity
    }
    try packer.append(expense)
  }
}
