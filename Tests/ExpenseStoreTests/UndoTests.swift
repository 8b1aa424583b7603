import ExpenseModel
import Testing

@testable import ExpenseStore

@Suite struct UndoTests {
  @Test func undoAndRedoOfEachKind() throws {
    let store = try Store.memory()
    let id = try store.add(try expense("Lunch", 1250))
    var values = try expense("Dinner", 1350)
    values.id = id
    try store.update(values, fields: [.name, .amount])
    try store.remove([id])
    let states = ["Dinner", "Lunch", nil]
    for state in states {
      #expect(try store.undo() != nil)
      #expect(try store.all().first?.name == state)
      #expect(try store.all().first.map(\.id) ?? id == id, "the same id again")
      try store.check()
    }
    #expect(try store.undo() == nil, "nothing is left")
    for state in ["Lunch", "Dinner", nil] {
      #expect(try store.redo() != nil)
      #expect(try store.all().first?.name == state)
      try store.check()
    }
    #expect(try store.redo() == nil)
    #expect(try store.undo()?.label == "removed 1 expense")
    #expect(try store.all().first?.name == "Dinner")
  }

  @Test func aNewChangeClearsRedo() throws {
    let store = try Store.memory()
    try store.add(try expense("A"))
    _ = try store.undo()
    try store.add(try expense("B"))
    #expect(try store.redo() == nil)
  }

  @Test func undoSurvivesReopening() throws {
    let folder = TemporaryFolder()
    let first = try Store.file(folder.file())
    try first.transaction("Trip to Rome") { () throws(ExpenseError) in
      try first.add(Expense(name: "Train", amount: 8990, date: .first))
    }
    first.close()
    let second = try Store.file(folder.file())
    #expect(try second.undo()?.label == "Trip to Rome")
    second.close()
    let third = try Store.file(folder.file())
    #expect(try third.redo()?.label == "Trip to Rome")
    #expect(try third.all().map(\.name) == ["Train"])
  }

  @Test func undoIsAnnounced() throws {
    let store = try Store.memory()
    let id = try store.add(try expense("A"))
    let heard = Heard()
    let subscription = try store.subscribe { heard.append($0) }
    _ = try store.undo()
    _ = try store.redo()
    #expect(heard.changes.map(\.kind) == [.undo, .redo])
    #expect(heard.changes.map(\.target) == [2, 2], "revision 1 set the currency")
    #expect(heard.changes[0].items == [Change.Item(kind: .removed, firstID: id, count: 1)])
    subscription.cancel()
  }

  @Test func mineAndAny() throws {
    let folder = TemporaryFolder()
    let phone = try Store.file(folder.file(), origin: "phone")
    let laptop = try Store.file(folder.file(), origin: "laptop")
    try phone.add(try expense("Phone's"))
    try laptop.add(try expense("Laptop's"))
    #expect(try phone.undo()?.label == "added 1 expense")
    #expect(try laptop.all().map(\.name) == ["Laptop's"])
    #expect(try phone.undo() == nil, "the rest is not the phone's")
    #expect(try phone.undo(UndoScope(any: true)) != nil)
    #expect(try laptop.all().isEmpty)
    #expect(try laptop.redo() == nil, "the laptop has undone nothing")
    #expect(try phone.redo() != nil)
    #expect(try phone.redo() != nil)
    #expect(try laptop.all().map(\.name) == ["Phone's", "Laptop's"])
  }

  @Test func conflictsArePerRowAndField() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file(), origin: "mine")
    let theirs = try Store.file(folder.file(), origin: "theirs")
    let id = try mine.add(try expense("Lunch", 1250))
    var values = try expense("Dinner", 1300)
    values.id = id
    values.note = "tip"
    try mine.update(values, fields: [.amount])
    try theirs.update(values, fields: [.note])
    #expect(try mine.undo() != nil, "another field is no conflict")
    #expect(try mine.all().first?.amount == 1250)
    #expect(try mine.all().first?.note == "tip")
    // The row was changed since it was added: taking it away would lose the note.
    let error = #expect(throws: ExpenseError.self) { _ = try mine.undo() }
    #expect(error?.code == .conflict)
    #expect(error?.message.contains("expense \(id)") == true)
    #expect(error?.message.contains("theirs") == true)
    #expect(try theirs.undo() != nil)
    #expect(try mine.undo() != nil, "what is undone is no hindrance")
    #expect(try mine.all().isEmpty)
    try mine.check()
  }

  @Test func skipTakesTheOneBefore() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file(), origin: "mine")
    let theirs = try Store.file(folder.file(), origin: "theirs")
    try mine.add(try expense("First"))
    let second = try mine.add(try expense("Second"))
    var values = try expense("Changed")
    values.id = second
    try theirs.update(values, fields: [.name])
    expectError(.conflict) { _ = try mine.undo() }
    #expect(try mine.undo(UndoScope(skip: true)) != nil)
    #expect(try mine.all().map(\.name) == ["Changed"])
  }

  @Test func onePastRevision() throws {
    let store = try Store.memory()
    try store.add(try expense("A"))
    let revision = try store.revision
    try store.add(try expense("B"))
    _ = try store.undo(revision: revision)
    #expect(try store.all().map(\.name) == ["B"])
    expectError(.notFound) { _ = try store.undo(revision: revision) }
    expectError(.notFound) { _ = try store.undo(revision: 99) }
    #expect(try store.redo()?.target == revision)
    #expect(try store.all().map(\.name) == ["A", "B"])
  }

  @Test func theHistoryOfOneExpense() throws {
    let store = try Store.memory()
    let id = try store.add(try expense("Lunch", 1250))
    try store.add(try expense("Other"))
    var values = try expense("Dinner", 1350)
    values.id = id
    try store.update(values, fields: [.name])
    try store.update(values, fields: [.amount])
    try store.remove([id])
    _ = try store.undo()
    let history = try store.history(of: id)
    #expect(history.map(\.change.kind) == [.undo, .edit, .edit, .edit, .edit])
    #expect(history.map(\.expense?.name) == ["Dinner", "Dinner", "Dinner", "Dinner", "Lunch"])
    #expect(history.map(\.expense?.amount) == [1350, 1350, 1350, 1250, 1250])
    #expect(history[1].change.undoneBy == history[0].change.lastRevision)
    #expect(try store.history(of: id, limit: 2).count == 2)
    let before = history[2].change.lastRevision
    #expect(try store.history(of: id, before: before).map(\.expense?.amount) == [1250, 1250])
    #expect(try store.history().count == 7)
    expectError(.notFound) { _ = try store.history(of: 99) }
  }
}
