import ExpenseModel
import ExpenseStore
import Foundation
import Testing

@testable import ExpenseFiles

@Suite("Rows that were imported and then removed")
struct RemovedEarlierTests {
  private let header = "Date;Merchant;Amount\n"
  private let coffee = "01.02.2026;Coffee;-2,40\n"
  private let tea = "02.02.2026;Tea;-1,80\n"

  private func open(_ store: Store, _ rows: String) throws -> Import {
    try Import.open(store, header + rows, cardProfile)
  }

  private func text(_ store: Store, _ rows: String) throws -> String {
    String(try open(store, rows).summary.text.dropFirst("file: ".count))
  }

  @Test("Case 45: they are left out and reported, until their import is undone")
  func reported() throws {
    let store = try makeStore()
    _ = try open(store, coffee + tea).commit()
    try store.remove([try #require(try store.all().first?.id)])
    let again = try open(store, coffee + tea)
    #expect(again.summary.text == "file: 0 new, 1 duplicate, 1 removed earlier")
    #expect(again.summary.removedEarlier == 1)
    let row = try again.allRows()[0]
    #expect(row.status == .removedEarlier)
    #expect(row.reason == "it was imported before, and removed")
    #expect(row.duplicateOf == 0)
    #expect(row.expense?.name == "Coffee")
    #expect(try again.commit().revision == 0)
    #expect(try store.all().map(\.name) == ["Tea"])

    #expect(try store.undo()?.label == "removed 1 expense")
    #expect(try text(store, coffee + tea) == "0 new, 2 duplicates")
    #expect(try store.redo() != nil)
    #expect(try text(store, coffee + tea) == "0 new, 1 duplicate, 1 removed earlier")
  }

  @Test("The undo of an import takes what is left of it, and frees all of its rows")
  func undoFrees() throws {
    let store = try makeStore()
    let revision = try open(store, coffee + tea).commit().revision
    try store.remove([try #require(try store.all().first?.id)])
    _ = try store.undo(revision: revision)
    #expect(try store.all().isEmpty)
    #expect(try text(store, coffee + tea) == "2 new")
    #expect(try store.redo()?.target == revision)
    #expect(try store.all().map(\.name) == ["Tea"], "what was removed by hand stays removed")
    #expect(try text(store, coffee + tea) == "0 new, 1 duplicate, 1 removed earlier")
    try store.check()
  }

  @Test("An import all whose rows were removed can be undone, which frees them")
  func undoOfNothingLeft() throws {
    let store = try makeStore()
    let revision = try open(store, coffee).commit().revision
    try store.remove(try store.all().map(\.id))
    #expect(try text(store, coffee) == "0 new, 1 removed earlier")
    let step = try store.undo(revision: revision)
    #expect(step.target == revision)
    #expect(try store.revision == step.revision)
    #expect(try text(store, coffee) == "1 new")
    try store.check()
    // Its row can't come back alone: the import that brought it is undone.
    let error = try #require(throws: ExpenseError.self) { try store.undo() }
    #expect(error.code == .conflict)
    #expect(try store.redo()?.target == revision)
    #expect(try store.all().isEmpty)
    #expect(try text(store, coffee) == "0 new, 1 removed earlier")
    #expect(try store.undo()?.label == "removed 1 expense", "now it can")
    #expect(try store.all().count == 1)
    #expect(try text(store, coffee) == "0 new, 1 duplicate")
    #expect(try store.undo()?.target == revision)
    #expect(try text(store, coffee) == "1 new")
    try store.check()
  }

  @Test("A row that was edited since keeps its import from being undone, and is named")
  func editedConflicts() throws {
    let store = try makeStore()
    let revision = try open(store, coffee + tea).commit().revision
    var expense = try store.all()[1]
    expense.note = "with milk"
    try store.update(expense, fields: [.note])
    let error = try #require(throws: ExpenseError.self) { try store.undo(revision: revision) }
    #expect(error.code == .conflict)
    #expect(error.message.contains("expense \(expense.id) "))
    // Removed, it is none to lose.
    try store.remove([expense.id])
    _ = try store.undo(revision: revision)
    #expect(try store.all().isEmpty)
  }

  @Test("A removed row can be taken in again")
  func takenIn() throws {
    let store = try makeStore()
    _ = try open(store, coffee).commit()
    try store.remove(try store.all().map(\.id))
    let file = try open(store, coffee)
    try file.setRow(0, .fresh)
    #expect(file.summary.text == "file: 1 new")
    _ = try file.commit()
    #expect(try store.all().count == 1)
    #expect(try text(store, coffee) == "0 new, 1 duplicate")
    _ = try store.undo()
    #expect(try text(store, coffee) == "0 new, 1 removed earlier")
  }

  @Test("Removed in the transaction that imported them, and out of it again")
  func inOneTransaction() throws {
    let store = try makeStore()
    try store.begin("both")
    _ = try open(store, coffee + tea).commit()
    #expect(try text(store, coffee + tea) == "0 new, 2 duplicates")
    let ids = try store.all().map(\.id)
    try store.remove([ids[0]])
    #expect(try text(store, coffee + tea) == "0 new, 1 duplicate, 1 removed earlier")
    try store.commit()
    #expect(try text(store, coffee + tea) == "0 new, 1 duplicate, 1 removed earlier")
    _ = try store.undo()
    #expect(try text(store, coffee + tea) == "2 new")
    _ = try store.redo()
    #expect(try text(store, coffee + tea) == "0 new, 1 duplicate, 1 removed earlier")
    try store.begin()
    try store.remove([ids[1]])
    try store.rollback()
    #expect(try text(store, coffee + tea) == "0 new, 1 duplicate, 1 removed earlier")
  }

  @Test("It is in the file: another store on it, and the next program, are told the same")
  func reopened() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "iexpense-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = Store.Options()
    options.currency = "EUR"
    let path = folder.appending(path: "store.db").path
    let one = try Store(path: path, options: options)
    let other = try Store(path: path, options: options)
    let revision = try open(one, coffee + tea).commit().revision
    try other.remove([try #require(try other.all().first?.id)])
    #expect(try text(one, coffee + tea) == "0 new, 1 duplicate, 1 removed earlier")
    one.close()
    other.close()
    let third = try Store(path: path, options: options)
    #expect(try text(third, coffee + tea) == "0 new, 1 duplicate, 1 removed earlier")
    _ = try third.undo(revision: revision)
    #expect(try text(third, coffee + tea) == "2 new")
    third.close()
  }
}
