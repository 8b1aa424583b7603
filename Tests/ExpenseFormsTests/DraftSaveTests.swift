import ExpenseModel
import ExpenseStore
import Synchronization
import Testing
import Threads

@testable import ExpenseForms

@Suite("Saving a draft")
struct DraftSaveTests {
  private func filled(_ store: Store) throws -> Draft {
    let draft = try Draft(adding: store, decimalMark: .comma)
    try draft.set(.name, "Lunch")
    try draft.set(.amount, "12,50")
    return draft
  }

  @Test("It adds once, and from then on updates: each is one change and one undo")
  func addThenUpdate() throws {
    let store = try Store.memory()
    let draft = try filled(store)
    #expect(try draft.status().canSave)
    let id = try draft.save()
    #expect(try store.revision == 2)
    #expect(
      try draft.status()
        == Draft.Status(id: id, canSave: true, changed: [], conflicts: [], isRemoved: false))
    #expect(try draft.save() == id)
    #expect(try store.revision == 2)
    try draft.set(.amount, "13")
    try draft.set(.note, "with tip")
    try draft.set(.name, "Lunch")
    #expect(try draft.status().changed == [.amount, .note])
    #expect(try draft.save() == id)
    #expect(try draft.text(of: .amount) == "13,00")
    #expect(
      try store.history().map(\.change.label).prefix(2) == [
        "changed amount, note of Lunch", "added Lunch",
      ])
    #expect(try store.undo()?.label == "changed amount, note of Lunch")
    #expect(try draft.status().changed == [])
    #expect(try draft.text(of: .amount) == "12,50")
    #expect(try store.undo()?.label == "added Lunch")
    #expect(try draft.status().isRemoved && !draft.status().canSave)
    expectError(.notFound) { try draft.save() }
    _ = try store.redo()
    #expect(try draft.status().canSave)
  }

  @Test("An edit writes only what it has changed")
  func onlyChanged() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250, tags: ["a"])
    let draft = try Draft(editing: id, in: store, decimalMark: .point)
    #expect(try draft.text(of: .amount) == "12.50")
    try draft.set(.amount, "12.5")
    #expect(try !draft.status().isChanged)
    try draft.set(.type, "Business")
    let heard = Mutex<[Change]>([])
    let subscription = try store.subscribe { change in heard.withLock { $0.append(change) } }
    try draft.save()
    subscription.cancel()
    #expect(heard.withLock { $0 }.map(\.fields) == [.type])
  }

  @Test("Discarding gives back what it began with")
  func discard() throws {
    let store = try Store.memory()
    let draft = try filled(store)
    try draft.discard()
    #expect(try draft.text(of: .name) == "" && draft.text(of: .amount) == "")
    let id = try store.add("Lunch", 1250)
    let edit = try Draft(editing: id, in: store, decimalMark: .point)
    try edit.set(.name, "Dinner")
    try store.change(id) { $0.name = "Brunch" }
    #expect(try edit.status().conflicts == [.name])
    try edit.discard()
    #expect(try edit.text(of: .name) == "Brunch" && edit.status().conflicts == [])
  }

  @Test("In a transaction it is a part of that; a failure marks nothing of its own")
  func transaction() throws {
    let store = try Store.memory()
    let draft = try filled(store)
    try store.begin("Trip")
    let id = try draft.save()
    try draft.set(.note, "n")
    try draft.save()
    try store.commit()
    #expect(try store.one(id).note == "n")
    #expect(try store.history().first?.change.label == "Trip")
    try store.begin()
    let other = try filled(store)
    try other.save()
    try store.rollback()
    #expect(try other.status().isRemoved)
    expectError(.notFound) { try other.save() }
  }

  @Test("What can't be stored leaves the draft as it was")
  func failure() throws {
    let store = try Store.memory()
    let draft = try filled(store)
    try store.begin()
    store.noteFailure(ExpenseError(.invalid, "something else"))
    expectError(.invalid) { try draft.save() }
    try? store.commit()
    #expect(try draft.status().id == 0 && draft.text(of: .name) == "Lunch")
    #expect(try draft.status().canSave)
    try draft.save()
    store.close()
    expectError(.handle) { _ = try draft.status() }
    expectError(.handle) { try draft.save() }
    #expect(try draft.text(of: .name) == "Lunch")
  }

  @Test("A subscriber may look at the draft, and not save it once more")
  func fromInside() throws {
    let store = try Store.memory()
    let draft = try filled(store)
    let seen = Mutex<[Draft.Status]>([])
    let codes = Mutex<[ExpenseError.Code]>([])
    let subscription = try store.subscribe { _ in
      if let status = try? draft.status() { seen.withLock { $0.append(status) } }
      do throws(ExpenseError) {
        try draft.save()
      } catch {
        codes.withLock { $0.append(error.code) }
      }
    }
    let id = try draft.save()
    subscription.cancel()
    #expect(
      seen.withLock { $0 }.map(\.id) == [id] && seen.withLock { $0 }.allSatisfy { !$0.isChanged })
    #expect(codes.withLock { $0 } == [.busy])
    #expect(try store.view(ExpenseQuery()).count() == 1)
  }
}

@Suite("A draft whose expense changes meanwhile")
struct DraftConflictTests {
  private func opened(_ store: Store) throws -> (Draft, Int64) {
    let id = try store.add("Lunch", 1250, account: "Visa")
    return (try Draft(editing: id, in: store, decimalMark: .point), id)
  }

  @Test("What only others changed is taken over")
  func takenOver() throws {
    let store = try Store.memory()
    let (draft, id) = try opened(store)
    try draft.set(.note, "mine")
    try store.change(id) { $0.account = "Cash" }
    #expect(try draft.status().conflicts == [])
    #expect(try draft.text(of: .account) == "Cash")
    try store.change(id) { $0.type = "Business" }
    try draft.save()
    let saved = try store.one(id)
    #expect(saved.account == "Cash" && saved.type == "Business" && saved.note == "mine")
  }

  @Test("What both changed to other values is a conflict, until it is settled")
  func conflict() throws {
    let store = try Store.memory()
    let (draft, id) = try opened(store)
    try draft.set(.name, "Mine")
    try draft.set(.note, "same")
    try draft.set(.account, "Mine")
    try store.change(id) {
      $0.name = "Theirs"
      $0.note = "same"
      $0.account = "Theirs"
    }
    let error = expectError(.conflict) { try draft.save() }
    #expect(error?.field == .name)
    #expect(
      error?.message
        == "expense 1 was changed by someone else too, in name, account: take theirs, or keep your own"
    )
    let status = try draft.status()
    #expect(status.conflicts == [.name, .account] && status.changed == [.name, .account])
    #expect(!status.canSave)
    #expect(try draft.text(of: .name) == "Mine")
    try draft.resolve(.name, takeTheirs: true)
    #expect(try draft.text(of: .name) == "Theirs")
    #expect(try draft.status().conflicts == [.account])
    try draft.resolve(.all, takeTheirs: false)
    #expect(try draft.status().canSave)
    try draft.save()
    let saved = try store.one(id)
    #expect(saved.name == "Theirs" && saved.account == "Mine")
  }

  @Test("A change after the settling is a conflict again")
  func again() throws {
    let store = try Store.memory()
    let (draft, id) = try opened(store)
    try draft.set(.name, "Mine")
    try store.change(id) { $0.name = "Theirs" }
    #expect(try draft.status().conflicts == [.name])
    try store.change(id) { $0.name = "Newer" }
    try draft.resolve(.name, takeTheirs: false)
    #expect(try draft.status().conflicts == [.name])
    try draft.resolve(.name, takeTheirs: false)
    try draft.save()
    #expect(try store.one(id).name == "Mine")
  }

  @Test("Changing one's own text back ends a conflict")
  func back() throws {
    let store = try Store.memory()
    let (draft, id) = try opened(store)
    try draft.set(.name, "Mine")
    try store.change(id) { $0.name = "Theirs" }
    #expect(try draft.status().conflicts == [.name])
    try draft.set(.name, "Theirs")
    #expect(try draft.status().conflicts == [])
    try store.change(id) { $0.name = "Newer" }
    #expect(try draft.status().conflicts == [])
    #expect(try draft.text(of: .name) == "Newer")
  }

  @Test("An amount never moves into another currency", arguments: [true, false])
  func money(_ takeTheirs: Bool) throws {
    let store = try Store.memory()
    let (draft, id) = try opened(store)
    try draft.set(.amount, "20")
    try store.change(id) { $0.currency = "USD" }
    #expect(try draft.status().conflicts == [.amount, .currency])
    try draft.resolve(.currency, takeTheirs: takeTheirs)
    #expect(try draft.status().canSave)
    try draft.save()
    let saved = try store.one(id)
    #expect(saved.amount == (takeTheirs ? 1250 : 2000))
    #expect(saved.currency == (takeTheirs ? "USD" : "EUR"))
  }

  @Test("A text that can't be read is a change too")
  func unreadable() throws {
    let store = try Store.memory()
    let (draft, id) = try opened(store)
    try draft.set(.date, "2026-")
    try store.change(id) { $0.date = .first }
    #expect(try draft.status().conflicts == [.date])
    try draft.resolve(.date, takeTheirs: true)
    #expect(try draft.text(of: .date) == "0001-01-01")
  }

  @Test("A removed expense is not found, until it is there again")
  func removed() throws {
    let store = try Store.memory()
    let (draft, id) = try opened(store)
    try draft.set(.note, "mine")
    try store.remove([id])
    #expect(try draft.status().isRemoved)
    #expect(expectError(.notFound) { try draft.save() } != nil)
    try draft.discard()
    #expect(try draft.status().isRemoved)
    try draft.set(.note, "mine")
    _ = try store.undo()
    try draft.save()
    #expect(try store.one(id).note == "mine")
  }
}
