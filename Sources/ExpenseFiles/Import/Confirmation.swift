internal import ExpenseModel
internal import ExpenseStore

/// Decides on rows whose fingerprint an expense has, but not the amount.
///
/// An expense that was edited is the row's all the same: what counts is what was imported. Where
/// that agrees in nothing, two rows of 2^64 happened to have the same fingerprint.
struct Confirmation {
  private let reader: any RowReader

  init(_ reader: any RowReader) { self.reader = reader }

  func decide(
    _ hits: [Hit], _ store: Store, _ entries: inout [RowEntry]
  ) throws(ExpenseError) {
    if hits.isEmpty { return }
    var cursor = reader.cursor()
    var doubtful: [(hit: Hit, row: Expense)] = []
    for hit in hits where entries[hit.row].found == entries[hit.row].first {
      guard let row = Confirmation.expense(entries[hit.row], &cursor) else { continue }
      guard let stored = try Confirmation.stored(hit.id, store) else { continue }
      let now = Store.Original(
        amount: stored.amount, day: Int64(stored.date.day), name: stored.name)
      if Confirmation.agree(row, now) {
        Confirmation.mark(hit, &entries)
      } else {
        doubtful.append((hit, row))
      }
    }
    if doubtful.isEmpty { return }
    let originals = try store.originals(of: Set(doubtful.map(\.hit.id)))
    for (hit, row) in doubtful where entries[hit.row].found == entries[hit.row].first {
      if let original = originals[hit.id], Confirmation.agree(row, original) {
        Confirmation.mark(hit, &entries)
      } else if entries[hit.row].found == .fresh {
        entries[hit.row].found = .suspected
        entries[hit.row].suspicion = .collision
        entries[hit.row].duplicateOf = hit.id
      }
    }
  }

  /// An expense; nil for one that another process has removed since.
  private static func stored(_ id: Int64, _ store: Store) throws(ExpenseError) -> Expense? {
    do throws(ExpenseError) {
      return try store.get([id]).first
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private static func mark(_ hit: Hit, _ entries: inout [RowEntry]) {
    entries[hit.row].found = .duplicate
    entries[hit.row].duplicateOf = hit.id
  }

  /// Whether a row's amount, date or name is that of the expense.
  private static func agree(_ row: Expense, _ other: Store.Original) -> Bool {
    row.amount.magnitude == other.amount.magnitude || Int64(row.date.day) == other.day
      || row.name.utf8.elementsEqual(other.name.utf8)
  }

  /// What a row says; nil for one that cannot be read.
  static func expense(_ entry: RowEntry, _ cursor: inout any RowCursor) -> Expense? {
    do throws(RowProblem) {
      return try cursor.expense(at: entry)
    } catch {
      return nil
    }
  }
}
