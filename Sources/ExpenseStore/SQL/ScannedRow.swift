internal import CSQLite
package import ExpenseModel

/// One expense of a scan as it stands in the file, read where SQLite has it.
///
/// For the time of the call that it is given to.
@safe package struct ScannedRow {
  /// The columns that are read, in the order of the file's table.
  package enum Column: Int32, Sendable {
    case id, date, amount, currency, type, category, account, name, uuid, importNumber, line
    case fingerprint, externalID, note, reimbursement, tags, conversionAmount, conversionCurrency
    case conversionRate, extra
  }

  fileprivate let statement: OpaquePointer

  /// Whether nothing stands there.
  package func isNull(_ column: Column) -> Bool {
    unsafe sqlite3_column_type(statement, column.rawValue) == SQLITE_NULL
  }

  /// A number; 0 for nothing.
  package func integer(_ column: Column) -> Int64 {
    unsafe sqlite3_column_int64(statement, column.rawValue)
  }

  /// A text's bytes; none for nothing. They may be no UTF-8 in a file that was not written by us.
  package func withText<Result>(
    _ column: Column, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard let start = unsafe sqlite3_column_text(statement, column.rawValue) else {
      return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    let count = unsafe Int(sqlite3_column_bytes(statement, column.rawValue))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The expense's UUID.
  package var uuid: UUID128 {
    guard let start = unsafe sqlite3_column_blob(statement, Column.uuid.rawValue),
      unsafe sqlite3_column_bytes(statement, Column.uuid.rawValue) == 16
    else { return .zero }
    return unsafe UUID128(
      high: start.loadUnaligned(as: UInt64.self).bigEndian,
      low: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian)
  }
}

/// Takes the rows of a scan one after the other; on one thread, which may not be the caller's.
package protocol RowSink: AnyObject, Sendable {
  /// Takes one row.
  ///
  /// - Throws: `damaged` for a row that cannot be one.
  func take(_ row: ScannedRow) throws(ExpenseError)
}

extension Connection {
  /// Hands over the expenses with ids in a range, in order of id, and says after each how many it was.
  func scan(
    _ ids: ClosedRange<Int64>, into sink: any RowSink,
    _ reached: (Int) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    let statement = try statement(
      constant: """
        SELECT id, date, amount, currency, type, category, account, name, uuid, import, line, \
        fingerprint, external_id, note, reimbursement, tags, conversion_amount, \
        conversion_currency, conversion_rate, extra FROM expense WHERE id BETWEEN ?1 AND ?2 \
        ORDER BY id
        """)
    defer { statement.reset() }
    statement.bind(1, ids.lowerBound)
    statement.bind(2, ids.upperBound)
    let row = unsafe ScannedRow(statement: statement.handle)
    var done = 0
    while try statement.step() {
      try sink.take(row)
      done &+= 1
      try reached(done)
    }
  }
}
