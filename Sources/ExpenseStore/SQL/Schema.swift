internal import Glibc

/// The schema of a store file. It can be read with the sqlite3 shell; only the library writes it.
enum Schema {
  /// "iexp": tells a store from every other SQLite file.
  static let applicationID: Int64 = 0x6965_7870

  /// The schema version that this library writes.
  static let version: Int64 = 1

  /// What brings a file of version n + 1 from version n, each in one transaction with the next.
  static let migrations: [[String]] = []

  /// The table of expenses. date: days since 1970-01-01. amount: minor units. category, account: 0 for
  /// none.
  static let expense = """
    CREATE TABLE expense(id INTEGER PRIMARY KEY, date INTEGER NOT NULL, amount INTEGER NOT NULL, \
    currency INTEGER NOT NULL, type INTEGER NOT NULL, category INTEGER NOT NULL, \
    account INTEGER NOT NULL, name TEXT NOT NULL, uuid BLOB NOT NULL, import INTEGER, \
    line INTEGER, fingerprint INTEGER, external_id TEXT, note TEXT, reimbursement INTEGER, \
    tags TEXT, conversion_amount INTEGER, conversion_currency INTEGER, conversion_rate TEXT, \
    extra TEXT) STRICT
    """

  /// Tables and views, in the order of creation.
  static let objects: [String] = [
    // Currencies with the digits that the stored amounts were written with.
    """
    CREATE TABLE currency(id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, \
    digits INTEGER NOT NULL) STRICT
    """,
    "CREATE TABLE type(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE category(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE account(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE origin(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    // revision: the commit that stored it. stands: 0 while that is undone.
    """
    CREATE TABLE import(id INTEGER PRIMARY KEY, name TEXT NOT NULL, revision INTEGER NOT NULL, \
    stands INTEGER NOT NULL DEFAULT 1) STRICT
    """,
    // Expenses that were imported and then removed, other than by the undo of their import: what a
    // file of the same rows is told of them. They count while their import stands.
    """
    CREATE TABLE removed_row(id INTEGER PRIMARY KEY, import INTEGER NOT NULL, \
    fingerprint INTEGER NOT NULL) STRICT
    """,
    expense,
    // What a file gave of a row whose amount, date or name was changed before it was stored.
    """
    CREATE TABLE original_row(id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, \
    date INTEGER NOT NULL, name TEXT NOT NULL) STRICT
    """,
    // Which rules a commit has followed: a JSON object of fields and names of rules.
    "CREATE TABLE ruling(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    // The expenses in which rules set fields (bits, as in the library) in a commit.
    """
    CREATE TABLE ruled_row(id INTEGER NOT NULL, revision INTEGER NOT NULL, \
    ruling INTEGER NOT NULL, fields INTEGER NOT NULL, PRIMARY KEY(id, revision, ruling)) \
    STRICT, WITHOUT ROWID
    """,
    // month: yyyymm. The sum is high * 2^64 + low, low read as unsigned.
    """
    CREATE TABLE total(month INTEGER NOT NULL, type INTEGER NOT NULL, category INTEGER NOT NULL, \
    currency INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL, \
    count INTEGER NOT NULL, PRIMARY KEY(month, type, category, currency)) STRICT, WITHOUT ROWID
    """,
    // One row per commit. kind: 0 edit, 1 undo, 2 redo, 3 settings. target: the revision undone or
    // done again. undone_by: what undid it. applied_by: the redo by which it stands again. images: as
    // rows of journal_image, where these are few bytes; else NULL.
    """
    CREATE TABLE journal(revision INTEGER PRIMARY KEY, kind INTEGER NOT NULL, \
    origin INTEGER NOT NULL, instance INTEGER NOT NULL, time INTEGER NOT NULL, label TEXT, \
    target INTEGER, undone_by INTEGER, applied_by INTEGER, next_id INTEGER NOT NULL, \
    first_id INTEGER NOT NULL, last_id INTEGER NOT NULL, items BLOB NOT NULL, images BLOB) STRICT
    """,
    // The rows that a commit changed or removed, as they were before it, where they are many.
    """
    CREATE TABLE journal_image(revision INTEGER NOT NULL, part INTEGER NOT NULL, \
    first_id INTEGER NOT NULL, last_id INTEGER NOT NULL, rows BLOB NOT NULL, \
    PRIMARY KEY(revision, part)) STRICT, WITHOUT ROWID
    """,
    // Packed columns of expenses, so that not every row is read at each start. What they say is never
    // trusted over the rows, and they may be missing. Row 0 is their state: revision: the commit as
    // of which they are. Row 8 * part + 1: the expenses with ids from 65536 * part on, that many
    // rows, as CachedPart describes. checksum: BlobChecksum of data.
    """
    CREATE TABLE column_cache(id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, \
    rows INTEGER NOT NULL, checksum INTEGER NOT NULL, data BLOB NOT NULL) STRICT
    """,
    """
    CREATE VIEW expense_readable AS SELECT id, date(day * 86400, 'unixepoch') AS date, name, \
    sign || CASE digits WHEN 0 THEN padded ELSE substr(padded, 1, length(padded) - digits) || \
    '.' || substr(padded, -digits) END AS amount, currency, type, category, account, note, tags \
    FROM (SELECT e.id, e.date AS day, e.name, iif(e.amount < 0, '-', '') AS sign, c.digits, \
    substr('00000000', 1, c.digits + 1 - length(ltrim(e.amount, '-'))) || \
    ltrim(e.amount, '-') AS padded, c.code AS currency, t.name AS type, g.name AS category, \
    a.name AS account, e.note, e.tags FROM expense e JOIN currency c ON c.id = e.currency \
    JOIN type t ON t.id = e.type LEFT JOIN category g ON g.id = e.category \
    LEFT JOIN account a ON a.id = e.account)
    """,
  ]

  /// The tables that nobody but the library may write.
  static let tables = [
    "currency", "type", "category", "account", "origin", "setting", "import", "removed_row",
    "original_row", "expense", "ruling", "ruled_row", "total", "journal", "journal_image",
    "column_cache",
  ]

  /// Refuses every write by a connection that runs triggers: by all but the library's own.
  static var guards: [(name: String, table: String, sql: String)] {
    (0..<tables.count * verbs).map { index in
      let table = tables[index / verbs]
      var sql = ""
      _ = forEachPart(ofGuard: index) {
        sql += $0
        return true
      }
      return ("guard_\(table)_\(verb(index).name)", table, sql)
    }
  }

  /// How many guards each table has.
  private static let verbs = 3

  /// What a guard refuses.
  private static func verb(_ index: Int) -> (sql: String, name: String) {
    switch index % verbs {
    case 0: ("INSERT", "insert")
    case 1: ("UPDATE", "update")
    default: ("DELETE", "delete")
    }
  }

  /// Hands over the text of a guard in pieces, while they are taken; whether all were.
  @inline(__always)
  private static func forEachPart(ofGuard index: Int, _ take: (String) -> Bool) -> Bool {
    let (table, verb) = (tables[index / verbs], verb(index))
    return take("CREATE TRIGGER guard_") && take(table) && take("_") && take(verb.name)
      && take(" BEFORE ") && take(verb.sql) && take(" ON ") && take(table)
      && take(
        " BEGIN SELECT RAISE(ABORT, 'only the iexpense library may change this file'); END")
  }

  /// Every object of a file of this version, by its own text, sorted.
  static var expected: [String] { (objects + guards.map { $0.sql }).sorted() }

  /// Whether a text is that of the object that is made so manieth, counted from 0.
  ///
  /// Compared piece by piece: to put all these texts together takes as long as a short program's work.
  static func isObject(_ index: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    guard index < objectCount else { return false }
    var offset = 0
    func isNext(_ part: String) -> Bool {
      var part = part
      return part.withUTF8 { bytes in
        guard let there = text.baseAddress, let wanted = bytes.baseAddress,
          text.count - offset >= bytes.count
        else { return false }
        defer { offset += bytes.count }
        return unsafe memcmp(there + offset, wanted, bytes.count) == 0
      }
    }
    let isSame =
      index < objects.count
      ? isNext(objects[index]) : forEachPart(ofGuard: index - objects.count, isNext)
    return isSame && offset == text.count
  }

  /// How many objects there are.
  static var objectCount: Int { objects.count + tables.count * verbs }

  static let select = """
    SELECT id, date, amount, currency, type, category, account, name, uuid, import, line, \
    fingerprint, external_id, note, reimbursement, tags, conversion_amount, conversion_currency, \
    conversion_rate, extra FROM expense
    """

  static let selectOne: StaticString = """
    SELECT id, date, amount, currency, type, category, account, name, uuid, import, line, \
    fingerprint, external_id, note, reimbursement, tags, conversion_amount, conversion_currency, \
    conversion_rate, extra FROM expense WHERE id = ?1
    """

  static let insert: StaticString = """
    INSERT INTO expense(id, date, amount, currency, type, category, account, name, uuid, import, \
    line, fingerprint, external_id, note, reimbursement, tags, conversion_amount, \
    conversion_currency, conversion_rate, extra) \
    VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, \
    ?20)
    """

  static let update: StaticString = """
    UPDATE expense SET date = ?2, amount = ?3, currency = ?4, type = ?5, category = ?6, \
    account = ?7, name = ?8, uuid = ?9, import = ?10, line = ?11, fingerprint = ?12, \
    external_id = ?13, note = ?14, reimbursement = ?15, tags = ?16, conversion_amount = ?17, \
    conversion_currency = ?18, conversion_rate = ?19, extra = ?20 WHERE id = ?1
    """
}
