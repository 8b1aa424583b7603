internal import ExpenseModel

extension ColumnScan {
  /// What a scan found, in order of id.
  struct Rows: Sendable {
    var chunks: [ColumnChunk]
    var texts: TextInterner
    /// Parts of the cache that were not what the library had written.
    var damaged: [CachedPart] = []
  }

  /// Reads the expenses with ids in a range.
  ///
  /// - Throws: `damaged` for a number that is no date or that its table does not have.
  static func rows(
    _ ids: ClosedRange<Int64>, _ needs: ColumnNeeds, _ limits: ColumnLimits, _ texts: TextInterner,
    _ connection: Connection
  ) throws(ExpenseError) -> Rows {
    let reader = ColumnRowReader(needs, limits, texts)
    try connection.read(ids, needs, into: reader)
    return Rows(chunks: reader.chunks, texts: reader.texts)
  }
}

/// What the numbers of a row must stay below: how many names there are.
struct ColumnLimits: Sendable {
  let types: UInt64
  let categories: UInt64
  let accounts: UInt64
  let currencies: UInt64

  init(_ names: ColumnNames) {
    types = UInt64(names.types.count)
    categories = UInt64(names.categories.count)
    accounts = UInt64(names.accounts.count)
    currencies = UInt64(names.currencies.count)
  }

  func allow(date: Int64) -> Bool {
    date >= Int64(CivilDate.first.day) && date <= Int64(CivilDate.last.day)
  }

  static func error(_ id: Int64, _ path: String) -> ExpenseError {
    ExpenseError(.damaged, "\(path): expense \(id) is not valid")
  }
}
