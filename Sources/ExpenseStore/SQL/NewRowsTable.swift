internal import CSQLite
internal import ExpenseModel

/// The packed rows that one statement stores, as a table that SQLite reads them from.
///
/// `INSERT … SELECT` takes a third less time than binding and stepping row by row. The table is there
/// while its connection is, and empty but for the time of `store`.
@safe final class NewRowsTable {
  @safe fileprivate struct Feed {
    var rows: UnsafeBufferPointer<PackedRow>
    var texts: UnsafeRawBufferPointer
    /// The numbers in the file of the packer's names, by `NameKind`.
    var numbers: [[Int64]]
    var firstID: Int64
  }

  fileprivate var feed: Feed?
  private let connection: Connection

  /// Adds the table to a connection, which outlives it.
  init(_ connection: Connection) throws(ExpenseError) {
    self.connection = connection
    let data = unsafe Unmanaged.passUnretained(self).toOpaque()
    let code = unsafe sqlite3_create_module_v2(
      connection.handle, "iex_new_row", NewRowsModule.module, data, nil)
    if code != SQLITE_OK { throw connection.error("prepare") }
  }

  private static let insert: StaticString = "INSERT INTO expense SELECT * FROM iex_new_row"

  /// Stores the rows of a batch under ids that follow each other.
  func store(
    _ batch: RowBatch, numbers: [[Int64]], firstID: Int64
  ) throws(ExpenseError) {
    let statement = try connection.statement(constant: NewRowsTable.insert)
    defer { feed = nil }
    let failure = unsafe batch.rows.withUnsafeBufferPointer { rows -> ExpenseError? in
      unsafe batch.texts.withUnsafeBytes { texts -> ExpenseError? in
        feed = unsafe Feed(rows: rows, texts: texts, numbers: numbers, firstID: firstID)
        do throws(ExpenseError) {
          try statement.run()
          return nil
        } catch {
          return error
        }
      }
    }
    if let failure { throw failure }
  }
}

/// The functions that SQLite calls to read the table.
private enum NewRowsModule {
  @unsafe struct Table {
    var base: sqlite3_vtab
    var rows: Unmanaged<NewRowsTable>
  }

  @unsafe struct Cursor {
    var base: sqlite3_vtab_cursor
    var feed: UnsafeMutablePointer<NewRowsTable.Feed>?
    var row: Int
  }

  nonisolated(unsafe) static let module: UnsafePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe module.initialize(to: sqlite3_module())
    unsafe module.pointee.xConnect = { database, data, _, _, result, _ in
      unsafe NewRowsModule.connect(database, data, result)
    }
    unsafe module.pointee.xDisconnect = { table in
      unsafe table?.deallocate()
      return SQLITE_OK
    }
    unsafe module.pointee.xBestIndex = { _, info in
      unsafe info?.pointee.estimatedCost = 1
      return SQLITE_OK
    }
    unsafe module.pointee.xOpen = { unsafe NewRowsModule.open($0, $1) }
    unsafe module.pointee.xClose = { cursor in
      guard let cursor = unsafe NewRowsModule.cursor(cursor) else { return SQLITE_OK }
      if let feed = unsafe cursor.pointee.feed {
        unsafe feed.deinitialize(count: 1)
        unsafe feed.deallocate()
      }
      unsafe cursor.deallocate()
      return SQLITE_OK
    }
    unsafe module.pointee.xFilter = { cursor, _, _, _, _ in
      unsafe NewRowsModule.cursor(cursor)?.pointee.row = 0
      return SQLITE_OK
    }
    unsafe module.pointee.xNext = { cursor in
      unsafe NewRowsModule.cursor(cursor)?.pointee.row += 1
      return SQLITE_OK
    }
    unsafe module.pointee.xEof = { cursor in
      guard let cursor = unsafe NewRowsModule.cursor(cursor) else { return 1 }
      return unsafe cursor.pointee.row < cursor.pointee.feed?.pointee.rows.count ?? 0 ? 0 : 1
    }
    unsafe module.pointee.xColumn = { unsafe NewRowsModule.column($0, $1, $2) }
    unsafe module.pointee.xRowid = { cursor, id in
      unsafe id?.pointee = Int64(NewRowsModule.cursor(cursor)?.pointee.row ?? 0)
      return SQLITE_OK
    }
    return unsafe UnsafePointer(module)
  }()

  static func connect(
    _ database: OpaquePointer?, _ data: UnsafeMutableRawPointer?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    guard let data = unsafe data else { return SQLITE_ERROR }
    let code = unsafe sqlite3_declare_vtab(
      database,
      """
      CREATE TABLE x(id, date, amount, currency, type, category, account, name, uuid, import, line, \
      fingerprint, external_id, note, reimbursement, tags, conversion_amount, conversion_currency, \
      conversion_rate, extra)
      """)
    if code != SQLITE_OK { return code }
    let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    unsafe table.initialize(to: Table(base: sqlite3_vtab(), rows: .fromOpaque(data)))
    unsafe result?.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(
      to: sqlite3_vtab.self)
    return SQLITE_OK
  }

  static func open(
    _ table: UnsafeMutablePointer<sqlite3_vtab>?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
  ) -> Int32 {
    guard let table = unsafe table else { return SQLITE_ERROR }
    let rows = unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: Table.self)
    let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
    unsafe cursor.initialize(to: Cursor(base: sqlite3_vtab_cursor(), feed: nil, row: 0))
    if let feed = unsafe rows.pointee.rows.takeUnretainedValue().feed {
      let copy = UnsafeMutablePointer<NewRowsTable.Feed>.allocate(capacity: 1)
      unsafe copy.initialize(to: feed)
      unsafe cursor.pointee.feed = copy
    }
    unsafe result?.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(
      to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
  }

  @inline(__always)
  static func cursor(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> UnsafeMutablePointer<Cursor>? {
    guard let cursor = unsafe cursor else { return nil }
    return unsafe UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: Cursor.self)
  }

  /// Answers one column of a row. What is not answered is NULL.
  static func column(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ column: Int32
  ) -> Int32 {
    guard let cursor = unsafe self.cursor(cursor), let feed = unsafe cursor.pointee.feed else {
      return SQLITE_ERROR
    }
    let index = unsafe cursor.pointee.row
    guard let rows = unsafe feed.pointee.rows.baseAddress,
      unsafe index < feed.pointee.rows.count
    else { return SQLITE_ERROR }
    let row = unsafe rows + index
    func integer(_ value: Int64) { unsafe sqlite3_result_int64(context, value) }
    func number(_ kind: NameKind, _ number: Int32) {
      unsafe integer(feed.pointee.numbers[kind.rawValue][Int(number)])
    }
    func text(_ text: PackedRow.Text, isOptional: Bool = true) {
      if isOptional, text.count == 0 { return }
      let start = unsafe feed.pointee.texts.baseAddress.map { unsafe $0 + Int(text.start) }
      // It stands in the batch, which stays where it is.
      unsafe sqlite3_result_text(
        context, start?.assumingMemoryBound(to: CChar.self),
        Int32(truncatingIfNeeded: text.count), nil)
    }
    switch column {
    case 0: unsafe integer(feed.pointee.firstID &+ Int64(index))
    case 1: unsafe integer(Int64(row.pointee.date))
    case 2: unsafe integer(row.pointee.amount)
    case 3: unsafe number(.currency, row.pointee.currency)
    case 4: unsafe number(.type, row.pointee.type)
    case 5: unsafe number(.category, row.pointee.category)
    case 6: unsafe number(.account, row.pointee.account)
    case 7: unsafe text(row.pointee.name, isOptional: false)
    case 8:
      let offset = MemoryLayout<PackedRow>.offset(of: \.uuid) ?? 0
      unsafe sqlite3_result_blob(context, UnsafeRawPointer(row) + offset, 16, nil)
    case 9 where unsafe row.pointee.presence.contains(.source):
      unsafe integer(row.pointee.importNumber)
    case 10 where unsafe row.pointee.presence.contains(.source): unsafe integer(row.pointee.line)
    case 11 where unsafe row.pointee.presence.contains(.source):
      unsafe integer(row.pointee.fingerprint)
    case 12: unsafe text(row.pointee.externalID)
    case 13: unsafe text(row.pointee.note)
    case 14 where unsafe row.pointee.presence.contains(.reimbursement):
      unsafe integer(Int64(row.pointee.reimbursement))
    case 15: unsafe text(row.pointee.tags)
    case 16 where unsafe row.pointee.presence.contains(.conversion):
      unsafe integer(row.pointee.conversionAmount)
    case 17 where unsafe row.pointee.presence.contains(.conversion):
      unsafe number(.currency, row.pointee.conversionCurrency)
    case 18: unsafe text(row.pointee.conversionRate)
    case 19: unsafe text(row.pointee.extra)
    default: break
    }
    return SQLITE_OK
  }
}
