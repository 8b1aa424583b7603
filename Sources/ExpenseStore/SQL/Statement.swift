internal import CSQLite
internal import ExpenseModel

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
@safe final class Statement {
  let handle: OpaquePointer
  private unowned let connection: Connection
  /// Why a value could not be bound (too large, no memory): `step` throws it.
  private var bindCode = SQLITE_OK

  init(_ connection: Connection, _ sql: String) throws(ExpenseError) {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw connection.error("prepare")
    }
    unsafe handle = prepared
    self.connection = connection
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  func reset() {
    unsafe sqlite3_reset(handle)
    bindCode = SQLITE_OK
  }

  private func noteBind(_ code: Int32) {
    if code != SQLITE_OK { bindCode = code }
  }

  /// Steps to the next row; false at the end.
  func step() throws(ExpenseError) -> Bool {
    if bindCode != SQLITE_OK {
      let error = ExpenseError.sqlite(bindCode, system: 0, "bind", path: connection.path)
      reset()
      throw error
    }
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = connection.error("read or write")
      reset()
      throw error
    }
  }

  /// Runs a statement that answers no rows.
  func run() throws(ExpenseError) {
    _ = try step()
    reset()
  }

  func bind(_ index: Int32, _ value: Int64) {
    noteBind(unsafe sqlite3_bind_int64(handle, index, value))
  }

  func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  func bindNull(_ index: Int32) {
    noteBind(unsafe sqlite3_bind_null(handle, index))
  }

  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // An empty text has no address, and NULL would bind NULL.
      guard let base = bytes.baseAddress else {
        noteBind(unsafe csqlite_bind_text(handle, index, "", 0))
        return
      }
      let characters = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
      noteBind(unsafe csqlite_bind_text(handle, index, characters, Int32(clamping: bytes.count)))
    }
  }

  /// Binds a text, or NULL for an empty one.
  func bindOptional(_ index: Int32, _ text: String) {
    if text.isEmpty { bindNull(index) } else { bind(index, text) }
  }

  func bind(_ index: Int32, _ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else {
        noteBind(unsafe sqlite3_bind_zeroblob(handle, index, 0))
        return
      }
      noteBind(unsafe csqlite_bind_blob(handle, index, base, Int32(clamping: bytes.count)))
    }
  }

  func bind(_ index: Int32, _ uuid: UUID128) {
    unsafe withUnsafeBytes(of: (uuid.high.bigEndian, uuid.low.bigEndian)) { bytes in
      noteBind(unsafe csqlite_bind_blob(handle, index, bytes.baseAddress, 16))
    }
  }

  func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// The text of a column; "" for NULL. A file that holds bad UTF-8 gives U+FFFD, never a crash.
  func text(_ column: Int32) -> String {
    guard let bytes = unsafe sqlite3_column_text(handle, column) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    unsafe withBytes(column) { unsafe [UInt8]($0) }
  }

  /// Lends the bytes of a column until the body returns; none for NULL.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  func uuid(_ column: Int32) -> UUID128 {
    guard let start = unsafe sqlite3_column_blob(handle, column),
      unsafe sqlite3_column_bytes(handle, column) == 16
    else { return .zero }
    return unsafe UUID128(
      high: start.loadUnaligned(as: UInt64.self).bigEndian,
      low: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian)
  }
}
