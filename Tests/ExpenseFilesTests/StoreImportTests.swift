import ExpenseModel
import ExpenseStore
import Foundation
import Testing

@testable import ExpenseFiles

@Suite("Another store, imported")
struct StoreImportTests {
  /// A folder that is there for one test.
  final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/iexpense-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func store(_ name: String, _ currency: String = "EUR") throws -> Store {
      var options = Store.Options()
      options.currency = currency
      options.relaxed = true
      return try Store(path: file(name), options: options)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func open(_ store: Store, _ name: String, _ profile: String = "") throws -> Import {
    try Import.open(store, path: folder.file(name), options: ImportOptions(profile: profile))
  }

  private func merge(_ store: Store, _ name: String, _ profile: String = "") throws -> UndoStep {
    try open(store, name, profile).commit()
  }

  private func tea(_ name: String = "Tea", _ amount: Int64 = 250) -> Expense {
    Expense(name: name, amount: amount, date: .first)
  }

  /// What stores have in common when each has what the other has.
  private func values(_ store: Store) throws -> [String] {
    let names = try store.importNames()
    return try store.all().map { expense in
      var expense = expense
      expense.id = 0
      // A source that says nothing is none.
      if expense.source?.isEmpty == true { expense.source = nil }
      let name = expense.source.flatMap { names[$0.importNumber] } ?? ""
      expense.source?.importNumber = 0
      return "\(expense) \(name)"
    }.sorted()
  }

  @Test("New expenses are stored as they are: UUID, source, extra, currencies")
  func everythingIsKept() throws {
    var generator = SeededGenerator(state: 3)
    let laptop = try folder.store("laptop.db")
    try laptop.registerCurrency(Currency(code: "XBTC", digits: 8))
    try laptop.registerCurrency(Currency(code: "UNUSED", digits: 3))
    for number in 1...3 {
      try laptop.transaction("") { () throws(ExpenseError) in
        _ = try laptop.newImport(name: "f\(number)")
      }
    }
    for _ in 0..<200 { try laptop.add(generator.expense()) }
    let desktop = try folder.store("desktop.db", "USD")
    let file = try open(desktop, "laptop.db")
    #expect(file.summary.format == "store")
    #expect(file.summary.fresh == 200)
    #expect(try file.allRows().map(\.line) == Array(1...200))
    _ = try file.commit()
    #expect(try values(desktop) == values(laptop))
    #expect(try desktop.currency("UNUSED")?.digits == 3)
    #expect(try open(desktop, "laptop.db").summary.duplicates == 200)
    try desktop.check()
    _ = try desktop.undo()
    #expect(try desktop.all().isEmpty)
  }

  @Test("Rows that were imported from a file there are duplicates of that file here")
  func sourcesCount() throws {
    let laptop = try folder.store("laptop.db", "USD")
    let items = #"[{"name":"Tea","amount":1}]"#
    _ = try Import.open(laptop, items, itemsProfile, name: "items.json").commit()
    let desktop = try folder.store("desktop.db", "USD")
    _ = try merge(desktop, "laptop.db")
    #expect(try Import.open(desktop, items, itemsProfile).summary.duplicates == 1)
  }

  @Test("A row that both stores have imported, each for itself, is one: merged, or in an export")
  func sameRows() throws {
    let (one, other) = (try folder.store("one"), try folder.store("other"))
    let statement = Array("Date,Payee,Amount\n2026-03-14,Tea,-2.50\n2026-03-14,Tea,-2.50\n".utf8)
    let profile = #"{"spending":"negative","currency":"EUR"}"#
    for store in [one, other] {
      let options = ImportOptions(profile: profile)
      _ = try Import.open(store, bytes: statement, options: options).commit()
    }
    let merged = try open(one, "other")
    #expect(merged.summary.duplicates == 2 && merged.summary.questions.isEmpty)
    for bytes in [try Export.json(other), try Export.csv(other)] {
      #expect(try Import.open(one, bytes: bytes).summary.duplicates == 2)
    }
    // One of the two was edited there: a question when stores are merged, a duplicate in an export.
    var edited = try other.all()[1]
    edited.note = "green"
    try other.update(edited, fields: .note)
    #expect(try open(one, "other").summary.questions.count == 1)
    #expect(try Import.open(one, bytes: try Export.json(other)).summary.duplicates == 2)
    // Removed here: a merge leaves it out, an export brings it back.
    try one.remove([try one.all()[0].id])
    #expect(try open(one, "other").summary.removedEarlier == 1)
    #expect(try Import.open(one, bytes: try Export.json(other)).summary.fresh == 1)
  }

  @Test("Of expenses with other values the profile says which count; without it, it is asked")
  func differing() throws {
    let laptop = try folder.store("laptop.db")
    try laptop.add([tea("Tea"), tea("Bread"), tea("Cake")])
    let desktop = try folder.store("desktop.db")
    _ = try merge(desktop, "laptop.db")
    var changed = tea("Green tea", 300)
    changed.id = 1
    try laptop.update(changed, fields: [.name, .amount])
    changed.id = 2
    changed.note = "sliced"
    try laptop.update(changed, fields: [.note])

    let file = try open(desktop, "laptop.db")
    #expect(file.summary.differing == 2)
    #expect(file.summary.duplicates == 1)
    let finding = try #require(file.summary.findings.first)
    #expect(finding.key == "differing")
    #expect(finding.candidates == ["keep", "take"])
    #expect(finding.line == 1)
    let what = "name \"Tea\" here, \"Green tea\" there; amount 2.50 EUR here, 3.00 EUR there"
    #expect(finding.example == what)
    let rows = try file.allRows()
    #expect(rows.map(\.status) == [.differing, .differing, .duplicate])
    #expect(rows.map(\.reason) == [what, "note", ""])
    #expect(throws: ExpenseError.self) { try file.commit() }

    try file.answer(#"{"differing":"keep"}"#)
    #expect(file.profile == #"{"differing":"keep"}"#)
    #expect(try file.commit().revision == 0)
    #expect(try desktop.all().map(\.name) == ["Tea", "Bread", "Cake"])

    let step = try merge(desktop, "laptop.db", #"{"differing":"take"}"#)
    #expect(step.revision == 3)
    #expect(step.label == "imported laptop.db")
    #expect(try values(desktop) == values(laptop))
    _ = try desktop.undo()
    #expect(try desktop.all().map(\.name) == ["Tea", "Bread", "Cake"])
    #expect(try desktop.all().map(\.note) == ["", "", ""])
  }

  @Test("One row may be taken, kept, or edited by itself")
  func rowByRow() throws {
    let laptop = try folder.store("laptop.db")
    try laptop.add([tea("a"), tea("b"), tea("c")])
    let desktop = try folder.store("desktop.db")
    _ = try merge(desktop, "laptop.db")
    for id in Int64(1)...3 {
      var changed = tea("new \(id)")
      changed.id = id
      try laptop.update(changed, fields: [.name])
    }
    let kept = try open(desktop, "laptop.db", #"{"differing":"keep"}"#)
    try kept.setRow(1, .fresh)
    #expect(kept.summary.differing == 3)
    _ = try kept.commit()
    #expect(try desktop.all().map(\.name) == ["a", "new 2", "c"])
    let taken = try open(desktop, "laptop.db", #"{"differing":"take"}"#)
    try taken.setRow(0, .excluded)
    try taken.editRow(2, tea("edited"), fields: [.name])
    #expect(taken.summary.excluded == 1)
    _ = try taken.commit()
    #expect(try desktop.all().map(\.name) == ["a", "new 2", "edited"])
  }

  @Test("What was removed here does not come back, unless it is taken in or its removal undone")
  func removedHere() throws {
    let laptop = try folder.store("laptop.db")
    try laptop.add([tea("a"), tea("b")])
    let desktop = try folder.store("desktop.db")
    _ = try merge(desktop, "laptop.db")
    try desktop.remove([1])
    let file = try open(desktop, "laptop.db")
    let rows = try file.allRows()
    #expect(rows.map(\.status) == [.removedEarlier, .duplicate])
    #expect(rows[0].reason == "it was removed from this store")
    #expect(try file.commit().revision == 0)
    // Undoing the first import is no removal.
    let again = try open(desktop, "laptop.db")
    try again.setRow(0, .fresh)
    _ = try again.commit()
    #expect(try desktop.all().map(\.name) == ["b", "a"])
    _ = try desktop.undo()
    _ = try desktop.undo()
    #expect(try desktop.all().map(\.name) == ["a", "b"])
    _ = try desktop.undo()
    #expect(try open(desktop, "laptop.db").summary.fresh == 2)
  }

  @Test("Two stores that go on by themselves become the same by imports back and forth")
  func property() throws {
    for seed in 0..<12 {
      var generator = SeededGenerator(state: UInt64(seed))
      let stores = [try folder.store("a\(seed).db"), try folder.store("b\(seed).db")]
      for store in stores {
        try store.registerCurrency(Currency(code: "XBTC", digits: 8))
      }
      for _ in 0..<4 {
        for store in stores {
          for _ in 0..<Int.random(in: 0...4, using: &generator) {
            try store.add(generator.expense())
          }
          let ids = try store.all().map(\.id)
          for id in ids where Int.random(in: 0..<4, using: &generator) == 0 {
            var changed = generator.expense()
            changed.id = id
            try store.update(changed, fields: [.name, .note, .tags, .category])
          }
        }
        let before = try values(stores[1])
        _ = try merge(stores[1], "a\(seed).db", #"{"differing":"take"}"#)
        let after = try values(stores[1])
        _ = try merge(stores[0], "b\(seed).db", #"{"differing":"keep"}"#)
        #expect(try values(stores[0]) == after)
        #expect(try merge(stores[1], "a\(seed).db").revision == 0)
        if before != after {
          _ = try stores[1].undo()
          #expect(try values(stores[1]) == before)
          _ = try stores[1].redo()
        }
      }
      for store in stores { try store.check() }
    }
  }

  @Test("A row that has come to differ after opening is asked of at the commit")
  func differsMeanwhile() throws {
    let laptop = try folder.store("laptop.db")
    try laptop.add([tea("a"), tea("b")])
    let desktop = try folder.store("desktop.db")
    _ = try merge(desktop, "laptop.db")
    try laptop.add(tea("c"))
    let file = try open(desktop, "laptop.db")
    var changed = tea("mine")
    changed.id = 1
    try desktop.update(changed, fields: [.name])
    let error = try #require(throws: ExpenseError.self) { try file.commit() }
    #expect(error.code == .ambiguous)
    #expect(try desktop.all().count == 2)
    try file.answer(#"{"differing":"keep"}"#)
    _ = try file.commit()
    #expect(try desktop.all().map(\.name) == ["mine", "b", "c"])
  }

  @Test("What it holds is what was there when it was opened")
  func snapshot() throws {
    let laptop = try folder.store("laptop.db")
    try laptop.add([tea("a")])
    let desktop = try folder.store("desktop.db")
    let file = try open(desktop, "laptop.db")
    try laptop.add(tea("b"))
    try laptop.remove([1])
    _ = try file.commit()
    #expect(try desktop.all().map(\.name) == ["a"])
  }

  @Test("Amounts that do not fit this store's currency are rejected, the others are the same money")
  func otherDigits() throws {
    let laptop = try folder.store("laptop.db")
    try laptop.registerCurrency(Currency(code: "PTS", digits: 3))
    var points = tea("a", 1_500)
    points.currency = "PTS"
    try laptop.add(points)
    points.amount = 1_234
    try laptop.add(points)
    let desktop = try folder.store("desktop.db")
    try desktop.registerCurrency(Currency(code: "PTS", digits: 2))
    let file = try open(desktop, "laptop.db")
    let rows = try file.allRows()
    #expect(rows.map(\.status) == [.fresh, .rejected])
    #expect(rows[0].expense?.amount == 150)
    #expect(rows[1].columnName == "amount")
    _ = try file.commit()
    #expect(try desktop.all().map(\.amount) == [150])
  }

  @Test("A damaged, a newer and a foreign file are told as opening them tells")
  func refused() throws {
    let desktop = try folder.store("desktop.db")
    func code(_ name: String, format: String = "") throws -> ExpenseError.Code {
      try #require(throws: ExpenseError.self) {
        try Import.open(desktop, path: folder.file(name), options: ImportOptions(format: format))
      }.code
    }
    let laptop = try folder.store("laptop.db")
    try laptop.add([Expense](repeating: tea(), count: 500))
    laptop.close()
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("laptop.db"))))
    func write(_ name: String, _ bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    try write("short.db", Array(bytes.prefix(50)))
    #expect(try code("short.db") == .notAStore)
    try write("half.db", Array(bytes.prefix(bytes.count / 2)))
    #expect(try code("half.db") == .damaged)
    bytes[63] = 9
    try write("newer.db", bytes)
    #expect(try code("newer.db") == .newer)
    bytes[68] = 0
    try write("foreign.db", bytes)
    #expect(try code("foreign.db") == .notAStore)
    try write("text.csv", Array("a,b\n".utf8))
    #expect(try code("text.csv", format: "store") == .notAStore)
    #expect(try code("none.db", format: "store") == .missing)
    #expect(try desktop.revision == 1)
    // A profile for another format.
    let other = try folder.store("other.db")
    try other.add(tea())
    let error = try #require(throws: ExpenseError.self) {
      try open(desktop, "other.db", #"{"decimal":"."}"#)
    }
    #expect(error.code == .argument)
  }

  @Test("A crafted store's rows are rejected one by one, or the whole is refused; this one stays")
  func damagedBytes() throws {
    let laptop = try folder.store("laptop.db")
    for number in 0..<40 { try laptop.add(tea("Tea \(number)", Int64(number))) }
    laptop.close()
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("laptop.db"))))
    let desktop = try folder.store("desktop.db")
    var generator = SeededGenerator(state: 11)
    for _ in 0..<120 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        let place = Int.random(in: 100..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file("crafted.db")))
      do throws(ExpenseError) {
        let file = try Import.open(desktop, path: folder.file("crafted.db"))
        _ = try file.rows(offset: 0, limit: .max)
      } catch {
        #expect(
          [.damaged, .notAStore, .newer, .io, .encoding, .format].contains(error.code), "\(error)")
      }
    }
    #expect(try desktop.all().isEmpty)
    try desktop.check()
  }
}
