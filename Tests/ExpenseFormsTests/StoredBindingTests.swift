import ExpenseModel
import ExpenseStore
import Testing
import Threads
import ViewState

@testable import ExpenseForms

@Suite("A binding to a field of a stored expense")
struct StoredBindingTests {
  private func amount(_ minor: Int64, _ code: String = "EUR") throws -> StateValue {
    .amount(Money(minor: minor, currency: try #require(Currency.iso(code))))
  }

  /// What a binding tells: values as texts, or the code of why there is none.
  private func listen(_ binding: Binding<StateValue>) throws -> Guarded<[String]> {
    let heard = Guarded<[String]>([])
    _ = try binding.subscribe { result in
      let text =
        switch result {
        case .success(.amount(let money)): "\(money)"
        case .success(.date(let date)): "\(date)"
        case .success(.text(let text)): text
        case .success(let value): "\(value)"
        case .failure(let error): "\(error.code)"
        }
      heard.withLock { $0.append(text) }
    }
    return heard
  }

  @Test("Setting it is one change with a label and one undo, told to all")
  func setAndUndo() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    let binding = try store.binding(expense: id, field: .amount)
    let heard = try listen(binding)
    #expect(try binding.get() == amount(1250))
    try binding.set(amount(1300))
    #expect(try store.one(id).amount == 1300)
    #expect(try store.history().first?.change.label == "changed amount of Lunch")
    try binding.set(amount(1300))
    #expect(try store.revision == 3)
    try store.undo()
    #expect(heard.withLock { $0 } == ["13.00 EUR", "12.50 EUR"])
    try store.change(id) { $0.note = "with tip" }
    try store.change(id) { $0.currency = "USD" }
    #expect(heard.withLock { $0.last } == "12.50 USD")
    try binding.set(amount(-500, "CHF"))
    #expect(try store.one(id).currency == "CHF")
    #expect(try store.one(id).amount == -500)
  }

  @Test("Every field that a form has comes and goes as a value", arguments: Draft.fields.fields)
  func everyField(_ field: ExpenseField) throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    let binding = try store.binding(expense: id, field: field)
    let new: StateValue =
      switch field {
      case .amount: try amount(999)
      case .date: .date(try CivilDate(parsing: "2026-02-28"))
      case .currency: .text("USD")
      case .reimbursement: .text("open")
      case .tags: .text("a\\,b, c")
      case .category: .text("Food:Lunch")
      default: .text("new")
      }
    let before = try binding.get()
    try binding.set(new)
    #expect(try binding.get() == new)
    try store.undo()
    #expect(try binding.get() == before)
    expectError(.argument) { try binding.set(.bool(true)) }
    if field != .amount { expectError(.argument) { try binding.set(amount(1)) } }
  }

  @Test("What breaks a rule of its field is refused, with the field")
  func refusals() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    #expect(
      expectError(.invalid) { try store.binding(expense: id, field: .name).set(.text(" ")) }?.field
        == .name)
    let odd = Money(minor: 1, currency: try Currency(code: "EUR", digits: 3))
    expectError(.currency) { try store.binding(expense: id, field: .amount).set(.amount(odd)) }
    expectError(.argument) { _ = try store.binding(expense: id, field: .extra) }
    expectError(.notFound) { _ = try store.binding(expense: 99, field: .name) }
    #expect(try store.revision == 2)
  }

  @Test("A removal is told once, and what an undo brings back")
  func removal() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    let binding = try store.binding(expense: id, field: .name)
    let heard = try listen(binding)
    try store.remove([id])
    expectError(.notFound) { _ = try binding.get() }
    expectError(.notFound) { try binding.set(.text("Dinner")) }
    try store.add("Tea")
    try store.undo()
    try store.undo()
    #expect(heard.withLock { $0 } == ["notFound", "Lunch"])
  }

  @Test("In a transaction it sees and is a part of that, and nobody is told before the commit")
  func transaction() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    let binding = try store.binding(expense: id, field: .name)
    let heard = try listen(binding)
    try store.transaction("two") { () throws(ExpenseError) in
      try binding.set(.text("Dinner"))
      #expect(try binding.get() == .text("Dinner"))
      try binding.set(.text("Supper"))
      #expect(heard.withLock { $0.isEmpty })
    }
    #expect(heard.withLock { $0 } == ["Supper"])
    #expect(try store.history().first?.change.label == "two")
  }

  @Test("What one of its callbacks changes is told when that has returned, in stores and states")
  func callbacks() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    let name = try store.binding(expense: id, field: .name)
    let note = try store.binding(expense: id, field: .note)
    let state = State("")
    let shown = state.binding
    let log = Guarded<[String]>([])
    let add = { @Sendable (line: String) in log.withLock { $0.append(line) } }
    _ = try name.subscribe { _ in
      add("name")
      try? shown.set("named")
      try? note.set(.text("renamed"))
      add("name ends")
    }
    _ = try shown.subscribe { _ in
      add("shown")
      try? note.set(.text("shown"))
      add("shown ends")
    }
    _ = try note.subscribe { add("note \((try? $0.get()).map { "\($0)" } ?? "-")") }
    try name.set(.text("Dinner"))
    #expect(
      log.withLock { $0 } == [
        "name", "name ends", "shown", "shown ends", #"note text("renamed")"#,
        #"note text("shown")"#,
      ])
  }

  @Test("Two fields that follow each other come to an end")
  func mutual() throws {
    let store = try Store.memory()
    let id = try store.add("0", 1250)
    let name = try store.binding(expense: id, field: .name)
    let state = State(Int64(0))
    let count = state.binding
    _ = try name.subscribe { value in
      guard case .success(.text(let text)) = value, let number = Int64(text) else { return }
      try? count.set(number + 1)
    }
    _ = try count.subscribe { try? name.set(.text("\((try? $0.get()) ?? 0)")) }
    // Each goes on for ever; the store stops after 16 rounds, as for its own subscribers.
    try name.set(.text("1"))
    #expect((10...20).contains(state.value))
  }

  @Test("A mapped amount is a text, and a wrong text writes nothing")
  func mapped() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    let text = try store.binding(expense: id, field: .amount).map(
      to: { (value) throws(ExpenseError) in
        guard case .amount(let money) = value else { return "" }
        return Money.amountText(money.minor, digits: money.currency.digits)
      },
      from: { (text: String, value) throws(ExpenseError) in
        guard case .amount(let money) = value else { return value }
        return .amount(try Money.parse(text, currency: money.currency))
      })
    #expect(try text.get() == "12.50")
    try text.set("7.25")
    #expect(try store.one(id).amount == 725)
    #expect(throws: ExpenseError.self) { try text.set("seven") }
    #expect(try store.revision == 3)
  }

  @Test("Of a closed store nothing is read, set or told")
  func closed() throws {
    let store = try Store.memory()
    let id = try store.add("Lunch", 1250)
    let binding = try store.binding(expense: id, field: .name)
    let heard = try listen(binding)
    store.close()
    expectError(.handle) { _ = try binding.get() }
    expectError(.handle) { try binding.set(.text("x")) }
    #expect(heard.withLock { $0.isEmpty })
  }
}
