import ExpenseModel
import Foundation
import Testing

@testable import ExpenseStore

/// Random views of a store that random callers change, against a plain query of all its rows.
///
/// A step is one change for one view.
@Suite struct ViewPropertyTests {
  @Test(arguments: seeds(16))
  func aViewIsWhatItsQuerySelectsAndSaysHowItChanged(seed: UInt64) throws {
    var world = try ViewWorld(seed)
    try world.run(steps: 60)
  }

  @Test(arguments: seeds(200))
  func theLongestRunIsOneAndNoneIsLonger(seed: UInt64) {
    var random = SeededGenerator(seed)
    let numbers = Array(0..<Int.random(in: 0..<9, using: &random)).shuffled(using: &random)
    let run = IncreasingRun.longest(numbers).map { numbers[$0] }
    #expect(zip(run, run.dropFirst()).allSatisfy { $0 < $1 })
    var best = 0
    for choice in 0..<(1 << numbers.count) {
      let part = numbers.indices.filter { choice & (1 << $0) != 0 }.map { numbers[$0] }
      if zip(part, part.dropFirst()).allSatisfy({ $0 < $1 }) { best = max(best, part.count) }
    }
    #expect(run.count == best)
  }
}

/// A store, another one on the same file, and some views of each kind.
private struct ViewWorld {
  let seed: UInt64
  var random: SeededGenerator
  let folder = TemporaryFolder()
  let mine: Store
  let theirs: Store
  var views: [Watched] = []
  var steps = 0

  struct Watched {
    var plain: PlainQuery
    var mirror: ViewMirror
    var kind: Kind
    var subscription: Subscription?
  }

  enum Kind: CaseIterable {
    /// Nobody is told: it answers for the last commit.
    case asked
    case toldNow
    case toldAtDispatch
    case stepped
  }

  init(_ seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed)
    mine = try Store.file(folder.file(), origin: "mine") { $0.relaxed = true }
    theirs = try Store.file(folder.file(), origin: "theirs") { $0.relaxed = true }
    try add(mine, Int.random(in: 0..<40, using: &random))
    for kind in Kind.allCases + Kind.allCases { try open(kind) }
  }

  private mutating func open(_ kind: Kind) throws {
    let query = randomQuery()
    let view = try mine.view(query, queued: kind == .toldAtDispatch || kind == .stepped)
    let mirror = try ViewMirror(view, "seed \(seed), \(kind), \(query)")
    var watched = Watched(plain: PlainQuery(query: query), mirror: mirror, kind: kind)
    if kind == .toldNow || kind == .toldAtDispatch {
      watched.subscription = try view.subscribe { change in
        do { try mirror.apply(change) } catch { Issue.record("\(error)") }
      }
    }
    views.append(watched)
  }

  mutating func run(steps count: Int) throws {
    for step in 0..<count {
      try change()
      // Now and then several changes wait, of this and of the other store.
      if Int.random(in: 0..<3, using: &random) == 0 { continue }
      try tell()
      try compare(step)
      if step % 10 == 9 { try reopenOne() }
    }
    try tell()
    try compare(count)
    #expect(views.contains { $0.mirror.told > 0 })
    if ProcessInfo.processInfo.environment["IEXPENSE_VIEW_STATS"] != nil {
      print(
        "seed \(seed): \(steps) steps,",
        views.map { "\($0.kind) \($0.mirror.told) told \($0.mirror.resets) resets" })
    }
    for watched in views { watched.mirror.view.close() }
    theirs.close()
    mine.close()
  }

  /// Has everyone told everything.
  private mutating func tell() throws {
    while try mine.dispatch() > 0 {}
    for watched in views where watched.kind == .stepped {
      while try watched.mirror.step() {
        if Int.random(in: 0..<12, using: &random) == 0 { try removeSomething(watched) }
        if Int.random(in: 0..<12, using: &random) == 0 { try change() }
      }
    }
    // What was removed or changed meanwhile is told too.
    var isDone = false
    while !isDone {
      isDone = try mine.dispatch() == 0
      for watched in views where watched.kind == .stepped {
        while try watched.mirror.step() { isDone = false }
      }
    }
  }

  private mutating func compare(_ step: Int) throws {
    let all = try mine.all()
    for watched in views {
      let answer = watched.plain.answer(all) { $0 == "JPY" ? 0 : $0 == "KWD" ? 3 : 2 }
      try watched.mirror.expect(
        answer, followed: watched.kind != .asked && watched.kind != .stepped)
      if watched.kind == .stepped { #expect(watched.mirror.rows == answer.rows) }
      steps += 1
    }
  }

  private mutating func reopenOne() throws {
    let index = Int.random(in: 0..<views.count, using: &random)
    let old = views.remove(at: index)
    if Bool.random(using: &random) { old.subscription?.cancel() } else { old.mirror.view.close() }
    try open(old.kind)
  }

  // MARK: Changes

  /// Removes what stands at a random position of a view, and checks that it was that.
  private mutating func removeSomething(_ watched: Watched) throws {
    let positions = watched.mirror.rows.indices.filter { watched.mirror.rows[$0].id != 0 }
    guard let position = positions.randomElement(using: &random) else { return }
    let id = watched.mirror.rows[position].id
    do {
      try watched.mirror.view.remove(at: [position])
      #expect(throws: ExpenseError.self) { try mine.get([id]) }
    } catch {
      // Someone else was first.
      #expect(error.code == .notFound)
      #expect(throws: ExpenseError.self) { try mine.get([id]) }
    }
  }

  private mutating func change() throws {
    let store = Int.random(in: 0..<4, using: &random) == 0 ? theirs : mine
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<7: try touch(store, 1)
    case 7..<10:
      try store.begin()
      try touch(store, Int.random(in: 0..<12, using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        try store.rollback()
      } else {
        try store.commit()
      }
    case 10: try add(store, Int.random(in: 0..<60, using: &random))
    case 11:
      let ids = try theirs.all().map(\.id).filter { _ in Bool.random(using: &random) }
      try store.remove(ids)
    case 12..<16: _ = try? store.undo()
    case 16..<18: _ = try? store.redo()
    case 18:
      if let watched = views.randomElement(using: &random), watched.kind == .asked {
        let rows = try watched.mirror.view.read(offset: 0, limit: .max)
        guard let position = rows.indices.randomElement(using: &random),
          let id = rows[position].expense?.id
        else { return }
        try watched.mirror.view.remove(at: [position])
        #expect(throws: ExpenseError.self) { try mine.get([id]) }
      }
    default: break
    }
  }

  private mutating func touch(_ store: Store, _ count: Int) throws {
    for _ in 0..<count {
      let ids = try theirs.all().map(\.id)
      let id = ids.randomElement(using: &random)
      switch (Int.random(in: 0..<10, using: &random), id) {
      case (0..<3, _), (_, nil): try add(store, 1)
      case (3..<8, let id?):
        // In an open transaction it may be gone.
        guard var expense = try? store.get([id]).first else { continue }
        let other = randomExpense()
        var fields: ExpenseFields = []
        for field in ViewWorld.fields where Int.random(in: 0..<4, using: &random) == 0 {
          fields.insert(ExpenseFields(field))
        }
        expense.apply(fields, from: other)
        try store.update(expense, fields: fields)
      case (_, let id?):
        guard (try? store.get([id])) != nil else { continue }
        try store.remove([id])
      }
    }
  }

  private mutating func add(_ store: Store, _ count: Int) throws {
    if count > 0 { try store.add((0..<count).map { _ in randomExpense() }) }
  }

  // MARK: Random values

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func some(_ values: [String]) -> [String] {
    values.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
  }

  private static let names = [
    "Lunch", "lunch", "Straße", "STRASSE", "Café", "cafe", "Σίσυφος", "ü",
  ]
  private static let fields: [ExpenseField] = [
    .name, .type, .category, .amount, .currency, .date, .account, .note, .tags, .reimbursement,
  ]
  private static let types = ["Personal", "Business", "business", "Travel"]
  private static let categories = ["", "A", "A:B", "A:B:C", "a:b", "AB", "B", "Ä:b"]
  private static let accounts = ["", "Visa", "visa", "Cash"]
  private static let tags = ["x", "y", "Z", "é"]

  private mutating func randomExpense() -> Expense {
    var expense = Expense(
      name: pick(ViewWorld.names), type: pick(ViewWorld.types),
      category: pick(ViewWorld.categories), amount: pick([0, 1, -1, 10, 100, 1250, .max, .min]),
      currency: pick(["EUR", "EUR", "JPY", "KWD"]), date: randomDate())
    expense.account = pick(ViewWorld.accounts)
    expense.note = pick(["", "", "with STRASSE", "later"])
    expense.tags = some(ViewWorld.tags)
    expense.reimbursement = pick([.none, .none, .open, .paid])
    return expense
  }

  private mutating func randomDate() -> CivilDate {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .first
    case 1: .last
    default: CivilDate(day: 20_500 + Int32.random(in: 0..<60, using: &random)) ?? .first
    }
  }

  private mutating func randomQuery() -> ExpenseQuery {
    func rarely() -> Bool { Int.random(in: 0..<9, using: &random) == 0 }
    var query = ExpenseQuery()
    if rarely() { query.month = pick([202602, 202603]) }
    if rarely() { query.firstDate = randomDate() }
    if rarely() { query.types = some(ViewWorld.types) }
    if rarely() { query.category = pick(ViewWorld.categories) }
    if rarely() { query.currencies = some(["EUR", "JPY", "KWD"]) }
    if rarely() { query.accounts = some(ViewWorld.accounts) }
    if rarely() { query.tagsAny = some(ViewWorld.tags) }
    if rarely() { query.tagsAll = [pick(ViewWorld.tags)] }
    if rarely() { query.tagsNone = [pick(ViewWorld.tags)] }
    if rarely() { query.minAmount = pick([0, 1, 100]) }
    if rarely() { query.maxAmount = pick([100, 1250]) }
    if rarely() { query.reimbursements = pick([[.open], [.none, .paid], .all]) }
    if rarely() { query.text = pick(["strasse", "CAFÉ", "ΣΟΣ", "unch"]) }
    let fields: [SortKey.Field] = [
      .name, .type, .category, .amount, .currency, .date, .account, .note, .tags, .reimbursement,
      .id,
    ]
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      query.sort.append(SortKey(pick(fields), descending: Bool.random(using: &random)))
    }
    if Bool.random(using: &random) {
      query.section = ExpenseQuery.Section(
        pick(ExpenseQuery.Section.Kind.allCases), descending: Bool.random(using: &random))
      if query.section?.kind == .category { query.section?.level = pick([0, 1, 2]) }
      query.showsSectionRows = Bool.random(using: &random)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      query.limit = Int.random(in: 1..<25, using: &random)
    }
    return query
  }
}
