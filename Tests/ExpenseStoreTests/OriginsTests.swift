import ExpenseModel
import Glibc
import Testing

@testable import ExpenseStore

/// Several origins that change, undo and redo in one file, against a plain model: who wrote what
/// last, per row and field.
@Suite struct OriginsTests {
  @Test(arguments: seeds(40))
  func undoAndRedoAreWhatOwnershipSays(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let folder = TemporaryFolder()
    let origins = 1 + Int(seed % 3)
    let stores = try (0..<origins).map { origin in
      try Store.file(folder.file(), origin: "origin \(origin)") { $0.relaxed = true }
    }
    var model = OwnershipModel(revision: try stores[0].revision)
    let heard = Heard()
    let subscription = try stores[0].subscribe { heard.append($0) }
    for step in 0..<120 {
      let origin = Int.random(in: 0..<origins, using: &random)
      let store = stores[origin]
      let scope = UndoScope(any: .random(using: &random), skip: .random(using: &random))
      let found: UndoOutcome
      let expected: UndoOutcome
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<10:
        try edit(store, &model, origin, &random)
        found = .nothing
        expected = .nothing
      case 10..<14:
        found = outcome { () throws(ExpenseError) in try store.undo(scope) }
        expected = model.undo(origin, scope)
      case 14..<18:
        found = outcome { () throws(ExpenseError) in try store.redo(scope) }
        expected = model.redo(origin, scope)
      default:
        let target = Int64.random(in: 1...(model.revision + 1), using: &random)
        found = outcome { () throws(ExpenseError) in try store.undo(revision: target) }
        expected = model.undo(origin, revision: target)
      }
      #expect(found == expected, "seed \(seed), step \(step)")
      let rows = try store.all().map { Cells($0) }
      #expect(rows == model.rows, "seed \(seed), step \(step)")
      #expect(try store.revision == model.revision)
      guard found == expected, rows == model.rows else { return }
      if step % 40 == 0 { try store.check() }
    }
    try stores[0].add(try expense("last"))
    try stores[0].check()
    #expect(
      zip(heard.changes, heard.changes.dropFirst()).allSatisfy {
        $0.lastRevision + 1 == $1.firstRevision
      })
    subscription.cancel()
  }

  private func outcome(_ body: () throws(ExpenseError) -> UndoStep?) -> UndoOutcome {
    do throws(ExpenseError) {
      return try body().map { .step(target: $0.target) } ?? .nothing
    } catch {
      return .failure(error.code)
    }
  }

  /// One transaction of some changes; the model takes what differs between before and after.
  private func edit(
    _ store: Store, _ model: inout OwnershipModel, _ origin: Int, _ random: inout SeededGenerator
  ) throws {
    let before = model.rows
    try store.begin()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let id = try store.all().map(\.id).randomElement(using: &random)
      var new = try expense(
        ["a", "b", "c"].randomElement(using: &random) ?? "", .random(in: 0..<3, using: &random))
      new.note = ["", "n"].randomElement(using: &random) ?? ""
      switch (Int.random(in: 0..<4, using: &random), id) {
      case (0, _), (_, nil): try store.add(new)
      case (1, let id?): try store.remove([id])
      case (_, let id?):
        new.id = id
        let fields: ExpenseFields =
          [[.name], [.amount], [.note], [.name, .note]]
          .randomElement(using: &random) ?? []
        try store.update(new, fields: fields)
      }
    }
    let after = try store.all().map { Cells($0) }
    try store.commit()
    model.commit(origin, from: before, to: after)
  }

  /// Four times as many items take about four times the work, not sixteen times.
  @Test func conflictsOfManyItemsAreFoundInOnePass() throws {
    let few = try workOfConflicts(3_000)
    let many = try workOfConflicts(12_000)
    #expect(many < few * 9, "3,000 rows took \(few), 12,000 rows \(many)")
  }

  /// The processor time of an undo that meets a later change of half of the rows.
  private func workOfConflicts(_ count: Int64) throws -> Duration {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file(), origin: "mine") { $0.relaxed = true }
    let theirs = try Store.file(folder.file(), origin: "theirs") { $0.relaxed = true }
    try mine.add(Array(repeating: try expense("x"), count: Int(count)))
    for (store, fields) in [(mine, ExpenseFields.amount), (theirs, .note)] {
      try store.transaction { () throws(ExpenseError) in
        for id in stride(from: 1, through: count, by: 2) {
          var new = Expense(name: "x", amount: 7, currency: "EUR", date: .first)
          new.id = id
          new.note = "note"
          try store.update(new, fields: fields)
        }
      }
    }
    let start = processorTime()
    #expect(try mine.undo() != nil)
    let work = processorTime() - start
    expectError(.conflict) { _ = try mine.undo() }
    return work
  }

  /// What this thread has had of the processor: the load of the machine does not count.
  private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

private enum UndoOutcome: Equatable {
  case nothing
  case step(target: Int64)
  case failure(ExpenseError.Code)
}

/// What the model compares of an expense.
private struct Cells: Equatable {
  var id: Int64
  var values: [String]

  static let count = 3

  init(id: Int64, values: [String]) {
    self.id = id
    self.values = values
  }

  init(_ expense: Expense) {
    self.init(id: expense.id, values: [expense.name, "\(expense.amount)", expense.note])
  }
}

/// For each field of each row the commits that wrote it and stand, the last one on top.
private struct OwnershipModel {
  private struct Cell: Hashable {
    var id: Int64
    var field: Int
  }

  /// A commit, or nil value for a row that it removed.
  private struct Commit {
    var origin: Int
    var written: [Cell: String?]
    var stands = true
    /// By whom and when it was undone, and what stood below it then.
    var undone: (origin: Int, revision: Int64, below: [Cell: [Int64]])?
  }

  private(set) var revision: Int64
  private var commits: [Int64: Commit] = [:]
  private var stacks: [Cell: [Int64]] = [:]
  private var lastEdit: [Int: Int64] = [:]

  init(revision: Int64) { self.revision = revision }

  var rows: [Cells] {
    Set(stacks.keys.map(\.id)).sorted().compactMap { id in
      let values = (0..<Cells.count).compactMap { field -> String? in
        let cell = Cell(id: id, field: field)
        guard let top = stacks[cell]?.last else { return nil }
        return commits[top]?.written[cell] ?? nil
      }
      return values.count == Cells.count ? Cells(id: id, values: values) : nil
    }
  }

  mutating func commit(_ origin: Int, from before: [Cells], to after: [Cells]) {
    var written: [Cell: String?] = [:]
    let old = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0.values) })
    let new = Dictionary(uniqueKeysWithValues: after.map { ($0.id, $0.values) })
    for id in Set(old.keys).union(new.keys) {
      for field in 0..<Cells.count where old[id]?[field] != new[id]?[field] {
        written[Cell(id: id, field: field)] = .some(new[id]?[field])
      }
    }
    if written.isEmpty { return }
    revision += 1
    commits[revision] = Commit(origin: origin, written: written)
    lastEdit[origin] = revision
    for cell in written.keys { stacks[cell, default: []].append(revision) }
  }

  mutating func undo(_ origin: Int, _ scope: UndoScope) -> UndoOutcome {
    let candidates = commits.filter { $0.value.stands && (scope.any || $0.value.origin == origin) }
    return first(of: candidates.keys.sorted(by: >), scope) { $0.undo(origin, $1) }
  }

  mutating func undo(_ origin: Int, revision: Int64) -> UndoOutcome {
    guard commits[revision]?.stands == true else { return .failure(.notFound) }
    return undo(origin, revision) ? .step(target: revision) : .failure(.conflict)
  }

  mutating func redo(_ origin: Int, _ scope: UndoScope) -> UndoOutcome {
    let candidates = commits.filter { _, commit in
      guard let undone = commit.undone, scope.any || undone.origin == origin else { return false }
      return lastEdit[undone.origin] ?? 0 < undone.revision
    }
    let latest = candidates.sorted {
      $0.value.undone?.revision ?? 0 > $1.value.undone?.revision ?? 0
    }
    return first(of: latest.map(\.key), scope) { $0.redo($1) }
  }

  private mutating func first(
    of candidates: [Int64], _ scope: UndoScope, _ take: (inout OwnershipModel, Int64) -> Bool
  ) -> UndoOutcome {
    for target in candidates {
      if take(&self, target) { return .step(target: target) }
      if !scope.skip { return .failure(.conflict) }
    }
    return .nothing
  }

  private mutating func undo(_ origin: Int, _ target: Int64) -> Bool {
    guard let cells = commits[target]?.written.keys,
      cells.allSatisfy({ stacks[$0]?.last == target })
    else { return false }
    for cell in cells { stacks[cell]?.removeLast() }
    revision += 1
    let below = Dictionary(uniqueKeysWithValues: cells.map { ($0, stacks[$0] ?? []) })
    commits[target]?.stands = false
    commits[target]?.undone = (origin, revision, below)
    return true
  }

  private mutating func redo(_ target: Int64) -> Bool {
    guard let below = commits[target]?.undone?.below,
      below.allSatisfy({ stacks[$0.key] ?? [] == $0.value })
    else { return false }
    for cell in below.keys { stacks[cell, default: []].append(target) }
    revision += 1
    commits[target]?.stands = true
    commits[target]?.undone = nil
    return true
  }
}
