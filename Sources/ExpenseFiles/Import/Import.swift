public import ExpenseModel
public import ExpenseStore
internal import Threads

/// A file that was read and compared with a store, and is yet to be committed.
///
/// Nothing is stored before ``commit()``. Any thread may call any method. It keeps the file's bytes
/// and about 40 bytes for each row; whatever else is asked of a row is read from the bytes again.
public final class Import: Sendable {
  let store: Store
  let options: ImportOptions
  let state: Guarded<State>

  /// What changes after opening.
  struct State {
    enum Phase { case open, committing, committed, closed }
    var phase = Phase.open
    /// As it was opened, to be read again after an answer.
    var file: [UInt8]
    /// What the caller has said of how it is to be read.
    var given: Profile
    var proposesColumns: Bool
    /// Nil while an open question keeps the rows from being read.
    var reader: (any RowReader)?
    var matching: Matching
    var entries: [RowEntry]
    var summary: ImportSummary
    /// All that is given and certain.
    var profile: Profile
    /// Whether rows were set since the summary was made.
    var summaryIsOld = false
    /// What the caller has made of rows, by their index.
    var edits: [Int: RowEdit] = [:]
    /// What a run of the rules came to.
    var ruled: RuledRows?
    /// Tells this reading of the file from the one after an answer.
    let reading = Reading()
    /// The store's revision that the entries were compared with.
    var revision: Int64
    /// Which profile that is, and whether it is open.
    private(set) var choice = ProfileChoice()

    mutating func take(_ choice: ProfileChoice) {
      self.choice = choice
      summary.profileName = choice.name
      guard let question = choice.question else { return }
      summary.findings.insert(question, at: 0)
      Import.describe(&summary, entries, reader)
    }
  }

  final class Reading: Sendable {}

  private init(_ store: Store, _ options: ImportOptions, _ state: State) {
    self.store = store
    self.options = options
    self.state = Guarded(state)
  }

  /// Reads a file: what its rows are, which of them the store has, and what is not clear.
  ///
  /// - Throws: `format` with the place, or `encoding`, when the file is not of its format;
  ///   `argument` for a wrong profile; `currency` for an unknown one; `missing`, `notAFile`,
  ///   `permission`, `io`; of another store what opening that throws. What the profile leaves open is no failure: see
  ///   ``ImportSummary/questions``.
  public static func open(
    _ store: Store, path: String, options: ImportOptions = ImportOptions()
  ) throws(ExpenseError) -> Import {
    let files = FileBytes.identities(of: [store.path, store.path + "-wal", store.path + "-shm"])
    let beginning = try FileBytes.read(path, most: 16) { files.contains($0) }
    var options = options
    if options.name.isEmpty {
      options.name = path.split(separator: "/").last.map(String.init) ?? path
    }
    options.path = path
    if options.format == "store" || options.format.isEmpty && StoreFile.isLikely(beginning) {
      let snapshot = try StoreFile.snapshot(of: path)
      options.format = "store"
      options.snapshotIDs = snapshot.ids
      return try open(store, bytes: snapshot.bytes, options: options)
    }
    let bytes = try FileBytes.read(path) { files.contains($0) }
    return try open(store, bytes: bytes, options: options)
  }

  /// Reads a file from memory; the rest is as in ``open(_:path:options:)``.
  public static func open(
    _ store: Store, bytes: [UInt8], options: ImportOptions = ImportOptions()
  ) throws(ExpenseError) -> Import {
    let format = try FileFormat.find(options.format, bytes)
    let choice = try ProfileChoice(
      options.profile, store, bytes, hasColumns: format.hasColumns)
    var state = try read(
      store, bytes, options, choice.given, proposesColumns: !choice.given.isComplete)
    state.take(choice)
    return Import(store, options, state)
  }

  /// Reads a file with what is given, and compares its rows with the store.
  ///
  /// - Parameters:
  ///   - layout: What is given and was found before of the header and the delimiter; nil: as given.
  ///   - proposesColumns: Whether columns that nobody asks for are looked for.
  static func read(
    _ store: Store, _ bytes: [UInt8], _ options: ImportOptions, _ given: Profile,
    layout: Profile? = nil, proposesColumns: Bool
  ) throws(ExpenseError) -> State {
    let pinned = try store.currencies()
    let byCode = Dictionary(uniqueKeysWithValues: pinned.map { ($0.code, $0) })
    let context = OpeningContext(
      options: options, profile: given, layout: layout ?? given,
      proposesColumns: proposesColumns,
      defaultCurrency: try store.defaultCurrency?.code,
      currency: { byCode[$0] ?? Currency.iso($0) }, pinned: pinned)
    // What a transaction has written has no revision yet: it is compared again at the commit.
    let revision = store.isInTransaction ? -1 : try store.revision
    let ahead = FingerprintsAhead(store, fileOf: bytes.count)
    defer { ahead.stop() }
    var file = try FileFormat.find(options.format, bytes).open(bytes, context)
    let matching = Matching(
      index: file.index, ids: file.ids, reader: file.reader, listener: options.progress)
    // In place: the entries of a large file are not to be there twice.
    try matching.run(store, &file.entries, ahead: ahead)
    var summary = ImportSummary()
    if let finding = try Differences(file.reader)?.finding(file.entries, store, options.name) {
      file.findings.append(finding)
    }
    summary.findings = file.findings
    summary.format = file.format
    summary.encoding = file.encoding.rawValue
    summary.name = options.name.isEmpty ? "data" : options.name
    Import.describe(&summary, file.entries, file.reader)
    return State(
      file: bytes, given: given, proposesColumns: proposesColumns, reader: file.reader,
      matching: matching, entries: file.entries,
      summary: summary, profile: file.profile, revision: revision)
  }

  /// Lets go of the file; what was not committed is forgotten.
  public func close() {
    state.withLock {
      $0.phase = .closed
      $0.file = []
      $0.reader = nil
      $0.entries = []
      $0.edits = [:]
      $0.ruled = nil
    }
  }

  static let closedError = ExpenseError(.handle, "the import is closed")
}
