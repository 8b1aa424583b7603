internal import ExpenseModel

/// Writes the before-images of a commit into the journal, in blobs of at most 4,096 rows.
struct ImageSink {
  private static let rowsPerPart = 4096
  /// A blob that has reached this is full: rows may be of megabytes, and SQLite takes 1 GB.
  private static let bytesPerPart = 4 << 20
  /// So many stand in the journal's own row: another table costs a small commit a page more of the log.
  private static let bytesInJournal = 1024

  let revision: Int64
  private var writer = ByteWriter()
  private var part: Int64 = 0
  private var rows = 0
  private var firstID = Int64.max
  private var lastID = Int64.min

  init(revision: Int64) {
    self.revision = revision
  }

  mutating func append(_ image: RowImage, _ connection: Connection) throws(ExpenseError) {
    image.write(to: &writer)
    firstID = min(firstID, image.row.id)
    lastID = max(lastID, image.row.id)
    rows += 1
    if rows == ImageSink.rowsPerPart || writer.bytes.count >= ImageSink.bytesPerPart {
      try flush(connection)
    }
  }

  /// The last images: those that are few are for the journal's own row, others are written.
  mutating func finish(_ connection: Connection) throws(ExpenseError) -> [UInt8]? {
    if part == 0, rows > 0, writer.bytes.count <= ImageSink.bytesInJournal { return writer.bytes }
    try flush(connection)
    return nil
  }

  private mutating func flush(_ connection: Connection) throws(ExpenseError) {
    guard rows > 0 else { return }
    let statement = try connection.statement(
      constant: """
        INSERT INTO journal_image(revision, part, first_id, last_id, rows) \
        VALUES(?1, ?2, ?3, ?4, ?5)
        """)
    statement.bind(1, revision)
    statement.bind(2, part)
    statement.bind(3, firstID)
    statement.bind(4, lastID)
    statement.bind(5, writer.bytes)
    try statement.run()
    writer.removeAll()
    (part, rows, firstID, lastID) = (part + 1, 0, Int64.max, Int64.min)
  }
}
