internal import CSQLite
internal import ExpenseModel
internal import Glibc
internal import Threads

/// One SQLite connection, used by one thread at a time; its owner holds the lock.
@safe final class Connection {
  let path: String
  let handle: OpaquePointer
  private let busy: UnsafeMutablePointer<BusyState>
  private var isClosed = false
  private var statements: [TextKey: Statement] = [:]
  /// By the address of a text that stands in the library: that of a long text is found sooner.
  private var constantStatements: [(address: UInt, statement: Statement)] = []
  private var selectOne: Statement?
  /// Whether it reads a file with a log, whose index all share who have it open.
  private var sharesLog = false
  private var logHead: LogHead?
  /// Counts the transactions that the store's writer has begun: tells them from each other.
  var transactionNumber: Int64 = 0

  /// What SQLite's busy handler needs: until when to try again.
  private struct BusyState {
    var deadline = Deadline(after: 0)
    /// How long each wait lasts, in milliseconds; nil: until the deadline.
    var patience: Int32?
    var attempts: UInt32 = 0
  }

  /// Opens a database file, or what a URI names.
  ///
  /// - Parameter files: How SQLite reads and writes; nil for its own way.
  init(
    _ name: String, flags: Int32, files: String? = nil, path: String
  ) throws(ExpenseError) {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, files)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let extended = unsafe opened.map { unsafe sqlite3_extended_errcode($0) } ?? code
      let system = unsafe opened.map { unsafe sqlite3_system_errno($0) } ?? 0
      unsafe sqlite3_close_v2(opened)
      throw .sqlite(extended, system: system, "open", path: path)
    }
    unsafe handle = opened
    self.path = path
    unsafe busy = .allocate(capacity: 1)
    unsafe busy.initialize(to: BusyState())
    unsafe sqlite3_extended_result_codes(handle, 1)
    let handler: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { context, tried in
      guard let state = unsafe context?.assumingMemoryBound(to: BusyState.self) else { return 0 }
      if tried == 0, let patience = unsafe state.pointee.patience {
        unsafe state.pointee.deadline = Deadline(after: patience)
        unsafe state.pointee.attempts = 0
      }
      if unsafe state.pointee.deadline.hasPassed { return 0 }
      // Short random sleeps: SQLite's own growing ones starve a process under several writers.
      unsafe state.pointee.attempts &+= 1
      unsafe Platform.sleepRandomly(upTo: min(5_000, 200 &* state.pointee.attempts))
      return 1
    }
    unsafe sqlite3_busy_handler(handle, handler, busy)
    harden()
  }

  /// Opens a file for reading and writing.
  ///
  /// - Parameter shown: The path that errors name; nil for the same.
  ///
  /// Where SQLite is built to take every name as a URI, `file:x` and `:memory:` are no files to it;
  /// with `./` before them they are.
  convenience init(file path: String, path shown: String? = nil) throws(ExpenseError) {
    try self.init(
      path.hasPrefix("/") ? path : "./" + path, flags: SQLITE_OPEN_READWRITE,
      files: LogFiles.name, path: shown ?? path)
  }

  /// How large the log may grow before it is moved into the file.
  func moveLog(everyPages pages: Int32) {
    unsafe sqlite3_wal_autocheckpoint(handle, pages)
  }

  /// A file is data, not code: nothing that its schema says may run.
  private func harden() {
    unsafe csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    unsafe csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    unsafe csqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    unsafe csqlite_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    unsafe csqlite_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    for (limit, most) in Connection.limits { unsafe _ = sqlite3_limit(handle, limit, most) }
  }

  /// Lets this connection write into the table of the schema, or no longer.
  func setSchemaWritable(_ writable: Bool) throws(ExpenseError) {
    if writable { unsafe csqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0) }
    try execute("PRAGMA writable_schema = \(writable ? "ON" : "OFF")")
    if !writable { unsafe csqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1) }
  }

  /// How long the next calls wait for a lock that another connection holds.
  func setDeadline(_ deadline: Deadline) {
    unsafe busy.pointee = BusyState(deadline: deadline)
  }

  /// Makes it one that only reads.
  ///
  /// Who shares the log waits for no writer, only while another program brings the log's index in
  /// order, which a killed one has left half written. That is soon done, and a read that fails of it
  /// would be a change that nobody hears of: also a callback waits for it.
  ///
  /// - Parameter busyTimeout: How long to wait for writers where the file has no log.
  func becomeReader(sharesLog: Bool, busyTimeout: Int32) throws(ExpenseError) {
    try execute("PRAGMA query_only = ON")
    self.sharesLog = sharesLog
    unsafe busy.pointee = BusyState(patience: sharesLog ? max(5000, busyTimeout) : busyTimeout)
  }

  /// Closes the connection. SQLite moves its log into the file when it was the last one.
  func close() {
    if isClosed { return }
    isClosed = true
    statements.removeAll()
    constantStatements.removeAll()
    selectOne = nil
    unsafe sqlite3_close_v2(handle)
  }

  deinit {
    close()
    unsafe busy.deallocate()
  }

  /// Runs statements that answer nothing.
  func execute(_ sql: String) throws(ExpenseError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error("run") }
  }

  /// The prepared statement for this text, ready to bind; prepared once and kept.
  func statement(_ sql: String) throws(ExpenseError) -> Statement {
    let key = TextKey(sql)
    if let kept = statements[key] {
      kept.reset()
      return kept
    }
    let new = try Statement(self, sql)
    statements[key] = new
    return new
  }

  /// The same for a text that stands in the library.
  func statement(constant sql: StaticString) throws(ExpenseError) -> Statement {
    let address = unsafe UInt(bitPattern: sql.utf8Start)
    // They are few: to look at each takes less than to hash one.
    for kept in constantStatements where kept.address == address {
      kept.statement.reset()
      return kept.statement
    }
    let new = try Statement(self, sql.description)
    constantStatements.append((address, new))
    return new
  }

  /// The statement that reads an expense by its id, which is used more than any other.
  func statementForOne() throws(ExpenseError) -> Statement {
    if let selectOne {
      selectOne.reset()
      return selectOne
    }
    let new = try Statement(self, Schema.selectOne.description)
    selectOne = new
    return new
  }

  /// Runs a statement that answers nothing and is run again and again.
  func run(_ sql: StaticString) throws(ExpenseError) {
    try statement(constant: sql).run()
  }

  /// The first column of the first row as an integer; 0 when there is none.
  func integer(_ sql: String) throws(ExpenseError) -> Int64 {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The state that the file is in; nil where that can't be told at this moment, and, without a lock
  /// of the file, where it has no log.
  ///
  /// For a connection that has read from the file before.
  func fileState(lockingFile: Bool = true) throws(ExpenseError) -> FileState? {
    if sharesLog, logHead == nil { logHead = unsafe LogHead(handle) }
    if let logHead { return logHead.state }
    return lockingFile ? FileState(dataVersion: try integer("PRAGMA data_version")) : nil
  }

  /// The first column of all rows as texts.
  func texts(_ sql: String) throws(ExpenseError) -> [String] {
    let statement = try statement(sql)
    defer { statement.reset() }
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0)) }
    return texts
  }

  /// A number that is another one when anyone has committed since; it costs nothing to ask for, but
  /// is only up to date inside a transaction.
  var dataVersion: UInt32? {
    var version: UInt32 = 0
    let code = unsafe sqlite3_file_control(
      handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// The error that SQLite reported last.
  func error(_ what: String) -> ExpenseError {
    // SQLite keeps no system error of a commit that failed; errno still is that of the last call.
    let last = errno
    let code = unsafe sqlite3_extended_errcode(handle)
    let kept = unsafe sqlite3_system_errno(handle)
    let system = kept == 0 && code & 0xff == SQLITE_IOERR ? last : kept
    return .sqlite(code, system: system, what, path: path)
  }

  /// Runs a body that sees one state of the file, whatever others write meanwhile.
  func snapshot<Result>(
    _ body: () throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    if isInTransaction { return try body() }
    try run("BEGIN")
    let result: Result
    do throws(ExpenseError) {
      result = try body()
    } catch {
      try? run("ROLLBACK")
      throw error
    }
    try run("COMMIT")
    return result
  }
}
