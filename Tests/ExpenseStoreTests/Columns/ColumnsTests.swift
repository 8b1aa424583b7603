import ExpenseModel
import Testing

@testable import ExpenseStore

/// Columns against plain arrays of expenses.
@Suite struct ColumnsTests {
  @Test(arguments: seeds(2))
  func columnsAreWhatTheStoreHolds(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let folder = TemporaryFolder()
    let stores = [
      try Store.file(folder.file()) { $0.relaxed = true },
      try Store.file(folder.file(), origin: "other") { $0.relaxed = true },
    ]
    // One that lags behind, and is led through each change.
    var held = try stores[0].columns.newest(.all)
    var states: [Int64: [Expense]] = [held.revision: []]
    for step in 0..<50 {
      try change(stores[step % 2], &random)
      let expenses = try stores[0].all()
      let needs = ColumnNeeds(rawValue: UInt32.random(in: 0..<256, using: &random))
      let columns = try stores[0].columns.newest(needs)
      states[columns.revision] = expenses
      #expect(columns.loaded.isSuperset(of: needs))
      #expect(columns.brokenInvariant() == nil)
      try expectEqual(columns, expenses)
      try queriesAnswer(columns, expenses, &random)
      if step % 7 == 6 { try follow(&held, stores[0], states) }
      for store in stores { try expectLent(store, expenses) }
    }
    for store in stores { store.close() }
  }

  /// Compares what a store lends, of the file or of its columns, with what it holds.
  private func expectLent(_ store: Store, _ expenses: [Expense]) throws {
    var lent: [Expense] = []
    for expense in expenses {
      let isLent = try store.lend(expense.id) { lent.append(Expense($0)) }
      if !isLent {
        #expect(!expense.tags.isEmpty || expense.conversion != nil)
        lent.append(expense)
      }
    }
    #expect(lent == expenses)
    let (ids, revision) = (expenses.map(\.id), try store.revision)
    lent = expenses
    let refused = try store.lend(ids, after: revision) { lent[$0] = Expense($1) }
    #expect(lent == expenses)
    for place in refused {
      #expect(!expenses[place].tags.isEmpty || expenses[place].conversion != nil)
    }
    expectError(.notFound) { _ = try store.lend((ids.last ?? 0) + 1) { _ in } }
    expectError(.notFound) { _ = try store.lend(-1) { _ in } }
  }

  private func change(_ store: Store, _ random: inout SeededGenerator) throws {
    let ids = try store.all().map(\.id)
    switch UInt8.random(in: 0..<12, using: &random) {
    case 0..<4:
      let count = Int.random(in: 1..<80, using: &random)
      try store.add((0..<count).map { _ in RandomExpense.make(&random) })
    case 4..<7:
      for id in ids.shuffled(using: &random).prefix(5) {
        var expense = RandomExpense.make(&random)
        expense.id = id
        let fields: ExpenseFields =
          [.all, [.amount], [.name, .tags], [.category, .note]]
          .randomElement(using: &random) ?? .all
        try store.update(expense, fields: fields)
      }
    case 7..<9:
      let first = ids.isEmpty ? 0 : Int.random(in: 0..<ids.count, using: &random)
      try store.remove(Array(ids[first...].prefix(Int.random(in: 1..<60, using: &random))))
    case 9: _ = try store.undo(UndoScope(any: true))
    case 10: _ = try store.redo(UndoScope(any: true))
    default:
      try store.begin()
      try store.add(RandomExpense.make(&random))
      try store.remove(Array(ids.prefix(3)))
      try expectEqual(try store.columns.seenByThisThread(.all), try store.get(seenIDs(store)))
      if Bool.random(using: &random) { try store.commit() } else { try store.rollback() }
    }
  }

  private func seenIDs(_ store: Store) throws -> [Int64] {
    try store.read { (connection, _) throws(ExpenseError) in
      let statement = try connection.statement("SELECT id FROM expense ORDER BY id")
      defer { statement.reset() }
      var ids: [Int64] = []
      while try statement.step() { ids.append(statement.integer(0)) }
      return ids
    }
  }

  /// Leads columns through every change since, each of which is told row by row.
  private func follow(
    _ held: inout Columns, _ store: Store, _ states: [Int64: [Expense]]
  ) throws {
    let changes = try store.readCommitted { (connection, names) throws(ExpenseError) in
      try Journal.changes(after: held.revision, connection, names)
    }
    for change in changes {
      let before = held
      let (after, told) = try store.columns.advance(held, by: change, .all)
      held = after
      #expect(after.revision == change.lastRevision)
      #expect(after.brokenInvariant() == nil)
      let list = try #require(told)
      #expect(list.count == Int(change.added + change.updated + change.removed))
      var rows: [Int64: ColumnRow] = [:]
      before.forEachRow { rows[$0.id] = $0 }
      for one in list {
        #expect(rows[one.id] == one.old)
        #expect((one.old == nil) == (one.kind == .added))
        #expect((one.new == nil) == (one.kind == .removed))
        rows[one.id] = one.new
      }
      var count = 0
      after.forEachRow {
        #expect(rows[$0.id] == $0)
        count += 1
      }
      #expect(rows.count == count)
      if let expenses = states[after.revision] { try expectEqual(after, expenses) }
    }
  }

  /// Checks every row against the expense that it stands for.
  private func expectEqual(_ columns: Columns, _ expenses: [Expense]) throws {
    #expect(columns.count == expenses.count)
    let (names, texts) = (columns.names, columns.texts)
    for expense in expenses {
      let row = try #require(columns.row(expense.id))
      #expect(row.date == expense.date.day && row.amount == expense.amount)
      #expect(names.types[row.type] == expense.type)
      #expect(names.categories[row.category] == expense.category)
      #expect(names.accounts[row.account] == expense.account)
      #expect(names.currency(row.currency)?.code == expense.currency)
      func equal(_ need: ColumnNeeds, _ number: Int32, _ text: String) {
        #expect(texts.text(number).isIdentical(to: columns.loaded.contains(need) ? text : ""))
      }
      equal(.name, row.name, expense.name)
      equal(.note, row.note, expense.note)
      equal(.tags, row.tags, TagText.encode(expense.tags))
      equal(.extra, row.extra, expense.extra)
      if columns.loaded.contains(.reimbursement) {
        #expect(row.reimbursement == expense.reimbursement.rawValue)
      }
      if columns.loaded.contains(.conversion) {
        #expect(row.conversionAmount == expense.conversion?.amount ?? 0)
        #expect(
          names.currencyCodes[row.conversionCurrency] == expense.conversion?.currency ?? "")
      }
      if columns.loaded.contains(.source) {
        #expect(row.importNumber == expense.source?.importNumber ?? 0)
        #expect(row.line == expense.source?.line ?? 0)
      }
      if columns.loaded.contains(.uuid) { #expect(row.uuid == expense.uuid) }
    }
  }

  private func queriesAnswer(
    _ columns: Columns, _ expenses: [Expense], _ random: inout SeededGenerator
  ) throws {
    for _ in 0..<4 {
      var query = ExpenseQuery.random(&random)
      if !ColumnNeeds(query).isSubset(of: columns.loaded) { query.sort = [SortKey(.type)] }
      if !ColumnNeeds(query).isSubset(of: columns.loaded) { query = ExpenseQuery() }
      let plain = try SimpleQuery(query)
      let filter = RowFilter(plain.query, columns)
      let order = RowOrder(plain.query)
      let ids = columns.select(filter)
      #expect(ids == expenses.filter(plain.matches).map(\.id), "\(query)")
      let sorted = order.sorted(ids, in: columns)
      #expect(sorted == plain.select(expenses).map(\.id), "\(query)")
      // The bulk sort, the comparison of two rows and the sections are of one mind.
      let rows = sorted.compactMap { columns.row($0) }
      for (a, b) in zip(rows, rows.dropFirst()) {
        #expect(order.precedes(a, b, in: columns) && !order.precedes(b, a, in: columns))
        #expect(filter.matches(a, in: columns))
      }
      if let section = plain.query.section {
        let selected = plain.select(expenses)
        for (index, (a, b)) in zip(rows, rows.dropFirst()).enumerated() {
          let isSame = order.sectionKey(of: a, in: columns) == order.sectionKey(of: b, in: columns)
          let (first, second) = (selected[index], selected[index + 1])
          #expect(
            isSame
              == (plain.compare(plain.key(first, section), plain.key(second, section)) == 0))
        }
      }
      try totalsAnswer(columns, filter, expenses.filter(plain.matches), &random)
    }
  }

  private func totalsAnswer(
    _ columns: Columns, _ filter: RowFilter, _ expenses: [Expense],
    _ random: inout SeededGenerator
  ) throws {
    let periods: [Period?] = [nil, .day, .week, .month, .quarter, .year]
    let group = ColumnGroup(
      period: periods.randomElement(using: &random) ?? nil, type: Bool.random(using: &random),
      category: Bool.random(using: &random), level: Int.random(in: 0..<3, using: &random),
      account: Bool.random(using: &random))
    var sums: [String: (amount: Int128, count: Int64)] = [:]
    for expense in expenses {
      let date = group.period.map { $0.firstDay(of: expense.date.day) }
      let key = [
        date.map(String.init) ?? "", group.type ? expense.type : "",
        group.category ? CategoryPath.cut(expense.category, to: group.level) : "",
        group.account ? expense.account : "", expense.currency,
      ].joined(separator: "|")
      sums[key, default: (0, 0)].amount += Int128(expense.amount)
      sums[key, default: (0, 0)].count += 1
    }
    let totals = columns.totals(filter, group).totals
    #expect(totals.count == sums.count)
    for total in totals {
      let key = [
        total.date.map { String($0.day) } ?? "", total.type, total.category, total.account,
        total.currency,
      ].joined(separator: "|")
      #expect(sums[key]?.amount == total.amount && sums[key]?.count == total.count, "\(key)")
    }
  }

  @Test(arguments: seeds(3))
  func editsOfSparseIdsAreThoseOfADictionary(seed: UInt64) {
    var random = SeededGenerator(seed)
    var columns = Columns(
      revision: 0, generation: 1, loaded: [], chunks: [], names: ColumnNames(), texts: TextPool())
    var plain: [Int64: ColumnRow] = [:]
    let limit: Int64 = seed % 2 == 0 ? 30_000 : .max - 1
    for _ in 0..<15 {
      let before = (columns, plain)
      var edits: [Int64: ColumnRow?] = [:]
      let start = Int64.random(in: 1...limit, using: &random)
      let isRemoving = Bool.random(using: &random)
      for _ in 0..<Int.random(in: 1..<3000, using: &random) {
        let id: Int64 =
          Bool.random(using: &random)
          ? .random(in: 1...limit, using: &random)
          : min(limit, start &+ .random(in: 0..<2000, using: &random) & .max)
        let target = isRemoving ? plain.keys.randomElement(using: &random) ?? id : id
        guard target > 0 else { continue }
        var row = ColumnRow()
        row.id = target
        row.amount = .random(in: -5...5, using: &random)
        row.date = .random(in: 0...3, using: &random)
        edits[target] = isRemoving && row.date > 0 ? .some(nil) : row
      }
      columns.apply(edits.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      for (id, row) in edits { plain[id] = row }
      #expect(columns.brokenInvariant() == nil)
      #expect(rows(columns) == plain)
      // Whoever holds the state before still has it.
      #expect(rows(before.0) == before.1)
    }
  }

  /// A row within a large chunk, with ids that follow each other and then with ids that do not.
  @Test func oneRowGoesFromAmongMany() {
    var columns = Columns(
      revision: 0, generation: 1, loaded: [], chunks: [], names: ColumnNames(), texts: TextPool())
    var plain: [Int64: ColumnRow] = [:]
    for id in 1...4000 as ClosedRange<Int64> {
      var row = ColumnRow()
      (row.id, row.amount, row.date) = (id, id * 3, Int32(id % 5))
      plain[id] = row
    }
    columns.apply(plain.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    for id in [1500, 1501, 2, 3999] as [Int64] {
      let before = columns
      columns.apply([(id, nil)])
      #expect(rows(before) == plain)
      plain[id] = nil
      #expect(columns.brokenInvariant() == nil)
      #expect(rows(columns) == plain)
    }
  }

  private func rows(_ columns: Columns) -> [Int64: ColumnRow] {
    var rows: [Int64: ColumnRow] = [:]
    columns.forEachRow { rows[$0.id] = $0 }
    return rows
  }

  @Test func manyRowsAreReadByTwoThreads() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file()) { $0.relaxed = true }
    var expected: [Expense] = []
    for index in 0..<60_000 {
      var expense = Expense(
        name: "Name \(index % 700)", amount: Int64(index % 91) - 40,
        date: CivilDate(day: Int32(20_000 + index % 400)) ?? .first)
      expense.note = index % 3 == 0 ? "note \(index % 5000)" : ""
      expected.append(expense)
    }
    try store.add(expected)
    let columns = try store.columns.newest(.text)
    #expect(columns.brokenInvariant() == nil && columns.count == expected.count)
    for (index, expense) in expected.enumerated() {
      let row = try #require(columns.row(Int64(index + 1)))
      if row.amount != expense.amount || columns.texts.text(row.name) != expense.name
        || columns.texts.text(row.note) != expense.note
      {
        Issue.record("row \(index)")
      }
    }
    let query = ExpenseQuery(text: "NAME 69")
    #expect(
      try store.totals([], query: query).map(\.count)
        == [Int64(expected.filter { $0.name.hasPrefix("Name 69") }.count)])
    for field in [SortKey.Field.amount, .name, .date, .id, .note] {
      let order = RowOrder(ExpenseQuery(sort: [SortKey(field, descending: true)]))
      let ids = order.sorted(columns.select(RowFilter(ExpenseQuery(), columns)), in: columns)
      #expect(ids.count == expected.count)
      let rows = ids.compactMap { columns.row($0) }
      #expect(zip(rows, rows.dropFirst()).allSatisfy { order.precedes($0, $1, in: columns) })
    }
    store.close()
  }

  @Test func aTransactionSeesItsOwnFilteredTotals() throws {
    let store = try Store.memory()
    try store.add([try expense("a", 100), try expense("b", 200)])
    let query = ExpenseQuery(text: "A")
    #expect(try store.totals([], query: query).map(\.amount) == [100])
    try store.begin()
    try store.add([try expense("a2", 5, type: "New")])
    #expect(try store.totals([.type], query: query).map(\.type) == ["New", "Personal"])
    #expect(try store.columns.newest([]).count == 2)
    try store.rollback()
    try store.add([try expense("a3", 7, type: "Other")])
    #expect(try store.totals([.type], query: query).map(\.type) == ["Other", "Personal"])
  }

  @Test func totalsByEveryPeriodAgree() throws {
    let store = try Store.memory()
    try store.add([
      try expense("a", 1, date: "2026-01-01", category: "Travel:Rail:Night"),
      try expense("b", 2, date: "2026-01-04", category: "Travel:Rail"),
      try expense("c", 4, date: "2026-03-31", category: "Food"),
    ])
    func dates(_ group: TotalsGroup) throws -> [String] {
      try store.totals(group).map { "\($0.date?.description ?? "") \($0.amount)" }
    }
    #expect(try dates(.day) == ["2026-01-01 1", "2026-01-04 2", "2026-03-31 4"])
    #expect(try dates(.week) == ["2025-12-29 3", "2026-03-30 4"])
    #expect(try dates(.month) == ["2026-01-01 3", "2026-03-01 4"])
    #expect(try dates(.quarter) == ["2026-01-01 7"])
    #expect(try dates(.year) == ["2026-01-01 7"])
    #expect(try store.totals(.category(level: 2)).map(\.category) == ["Food", "Travel:Rail"])
    #expect(try store.totals([.account]).map(\.account) == [""])
    expectError(.argument) { _ = try store.totals([.day, .month]) }
    expectError(.argument) { _ = try store.totals(.category(level: 17)) }
    expectError(.argument) { _ = try store.totals(TotalsGroup(rawValue: 1 << 24)) }
    expectError(.argument) { _ = try store.totals(TotalsGroup(rawValue: 256)) }
  }
}

extension Expense {
  fileprivate init(_ row: LentRow) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    self.init(name: text(row.name), amount: row.amount, date: row.date)
    (id, uuid, type, category) = (row.id, row.uuid, row.type, row.category)
    (currency, account, note) = (row.currency.code, row.account, text(row.note))
    (extra, reimbursement) = (text(row.extra), row.reimbursement)
    if row.importNumber != 0 || row.fingerprint != 0 || !row.externalID.isEmpty {
      source = Source(
        importNumber: row.importNumber, line: row.line, fingerprint: row.fingerprint,
        externalID: text(row.externalID))
    }
  }
}
