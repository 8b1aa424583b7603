public import ExpenseModel
public import ExpenseStore

/// Writes expenses as files.
///
/// Both formats keep everything of an expense but its number in the store: reading a file back into
/// an empty store gives the same expenses, and writing that store the same bytes. JSON also keeps
/// registered currencies that no expense has. Amounts have a `.` and all digits of their currency,
/// never grouping marks.
///
/// The `progress` that each takes hears how many expenses are written, on the calling thread, and
/// with false it stops the call, which then throws `cancelled`. It may use the store.
public enum Export {
  /// Who hears how far an export has come, and whether it is to go on.
  public typealias Listener = @Sendable (ImportProgress) -> Bool

  /// Writes JSON: one object with `format`, `version`, `currencies`, `imports` and `expenses`, each
  /// expense a line with its keys in one order.
  ///
  /// Expenses are in the query's order, by default that of adding.
  ///
  /// - Throws: as reading the store.
  public static func json(
    _ store: Store, _ query: ExpenseQuery? = nil, progress: Listener? = nil
  ) throws(ExpenseError) -> [UInt8] {
    try json(store, query, progress: progress) { _, _ in }
  }

  /// The same, and tells of each expense as it is written, and whether it is the first: the writing
  /// may begin anew.
  static func json(
    _ store: Store, _ query: ExpenseQuery? = nil, progress: Listener? = nil,
    _ tell: (Expense, _ isFirst: Bool) -> Void
  ) throws(ExpenseError) -> [UInt8] {
    let (rows, table) = try write(store, query, progress) {
      (expense, table, body) throws(ExpenseError) in
      tell(expense, body.isEmpty)
      body.append(contentsOf: body.isEmpty ? "\n".utf8 : ",\n".utf8)
      var writer = OwnJSONWriter(bytes: body)
      body = []
      try writer.write(expense, &table)
      body = writer.json.take()
    }
    return OwnJSONWriter.document(rows, table)
  }

  /// Writes CSV (RFC 4180, lines end with CRLF) with the header `uuid`, `date`, `name`, `type`,
  /// `category`, `amount`, `currency`, `conversion_amount`, `conversion_currency`,
  /// `conversion_rate`, `account`, `note`, `tags`, `reimbursement`, `source_import`, `source_name`,
  /// `source_line`, `source_fingerprint`, `source_id`, `extra`.
  ///
  /// Dates are yyyy-mm-dd. Tags stand with `;` between them, and `\` before a `;` or `\` inside one.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - query: Which expenses, and in which order; nil for all.
  ///   - isGuarded: Whether texts are kept from being taken for formulas by a spreadsheet: one that
  ///     begins with `=`, `+`, `-`, `@`, a tab, a line break or `'` gets a `'` before it, which reading
  ///     takes off again. A last column `guard`, `'` in each row, says so in the file. Amounts stay
  ///     numbers.
  ///   - progress: Hears how far it is, and may stop it; nil: nobody asks.
  /// - Throws: as reading the store.
  public static func csv(
    _ store: Store, _ query: ExpenseQuery? = nil, isGuarded: Bool = false,
    progress: Listener? = nil
  ) throws(ExpenseError) -> [UInt8] {
    if query ?? ExpenseQuery() == ExpenseQuery(), !isGuarded,
      let bytes = try csv(ofAll: store, progress)
    {
      return bytes
    }
    let (rows, _) = try write(store, query, progress) {
      (expense, table, body) throws(ExpenseError) in
      if body.isEmpty { OwnCSVWriter.writeHeader(&body, isGuarded: isGuarded) }
      try OwnCSVWriter.write(expense, &table, &body, isGuarded: isGuarded)
    }
    guard rows.isEmpty else { return rows }
    var header: [UInt8] = []
    OwnCSVWriter.writeHeader(&header, isGuarded: isGuarded)
    return header
  }

  /// The same of all expenses in order of adding, written as they are read; nil where that does not
  /// tell the numbers of imports.
  private static func csv(
    ofAll store: Store, _ progress: Listener?
  ) throws(ExpenseError) -> [UInt8]? {
    var scans: [OwnCSVScan] = []
    do throws(ExpenseError) {
      try store.scan(reached: progress.map(meter)) { (names) in
        let both = (OwnCSVScan(names, path: store.path), OwnCSVScan(names, path: store.path))
        scans = [both.0, both.1]
        return both
      }
    } catch {
      if scans.contains(where: \.hasUnknownImport) { return nil }
      throw error
    }
    var bytes: [UInt8] = []
    OwnCSVWriter.writeHeader(&bytes, isGuarded: false)
    bytes.reserveCapacity(scans.reduce(bytes.count) { $0 + $1.bytes.count })
    for scan in scans { bytes += scan.bytes }
    return bytes
  }

  /// Writes every expense, with one snapshot of the store.
  static func write(
    _ store: Store, _ query: ExpenseQuery?, _ progress: Listener?,
    _ row: (Expense, inout ExportTable, inout [UInt8]) throws(ExpenseError) -> Void
  ) throws(ExpenseError) -> ([UInt8], ExportTable) {
    while true {
      var table = ExportTable(
        currencies: try store.currencies(), names: try store.importNames(), all: query == nil)
      var body: [UInt8] = []
      do throws(ExpenseError) {
        try store.forEachExpense(
          query ?? ExpenseQuery(), reached: progress.map(meter)
        ) { (expense) throws(ExpenseError) in
          try row(expense, &table, &body)
        }
        return (body, table)
      } catch {
        // Another writer has registered it after the currencies were read: they are read again.
        guard table.missedCurrency else { throw error }
        table.missedCurrency = false
        guard try store.currencies().count > table.currencyCount else { throw error }
      }
    }
  }

  /// Tells the listener about every hundredth of the way.
  private static func meter(_ listener: @escaping Listener) -> Store.Reached {
    var meter: ProgressMeter?
    return { (done, total) throws(ExpenseError) in
      if meter == nil { meter = ProgressMeter(listener, .write, total: Int64(total)) }
      if done == total { try meter?.finish() } else { try meter?.reach(done) }
    }
  }
}
