import ExpenseModel
import ExpenseStore
import Testing
import Threads
import ViewState

@testable import ExpenseForms

@Suite("A binding to a field of a draft")
struct DraftBindingTests {
  private func listen(_ draft: Draft, _ field: ExpenseField) throws -> Guarded<[String]> {
    let heard = Guarded<[String]>([])
    _ = try draft.binding(for: field).subscribe { value in
      heard.withLock { $0.append((try? value.get()) ?? "-") }
    }
    return heard
  }

  @Test("It is the text of the field, told whoever sets it")
  func texts() throws {
    let draft = try Draft(adding: try Store.memory(), decimalMark: .comma)
    let amount = try draft.binding(for: .amount)
    let heard = try listen(draft, .amount)
    try amount.set("12,5")
    #expect(try draft.text(of: .amount) == "12,5")
    try draft.set(.amount, "13")
    try draft.set(.amount, "13")
    try draft.set(.name, "Lunch")
    #expect(heard.withLock { $0 } == ["12,5", "13"])
    try draft.discard()
    #expect(heard.withLock { $0 } == ["12,5", "13", ""])
    expectError(.argument) { _ = try draft.binding(for: .uuid) }
  }

  @Test("A save tells what it made of the text, after the commit")
  func saving() throws {
    let store = try Store.memory()
    let draft = try Draft(adding: store, decimalMark: .comma)
    try draft.set(.name, "Lunch")
    try draft.set(.amount, "12,5")
    let heard = Guarded<[String]>([])
    _ = try draft.binding(for: .amount).subscribe { value in
      let isFree = (try? store.transaction("") {}) != nil
      heard.withLock { $0.append("\((try? value.get()) ?? "-") \(isFree)") }
    }
    try draft.save()
    #expect(heard.withLock { $0 } == ["12,50 true"])
  }

  @Test("It is told of what the draft takes over from others, at once, and not of conflicts")
  func following() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    let draft = try Draft(editing: id, in: store, decimalMark: .point)
    let (name, amount) = (try listen(draft, .name), try listen(draft, .amount))
    try store.change(id) { $0.name = "Dinner" }
    #expect(name.withLock { $0 } == ["Dinner"])
    try draft.set(.amount, "20")
    try store.change(id) { $0.amount = 3000 }
    #expect(amount.withLock { $0 } == ["20"])
    try draft.resolve(.amount, takeTheirs: true)
    #expect(amount.withLock { $0 } == ["20", "30.00"])
  }

  @Test("A currency in the amount is the currency's text")
  func currency() throws {
    let draft = try Draft(adding: try Store.memory(), decimalMark: .point)
    let heard = try listen(draft, .currency)
    try draft.set(.amount, "12 USD")
    try draft.set(.amount, "12")
    #expect(heard.withLock { $0 } == ["USD", "EUR"])
  }

  @Test("A sheet with an unsaved draft stays")
  func sheet() throws {
    let store = try Store.memory()
    let draft = try Draft(adding: store, decimalMark: .point)
    let state = State(false)
    let dismissals = Guarded(0)
    let sheet = try Sheet(isPresented: state.binding, work: draft) {
      dismissals.withLock { $0 += 1 }
    }
    try sheet.present()
    try draft.set(.name, "Lunch")
    expectError(.unsaved) { try sheet.dismiss() }
    expectError(.unsaved) { try state.binding.set(false) }
    try draft.set(.amount, "12.50")
    let id = try draft.save()
    try sheet.dismiss()
    try sheet.present()
    try draft.set(.note, "x")
    try sheet.dismiss(discarding: true)
    #expect(try draft.text(of: .note) == "")
    #expect(try store.one(id).note == "")
    #expect(dismissals.withLock { $0 } == 2)
  }

  @Test("Nobody who is subscribed keeps a draft or a store alive")
  func lifetime() throws {
    weak var gone: Draft?
    weak var closed: Store?
    do {
      let store = try Store.memory()
      let id = try store.add("Lunch", 1250)
      let draft = try Draft(editing: id, in: store)
      (gone, closed) = (draft, store)
      _ = try listen(draft, .name)
      _ = try store.binding(expense: id, field: .name).subscribe { _ in }
    }
    #expect(gone == nil)
    #expect(closed == nil)
  }
}
