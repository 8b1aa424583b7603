internal import ExpenseModel

/// The table of packed columns: what a former process has left, so that not every row is read again.
enum ColumnCache {
  /// The cache as a whole.
  struct State: Equatable, Sendable {
    /// The commit as of which all of it is.
    var revision: Int64
    /// How many expenses there were.
    var rows: Int64
    /// Another number each time that the cache is written.
    var writes: Int64
    /// Which state of the tables it belongs to: who has changed them may have changed anything.
    var schema: Int64
  }

  /// One part as the table has it.
  struct Entry: Sendable {
    var part: CachedPart
    var rows: Int64
    var checksum: Int64
  }

  /// How the bytes of state and parts are laid out.
  private static let format: UInt64 = 1

  /// A cache of fewer parts than this goes through all of them, whatever lies between.
  private static let maximumParts: Int64 = 1 << 20

  // MARK: Reading

  /// The state; nil where there is no cache, or one that is not to be used.
  static func state(_ connection: Connection) throws(ExpenseError) -> State? {
    let select = try connection.statement(
      "SELECT revision, rows, checksum, data FROM column_cache WHERE id = 0")
    defer { select.reset() }
    guard try select.step() else { return nil }
    let bytes = select.bytes(3)
    guard BlobChecksum.of(bytes, under: 0) == select.integer(2) else { return nil }
    let state: State? = unsafe bytes.withUnsafeBytes { bytes in
      var reader = unsafe BlobReader(bytes)
      func next() -> Int64? { reader.number(8).map { Int64(bitPattern: $0) } }
      guard reader.number(8) == format, let revision = next(), let rows = next(),
        let writes = next(), let schema = next(), reader.isAtEnd
      else { return nil }
      return State(revision: revision, rows: rows, writes: writes, schema: schema)
    }
    guard let state, state.revision == select.integer(0), state.rows == select.integer(1),
      Journal.isValid(revision: state.revision),
      state.schema == (try connection.integer("PRAGMA schema_version"))
    else { return nil }
    return state
  }

  /// Tells one state of the cache from another; 0 for none.
  static func stamp(_ connection: Connection) throws(ExpenseError) -> Int64 {
    try connection.integer("SELECT checksum FROM column_cache WHERE id = 0")
  }

  /// The parts that the table has, in order; nil when they are none that the library has written.
  static func entries(_ connection: Connection) throws(ExpenseError) -> [Entry]? {
    let select = try connection.statement(
      "SELECT id, rows, checksum FROM column_cache WHERE id <> 0 ORDER BY id LIMIT ?1")
    defer { select.reset() }
    select.bind(1, maximumParts)
    var entries: [Entry] = []
    while try select.step() {
      let id = select.integer(0)
      guard id > 0, id % 8 == 1, id / 8 <= CachedPart.last else { return nil }
      entries.append(
        Entry(
          part: CachedPart(id / 8), rows: select.integer(1), checksum: select.integer(2)))
    }
    return entries
  }

  /// The rows of a part; nil where they are damaged.
  static func chunks(
    _ part: CachedPart, _ limits: ColumnLimits, _ connection: Connection
  ) throws(ExpenseError) -> [ColumnChunk]? {
    let select = try connection.statement(
      "SELECT rows, checksum, data FROM column_cache WHERE id = ?1")
    defer { select.reset() }
    select.bind(1, id(part))
    guard try select.step() else { return nil }
    let (rows, checksum) = (select.integer(0), select.integer(1))
    let chunks: [ColumnChunk]? = unsafe select.withBytes(2) { bytes in
      guard unsafe BlobChecksum.of(bytes, under: id(part)) == checksum else { return nil }
      return unsafe part.decode(bytes, limits)
    }
    guard let chunks, chunks.reduce(0, { $0 + Int64($1.count) }) == rows else { return nil }
    return chunks
  }

  private static func id(_ part: CachedPart) -> Int64 { part.number * 8 + 1 }

  // MARK: Writing

  /// Writes a part of columns, or removes it where they have no rows in it.
  static func write(
    _ part: CachedPart, of columns: Columns, _ connection: Connection
  ) throws(ExpenseError) {
    guard let (bytes, rows) = part.encode(columns) else {
      let delete = try connection.statement("DELETE FROM column_cache WHERE id = ?1")
      delete.bind(1, id(part))
      return try delete.run()
    }
    try write(id(part), revision: columns.revision, rows: Int64(rows), bytes, connection)
  }

  /// Writes the state.
  static func write(_ state: State, _ connection: Connection) throws(ExpenseError) {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: format, bytes: 8)
    for number in [state.revision, state.rows, state.writes, state.schema] {
      bytes.append(littleEndian: UInt64(bitPattern: number), bytes: 8)
    }
    try write(0, revision: state.revision, rows: state.rows, bytes, connection)
  }

  private static func write(
    _ id: Int64, revision: Int64, rows: Int64, _ bytes: [UInt8], _ connection: Connection
  ) throws(ExpenseError) {
    let replace = try connection.statement(
      """
      INSERT OR REPLACE INTO column_cache(id, revision, rows, checksum, data) \
      VALUES(?1, ?2, ?3, ?4, ?5)
      """)
    replace.bind(1, id)
    replace.bind(2, revision)
    replace.bind(3, rows)
    replace.bind(4, BlobChecksum.of(bytes, under: id))
    replace.bind(5, bytes)
    try replace.run()
  }

  /// Forgets everything.
  static func clear(_ connection: Connection) throws(ExpenseError) {
    try connection.execute("DELETE FROM column_cache")
  }

  /// Has a copy of the file keep the cache: SQLite gives the tables of a copy another number.
  static func adopt(_ connection: Connection, from original: Connection) throws(ExpenseError) {
    guard var state = try state(original) else { return }
    state.schema = try connection.integer("PRAGMA schema_version")
    try write(state, connection)
  }
}

extension Connection {
  /// Whether the file has the table at all: older ones had none.
  var hasColumnCache: Bool {
    get throws(ExpenseError) {
      try integer("SELECT count(*) FROM sqlite_schema WHERE name = 'column_cache'") > 0
    }
  }
}
