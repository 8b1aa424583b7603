internal import ExpenseModel

/// What a store's `ColumnKeeper` remembers; its lock is held for every call.
struct ColumnState {
  /// The columns at the newest revision that was asked for; nil before the first question.
  private(set) var current: Columns?
  /// The latest states, newest last: views that follow one change share them.
  private var recent: [Columns] = []
  private var texts = TextInterner()
  private var nextGeneration: Int64 = 1
  /// Opens the file once more, so that a load can use two threads; nil for a store in memory.
  let openAgain: OpenAgain?

  init(openAgain: OpenAgain? = nil) {
    self.openAgain = openAgain
  }

  private static let maximumRecent = 8

  /// What loads have found of the file's cache.
  private(set) var cacheReport = CacheReport()

  struct CacheReport: Sendable {
    /// How many parts the last load has taken from it.
    var partsTaken = 0
    /// Parts that were not what the library had written.
    var damaged: Set<CachedPart> = []
    /// What it said was not what the rows are.
    var isWrong = false
  }

  /// The state of the file that `current` was last found to be of.
  private var stateOfCurrent: FileState?
  /// The table of totals and the state of the file that it is of.
  private var totals: (state: FileState?, table: MonthlyTotals)?

  /// The columns when the file is in the state that it was in when they were last asked for; nil when
  /// they have to catch up.
  func unchanged(_ needs: ColumnNeeds, _ state: FileState?) -> Columns? {
    guard isUnchanged(needs, state) else { return nil }
    return current
  }

  // MARK: Lending

  /// Whether all columns are loaded.
  var isComplete: Bool { current?.loaded == .all }

  /// How many rows were read from the file since the columns would have had them.
  private var readBeside = 0
  /// To catch up with a change takes about as long as to read so many rows from the file.
  private static let maximumBeside = 16

  /// Lends a row where the columns are complete and of this state of the file.
  mutating func lend(_ id: Int64, _ state: FileState?, _ body: (LentRow) -> Void) -> Lending? {
    guard isUnchanged(.all, state) else {
      readBeside += 1
      return nil
    }
    return current?.lend(id, body)
  }

  /// Lends rows as a revision left them and tells the places of those that were refused; nil where the
  /// columns are not complete or of another revision.
  func lend(
    _ ids: [Int64], after revision: Int64, _ body: (Int, LentRow) -> Void
  ) -> [Int]? {
    guard isComplete, current?.revision == revision else { return nil }
    return ids.indices.filter { place in
      if case .lent = current?.lend(ids[place], { body(place, $0) }) { false } else { true }
    }
  }

  /// Whether so many rows were read from the file that it would have been better to catch up.
  var isWorthCatchingUp: Bool { readBeside >= ColumnState.maximumBeside }

  /// Whether the columns are of a state of the file.
  func isUnchanged(_ needs: ColumnNeeds, _ state: FileState?) -> Bool {
    guard let state, state == stateOfCurrent else { return false }
    return current?.loaded.isSuperset(of: needs) ?? false
  }

  /// The table of totals at the last commit, read again when the file has changed.
  mutating func monthlyTotals(_ connection: Connection) throws(ExpenseError) -> MonthlyTotals {
    let known = totals
    let state = try connection.fileState()
    if let known, let state, state == known.state { return known.table }
    let table = try connection.snapshot { () throws(ExpenseError) in
      try MonthlyTotals(connection, known: known?.table.knownNames ?? ColumnNames())
    }
    totals = (state, table)
    return table
  }

  // MARK: The last commit

  /// Brings the columns to the connection's revision.
  ///
  /// - Parameter state: The state of the file before the connection began to read.
  mutating func catchUp(
    _ needs: ColumnNeeds, _ connection: Connection, _ names: Names, at state: FileState? = nil
  ) throws(ExpenseError) -> Columns {
    stateOfCurrent = nil
    readBeside = 0
    let columns = try newest(needs, connection, names)
    stateOfCurrent = state
    return columns
  }

  private mutating func newest(
    _ needs: ColumnNeeds, _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> Columns {
    let revision = try Journal.lastRevision(connection)
    guard let current, current.revision <= revision else {
      return try loadAnew(needs, revision, connection, names)
    }
    let wanted = current.loaded.union(needs)
    if current.revision == revision, wanted == current.loaded { return current }
    if wanted != current.loaded {
      return try load(
        wanted, revision, connection, names, generation: current.generation, current.names)
    }
    let changes = try Journal.changes(after: current.revision, connection, names)
    guard let ids = ColumnState.touchedIDs(changes, after: current.revision) else {
      return try load(
        wanted, revision, connection, names, generation: current.generation, current.names)
    }
    var columns = current
    try apply(ids, to: &columns, connection) { (id) throws(ExpenseError) in
      try connection.row(id)
    }
    columns.revision = revision
    remember(columns, isNewest: true)
    return columns
  }

  /// The ids that changes touched, sorted; nil when everything is to be loaded instead.
  private static func touchedIDs(_ changes: [Change], after revision: Int64) -> [Int64]? {
    var rows: Int64 = 0
    var last = revision
    for change in changes {
      guard change.firstRevision == last + 1, change.kind != .reset, change.kind != .initial else {
        return nil
      }
      last = change.lastRevision
      for item in change.items {
        rows &+= item.count
        guard item.count >= 0, rows >= 0, rows <= ColumnKeeper.maximumRows else { return nil }
      }
    }
    let ids = changes.flatMap(\.items).flatMap(\.ids).sorted()
    return ids.indices.filter { $0 == 0 || ids[$0] != ids[$0 - 1] }.map { ids[$0] }
  }

  /// Sets the rows with some ids, which are sorted, to what a closure says they are.
  private mutating func apply(
    _ ids: [Int64], to columns: inout Columns, _ connection: Connection,
    _ row: (Int64) throws(ExpenseError) -> StoredRow?
  ) throws(ExpenseError) {
    try ColumnScan.extendNames(&columns.names, connection)
    var edits: [Columns.Edit] = []
    for id in ids {
      let stored = try row(id)
      let new = try stored.map { (stored) throws(ExpenseError) in
        try ColumnRow(stored, columns.loaded, columns.names, &texts, connection.path)
      }
      edits.append((id, new))
    }
    columns.texts = texts.snapshot()
    columns.apply(edits)
  }

  private mutating func loadAnew(
    _ needs: ColumnNeeds, _ revision: Int64, _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> Columns {
    texts = TextInterner()
    recent = []
    let generation = nextGeneration
    nextGeneration += 1
    return try load(
      needs, revision, connection, names, generation: generation, ColumnNames())
  }

  private mutating func load(
    _ needs: ColumnNeeds, _ revision: Int64, _ connection: Connection, _ names: Names,
    generation: Int64, _ columnNames: ColumnNames
  ) throws(ExpenseError) -> Columns {
    var columnNames = columnNames
    try ColumnScan.extendNames(&columnNames, connection)
    let load = ColumnLoad(
      needs: needs, names: columnNames, revision: revision, openAgain: openAgain)
    var cache: ColumnCache.Use?
    // What the cache lacks takes a look at every row, which then gives all the rest too.
    if needs.isEmpty, !cacheReport.isWrong {
      cache = (try? ColumnCache.use(at: revision, connection, names)) ?? nil
    }
    var columns = try run(load, cache, generation, connection)
    if let cache {
      try apply(cache.edits, to: &columns, connection) { (id) throws(ExpenseError) in
        try connection.row(id)
      }
      if try !columns.agreeWithTotals(connection) {
        cacheReport.isWrong = true
        columns = try run(load, nil, generation, connection)
      }
    }
    remember(columns, isNewest: true)
    return columns
  }

  private mutating func run(
    _ load: ColumnLoad, _ cache: ColumnCache.Use?, _ generation: Int64, _ connection: Connection
  ) throws(ExpenseError) -> Columns {
    let rows = try load.run(texts, cache, connection)
    texts = rows.texts
    cacheReport.damaged.formUnion(rows.damaged)
    cacheReport.partsTaken = (cache?.parts.count ?? 0) - rows.damaged.count
    let chunks = cache == nil ? rows.chunks : ChunkBuilder.joined(rows.chunks, load.needs)
    return Columns(
      revision: load.revision, generation: generation, loaded: load.needs, chunks: chunks,
      names: load.names, texts: texts.snapshot())
  }

  private mutating func remember(_ columns: Columns, isNewest: Bool) {
    if isNewest {
      current = columns
      stateOfCurrent = nil
    }
    let known = recent.indices.filter {
      recent[$0].revision == columns.revision && recent[$0].loaded.isSubset(of: columns.loaded)
    }
    for index in known.reversed() { recent.remove(at: index) }
    recent.append(columns)
    if recent.count > ColumnState.maximumRecent { recent.removeFirst() }
  }

  // MARK: One change

  mutating func advance(
    _ old: Columns, by change: Change, _ needs: ColumnNeeds, _ connection: Connection,
    _ names: Names
  ) throws(ExpenseError) -> (columns: Columns, changes: [ColumnChange]?) {
    guard change.firstRevision == old.revision + 1,
      let ids = ColumnState.touchedIDs([change], after: old.revision),
      current.map({ $0.generation == old.generation }) ?? false
    else { return (try catchUp(needs, connection, names), nil) }
    let new = try columns(after: change, from: old, ids, needs, connection, names)
    guard new.generation == old.generation else { return (new, nil) }
    return (new, ColumnState.changes(by: change, ids, from: old, to: new))
  }

  /// The same from rows that are known without the file; nil when the columns cannot take them in.
  ///
  /// - Parameter rows: Every row that the change touched, in order of id.
  mutating func advance(
    _ old: Columns, by change: Change, _ needs: ColumnNeeds, _ rows: [CommittedRows.Row],
    _ path: String
  ) throws(ExpenseError) -> (columns: Columns, changes: [ColumnChange]?)? {
    guard let current, change.firstRevision == old.revision + 1, change.kind != .reset,
      current.generation == old.generation
    else { return nil }
    let ids = rows.map(\.id)
    if let known = recently(change.lastRevision, old.generation, needs) {
      return (known, ColumnState.changes(by: change, ids, from: old, to: known))
    }
    // Of the same revision the newest may have columns that another view needs.
    let isNewest = current.revision == old.revision && current.loaded.isSuperset(of: old.loaded)
    var columns = isNewest ? current : old
    guard columns.loaded.isSuperset(of: needs) else { return nil }
    var edits: [Columns.Edit] = []
    for (id, row) in rows {
      let new = try row.map { (row) throws(ExpenseError) in
        try ColumnRow(row, columns.loaded, columns.names, &texts, path)
      }
      edits.append((id, new))
    }
    columns.texts = texts.snapshot()
    columns.apply(edits)
    columns.revision = change.lastRevision
    remember(columns, isNewest: isNewest)
    return (columns, ColumnState.changes(by: change, ids, from: old, to: columns))
  }

  /// The columns at a revision, if they are still there.
  private func recently(
    _ revision: Int64, _ generation: Int64, _ needs: ColumnNeeds
  ) -> Columns? {
    recent.last {
      $0.revision == revision && $0.generation == generation && $0.loaded.isSuperset(of: needs)
    }
  }

  /// What a change did to each of the rows that it touched.
  ///
  /// What happened to a row is what the columns say, and each row is there once: a damaged journal
  /// may say that one was removed twice, or that nothing of it was changed.
  private static func changes(
    by change: Change, _ ids: [Int64], from old: Columns, to new: Columns
  ) -> [ColumnChange] {
    var fields: [Int64: ExpenseFields] = [:]
    for item in change.items where item.kind == .updated {
      for id in item.ids { fields[id, default: []].formUnion(item.fields) }
    }
    return ids.compactMap { id in
      let (before, after) = (old.row(id), new.row(id))
      if before == nil, after == nil { return nil }
      var changed = fields[id] ?? []
      if changed.isEmpty, before != after { changed = .all }
      let isUpdate = before != nil && after != nil
      return ColumnChange(
        id: id, kind: before == nil ? .added : after == nil ? .removed : .updated,
        fields: isUpdate ? changed : [], old: before, new: after)
    }
  }

  /// The columns at exactly the revision of a change.
  private mutating func columns(
    after change: Change, from old: Columns, _ ids: [Int64], _ needs: ColumnNeeds,
    _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> Columns {
    let revision = change.lastRevision
    if let known = recently(revision, old.generation, needs) { return known }
    if try Journal.lastRevision(connection) <= revision {
      return try catchUp(needs, connection, names)
    }
    // The store is ahead.
    let isNewest = current?.revision == old.revision && current?.loaded == old.loaded
    var columns = old
    try apply(ids, to: &columns, connection) { (id) throws(ExpenseError) in
      try Store.row(id, after: revision, connection)
    }
    columns.revision = revision
    remember(columns, isNewest: isNewest)
    return columns
  }

  // MARK: A transaction

  /// Columns of the last commit with what an open transaction has done on top.
  ///
  /// Nothing of them is remembered: a rolled back transaction gives its numbers to other names.
  mutating func overlay(
    _ effect: Effect, on committed: Columns, _ connection: Connection
  ) throws(ExpenseError) -> Columns {
    var columns = committed
    let ids = Set(effect.items.flatMap(\.ids)).sorted()
    try apply(ids, to: &columns, connection) { (id) throws(ExpenseError) in
      try connection.row(id)
    }
    return columns
  }
}
