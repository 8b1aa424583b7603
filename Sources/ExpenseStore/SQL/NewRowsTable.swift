internal import CSQLite
internal import ExpenseModel

/// Stores packed rows: as the pages of a database in memory, which SQLite copies into the file.
///
/// `INSERT INTO x SELECT * FROM y` of two tables that are declared alike copies whole records
/// (https://www.sqlite.org/src: insert.c, xferOptimization), which takes a third of the time of making
/// them of their values one by one. Where SQLite did not do so, the result would be the same.
@safe final class NewRowsTable {
  private let connection: Connection
  /// The bytes of a database with an empty table, as SQLite makes it.
  private let empty: [UInt8]

  /// Adds the database to a connection, which outlives it.
  init(_ connection: Connection) throws(ExpenseError) {
    self.connection = connection
    empty = try NewRowsTable.emptyDatabase()
    try connection.execute("ATTACH ':memory:' AS fresh")
  }

  /// Of a failure the whole transaction is rolled back: to take back the statement alone, SQLite would
  /// write each page of it into a journal of its own first.
  static let insert: StaticString =
    "INSERT OR ROLLBACK INTO main.expense SELECT * FROM fresh.expense"

  private static func emptyDatabase() throws(ExpenseError) -> [UInt8] {
    let made = try Connection(
      ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path: "memory")
    defer { made.close() }
    try made.execute("PRAGMA page_size = \(RowPages.pageSize); PRAGMA auto_vacuum = NONE")
    try made.execute(Schema.expense)
    var size: Int64 = 0
    guard let bytes = unsafe sqlite3_serialize(made.handle, "main", &size, 0) else {
      throw .sqlite(SQLITE_NOMEM, system: 0, "prepare", path: made.path)
    }
    defer { unsafe sqlite3_free(bytes) }
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// Stores the rows of a batch under ids that follow each other.
  func store(
    _ batch: RowBatch, numbers: [[Int64]], firstID: Int64
  ) throws(ExpenseError) {
    for start in stride(from: 0, to: batch.rows.count, by: RowPages.mostRows) {
      let range = start..<min(start + RowPages.mostRows, batch.rows.count)
      let size = try load(batch, range, numbers, firstID: firstID)
      try connection.statement(constant: NewRowsTable.insert).run()
      // Nobody needs them any more, but SQLite keeps them until it gets others.
      if size > 4 << 20 { _ = try load(RowBatch(), 0..<0, numbers, firstID: firstID) }
    }
  }

  /// Makes rows the content of the database in memory.
  ///
  /// - Returns: Its size.
  private func load(
    _ batch: RowBatch, _ range: Range<Int>, _ numbers: [[Int64]], firstID: Int64
  ) throws(ExpenseError) -> Int {
    let size = batch.texts.count / max(1, batch.rows.count) * range.count + range.count * 80
    guard var pages = RowPages(empty: empty, size: size) else { throw outOfMemory }
    var record = RecordWriter()
    let hasRoom = unsafe batch.texts.withUnsafeBytes { texts in
      unsafe batch.rows.withUnsafeBufferPointer { rows in
        for index in range {
          let row = unsafe RowValues(row: rows[index], texts: texts, numbers: numbers)
          row.write(to: &record)
          guard unsafe pages.append(record.finish(), id: firstID &+ Int64(index)) else {
            return false
          }
        }
        return true
      }
    }
    guard hasRoom, let (bytes, size) = unsafe pages.take() else { throw outOfMemory }
    let flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY
    let code = unsafe sqlite3_deserialize(
      connection.handle, "fresh", bytes, Int64(size), Int64(size), UInt32(flags))
    if code != SQLITE_OK { throw connection.error("write") }
    return size
  }

  private var outOfMemory: ExpenseError {
    .sqlite(SQLITE_NOMEM, system: 0, "write", path: connection.path)
  }
}

/// A packed row with what its numbers mean.
@safe private struct RowValues {
  let row: PackedRow
  let texts: UnsafeRawBufferPointer
  /// The numbers in the file of the packer's names, by `NameKind`.
  let numbers: [[Int64]]

  init(row: PackedRow, texts: UnsafeRawBufferPointer, numbers: [[Int64]]) {
    self.row = row
    unsafe self.texts = texts
    self.numbers = numbers
  }

  /// Writes the row as a record of the table: the columns in the order of the schema.
  @inline(__always)
  func write(to record: inout RecordWriter) {
    record.begin(
      texts: Int(row.name.count) &+ Int(row.note.count) &+ Int(row.externalID.count)
        &+ Int(row.tags.count) &+ Int(row.extra.count) &+ Int(row.conversionRate.count))
    // The id stands beside the record.
    record.null()
    record.integer(Int64(row.date))
    record.integer(row.amount)
    record.integer(number(.currency, row.currency))
    record.integer(number(.type, row.type))
    record.integer(number(.category, row.category))
    record.integer(number(.account, row.account))
    unsafe record.text(bytes(row.name))
    unsafe withUnsafeBytes(of: row.uuid) { unsafe record.blob($0) }
    let hasSource = row.presence.contains(.source)
    optional(hasSource, row.importNumber, &record)
    optional(hasSource, row.line, &record)
    optional(hasSource, row.fingerprint, &record)
    optional(row.externalID, &record)
    optional(row.note, &record)
    optional(row.presence.contains(.reimbursement), Int64(row.reimbursement), &record)
    optional(row.tags, &record)
    guard row.presence.contains(.conversion) || row.extra.count > 0 else { return }
    let isConverted = row.presence.contains(.conversion)
    optional(isConverted, row.conversionAmount, &record)
    optional(isConverted, number(.currency, row.conversionCurrency), &record)
    optional(row.conversionRate, &record)
    optional(row.extra, &record)
  }

  private func number(_ kind: NameKind, _ number: Int32) -> Int64 {
    numbers[kind.rawValue][Int(number)]
  }

  private func bytes(_ text: PackedRow.Text) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: texts[Int(text.start)..<Int(text.start &+ text.count)])
  }

  @inline(__always)
  private func optional(_ isThere: Bool, _ value: Int64, _ record: inout RecordWriter) {
    if isThere { record.integer(value) } else { record.null() }
  }

  @inline(__always)
  private func optional(_ text: PackedRow.Text, _ record: inout RecordWriter) {
    if text.count == 0 { record.null() } else { unsafe record.text(bytes(text)) }
  }
}
