import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

/// Files of one account that overlap, edits, removals, undo and redo in any order, against a plain
/// model: which rows of the statement were imported, by which commit, and removed by which.
@Suite("Imports against a plain model")
struct ImportModelTests {
  @Test("Whatever was done before, a file adds what is missing of it", arguments: 0..<60)
  func model(_ seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let statement = Statement(&random)
    let store = try makeStore()
    var model = Model()
    for step in 0..<60 {
      let comment: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let rows = statement.part(&random)
        let file = try Import.open(store, statement.text(rows), cardProfile)
        let expected = model.look(rows, statement)
        #expect(try file.allRows().map(\.status) == expected.map(\.status), comment)
        #expect(try file.allRows().map(\.duplicateOf) == expected.map(\.id), comment)
        let chosen = try choose(file, expected, &random)
        let step = try file.commit()
        if step.revision != 0 {
          model.commit(
            step.revision, added: chosen.map { statement.keys(rows)[$0] }, store: try ids(of: store)
          )
        }
      case 4..<6:
        guard let id = model.present.randomElement(using: &random) else { continue }
        try store.remove([id])
        model.remove(id, try store.revision)
      case 6..<8:
        guard let id = model.present.randomElement(using: &random) else { continue }
        let fields: ExpenseFields =
          [[.name], [.amount, .date], [.name, .amount, .date], [.note]]
          .randomElement(using: &random) ?? []
        var values = Expense(name: "Edited \(step)", amount: Int64(90_000 + step), date: .last)
        values.id = id
        values.note = "\(step)"
        try store.update(values, fields: fields)
        model.edit(id, fields, try store.revision)
      default:
        try undoOrRedo(store, &model, &random, comment)
      }
      #expect(try ids(of: store) == model.present, comment)
    }
    try store.check()
  }

  private func ids(of store: Store) throws -> [Int64] { try store.all().map(\.id).sorted() }

  /// Excludes some new rows and takes in some that were removed; the rows that will be stored.
  private func choose(
    _ file: Import, _ expected: [(status: RowStatus, id: Int64)], _ random: inout SeededGenerator
  ) throws -> [Int] {
    var stored: [Int] = []
    for (row, (status, _)) in expected.enumerated() {
      var status = status
      if status != .duplicate, Int.random(in: 0..<6, using: &random) == 0 {
        status = status == .fresh ? .excluded : .fresh
        try file.setRow(Int64(row), status)
      }
      if status == .fresh { stored.append(row) }
    }
    return stored
  }

  private func undoOrRedo(
    _ store: Store, _ model: inout Model, _ random: inout SeededGenerator, _ comment: Comment
  ) throws {
    let revisions = model.commits.keys.sorted()
    guard let revision = revisions.randomElement(using: &random) else { return }
    if Bool.random(using: &random) {
      let before = model
      let isPossible = model.undo(revision)
      do throws(ExpenseError) {
        _ = try store.undo(revision: revision)
        #expect(isPossible, comment)
      } catch {
        #expect(!isPossible, "\(comment): \(error.message)")
        #expect(error.code == .conflict || error.code == .notFound, comment)
        model = before
      }
    } else {
      do throws(ExpenseError) {
        guard let step = try store.redo() else { return }
        model.redo(step.target)
      } catch {
        #expect(error.code == .conflict, comment)
      }
    }
  }
}

/// Rows of an account over some days, of which many are equal.
private struct Statement {
  let rows: [String]

  init(_ random: inout SeededGenerator) {
    rows = (0..<20).map { number in
      let name = ["Coffee", "Tea", "Lunch"].randomElement(using: &random) ?? ""
      let amount = Int.random(in: 1...2, using: &random)
      // Days far apart: what is only alike is another test's.
      return "01.\(number / 2 + 1).2026;\(name);-\(amount),00\n"
    }
  }

  func text(_ range: Range<Int>) -> String { "Date;Merchant;Amount\n" + rows[range].joined() }

  /// Some days, whole: a bank does not cut a day in two.
  func part(_ random: inout SeededGenerator) -> Range<Int> {
    let from = Int.random(in: 0..<10, using: &random)
    return from * 2..<Int.random(in: from + 1...10, using: &random) * 2
  }

  /// What makes each row of a part what it is: its text and its place among equal ones.
  func keys(_ range: Range<Int>) -> [String] {
    var seen: [String: Int] = [:]
    return rows[range].map { row in
      seen[row, default: 0] += 1
      return "\(row)#\(seen[row] ?? 0)"
    }
  }
}

private struct Model {
  struct Commit {
    var added: Set<Int64> = []
    var removed: Int64?
    var edited: Int64?
    var fields: ExpenseFields = []
    var stands = true
  }

  var commits: [Int64: Commit] = [:]
  /// The key of the row that each expense came from.
  private var keys: [Int64: String] = [:]

  /// The expenses that are there: added by a commit that stands, removed by none that does.
  var present: [Int64] {
    var ids: Set<Int64> = []
    for commit in commits.values where commit.stands { ids.formUnion(commit.added) }
    for commit in commits.values where commit.stands {
      if let id = commit.removed { ids.remove(id) }
    }
    return ids.sorted()
  }

  /// What a file of some rows must be told.
  func look(_ range: Range<Int>, _ statement: Statement) -> [(status: RowStatus, id: Int64)] {
    let present = Set(self.present)
    return statement.keys(range).map { key in
      let ids = keys.filter { $0.value == key }.map(\.key)
      if let id = ids.filter(present.contains).min() { return (.duplicate, id) }
      let isRemoved = ids.contains { id in
        commits.values.contains { $0.stands && $0.added.contains(id) }
      }
      return (isRemoved ? .removedEarlier : .fresh, 0)
    }
  }

  mutating func commit(_ revision: Int64, added: [String], store ids: [Int64]) {
    let known = Set(keys.keys)
    let new = ids.filter { !known.contains($0) }
    for (id, key) in zip(new, added) { keys[id] = key }
    commits[revision] = Commit(added: Set(new))
  }

  mutating func remove(_ id: Int64, _ revision: Int64) {
    commits[revision] = Commit(removed: id)
  }

  mutating func edit(_ id: Int64, _ fields: ExpenseFields, _ revision: Int64) {
    commits[revision] = Commit(edited: id, fields: fields)
  }

  /// Undoes a commit; false where that cannot be: others have edited its rows that are there, or
  /// its fields of them, or they are of an import that is undone itself.
  mutating func undo(_ revision: Int64) -> Bool {
    guard let commit = commits[revision], commit.stands else { return false }
    let present = Set(self.present)
    let edited = commits.values.compactMap { $0.stands ? $0.edited : nil }
    if edited.contains(where: { commit.added.contains($0) && present.contains($0) }) {
      return false
    }
    if let id = commit.removed {
      guard commits.values.contains(where: { $0.stands && $0.added.contains(id) }) else {
        return false
      }
    }
    if let id = commit.edited {
      guard present.contains(id) else { return false }
      let isOverwritten = commits.contains {
        $0.key > revision && $0.value.stands && $0.value.edited == id
          && !$0.value.fields.isDisjoint(with: commit.fields)
      }
      if isOverwritten { return false }
    }
    return setStands(revision, false)
  }

  mutating func redo(_ revision: Int64) { _ = setStands(revision, true) }

  private mutating func setStands(_ revision: Int64, _ stands: Bool) -> Bool {
    commits[revision]?.stands = stands
    return true
  }
}
