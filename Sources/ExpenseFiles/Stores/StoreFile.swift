internal import ExpenseModel
internal import ExpenseStore

/// Another store of this library, as it was when it was opened.
///
/// What a commit of it holds is kept as the library's own JSON: so its rows are read, told of and
/// stored as those of that file are, whatever becomes of the store meanwhile. An expense is the same
/// by its UUID, and a row that both stores have imported by its fingerprint. Where the two stores have other values, the profile's `differing` says which count;
/// what was removed from this store is left out.
struct StoreFile: RowReader {
  private let file: OwnJSONFile
  let differing: DifferingRows?

  var identity: RowIdentity { .uuid }
  var comparesValues: Bool { true }
  var currencies: [Currency] { file.currencies }
  var importNames: [Int64: String]? { file.importNames }

  func cursor() -> any RowCursor { file.cursor() }
  func currency(_ code: String) -> Currency? { file.currency(code) }

  /// Whether a file begins as one of SQLite's ("Database File Format", section 1.3).
  static func isLikely(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

  /// Reads the expenses of a store as they are now, and lets go of it again.
  ///
  /// Other programs may use it meanwhile, and this one too.
  ///
  /// - Throws: as opening a store for reading: `notAStore`, `newer`, `damaged`, `busy`, `permission`.
  static func snapshot(of path: String) throws(ExpenseError) -> StoreSnapshot {
    var options = Store.Options()
    options.readOnly = true
    let store = try Store(path: path, options: options)
    defer { store.close() }
    var ids: [UInt32] = []
    let bytes = try Export.json(store) { (expense, isFirst) in
      if isFirst { ids = [] }
      ids.append(UInt32(clamping: expense.id))
    }
    return StoreSnapshot(bytes: bytes, ids: ids)
  }

  /// Opens what a snapshot has.
  static func open(
    _ bytes: [UInt8], _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    guard let ids = context.options.snapshotIDs else {
      throw ExpenseError(
        .argument,
        "a store is imported by its path, not from memory: what was written last may stand in a file "
          + "beside it")
    }
    try context.allowOnly(["differing"], for: "another store")
    var opened = try OwnJSONFile.open(DecodedText(bytes, declared: .utf8), context)
    opened.format = "store"
    opened.profile = context.profile
    // It has no lines: what tells an expense is its number there.
    for (row, id) in zip(opened.entries.indices, ids) { opened.entries[row].line = id }
    if let file = opened.reader as? OwnJSONFile {
      opened.reader = StoreFile(file: file, differing: context.profile.differing)
    }
    return opened
  }
}

/// What a store held at one commit.
struct StoreSnapshot {
  /// The library's own JSON.
  let bytes: [UInt8]
  /// The numbers that its expenses have there.
  let ids: [UInt32]
}
