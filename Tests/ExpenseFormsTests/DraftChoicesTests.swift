import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseForms

@Suite("What a draft suggests")
struct DraftChoicesTests {
  @Test("Types: Business and Personal, then the most used")
  func types() throws {
    let store = try Store.memory()
    let draft = try Draft(adding: store)
    #expect(try draft.choices(for: .type) == ["Business", "Personal"])
    try store.add("a", type: "Travel")
    for _ in 0..<3 { try store.add("a", type: "Club") }
    try store.add("a", type: "Travel:x")
    try draft.set(.type, "zzz")
    #expect(
      try draft.choices(for: .type) == ["Business", "Personal", "Club", "Travel:x", "Travel"])
    _ = try store.undo()
    #expect(try draft.choices(for: .type) == ["Business", "Personal", "Club", "Travel"])
  }

  @Test("Names: what begins with the text, then what contains it; the most used and latest first")
  func names() throws {
    let store = try Store.memory()
    for name in ["Bakery", "Old bakery", "Bank", "Bakery", "Café", "Bar"] { try store.add(name) }
    let draft = try Draft(adding: store)
    #expect(try draft.choices(for: .name) == ["Bakery", "Bar", "Café", "Bank", "Old bakery"])
    try draft.set(.name, "BA")
    #expect(try draft.choices(for: .name) == ["Bakery", "Bar", "Bank", "Old bakery"])
    try draft.set(.name, "cafÉ")
    #expect(try draft.choices(for: .name) == ["Café"])
    try draft.set(.name, "nothing")
    #expect(try draft.choices(for: .name) == [])
    for number in 0..<50 { try store.add("N\(number)") }
    try draft.set(.name, "n")
    #expect(try draft.choices(for: .name).count == Draft.maximumSuggestions)
    #expect(try draft.choices(for: .name).first == "N49")
  }

  @Test("Categories: those of the name first")
  func categories() throws {
    let store = try Store.memory()
    for _ in 0..<3 { try store.add("Rent", category: "Home") }
    try store.add("Train", category: "Travel:Rail")
    try store.add("Train", category: "Travel")
    try store.add("Train", category: "Travel")
    let draft = try Draft(adding: store)
    #expect(try draft.choices(for: .category) == ["Home", "Travel", "Travel:Rail"])
    try draft.set(.name, "TRAIN")
    #expect(try draft.choices(for: .category) == ["Travel", "Travel:Rail", "Home"])
    try draft.set(.category, "rail")
    #expect(try draft.choices(for: .category) == ["Travel:Rail"])
  }

  @Test("Accounts, currencies, reimbursements and fields without choices")
  func others() throws {
    let store = try Store.memory()
    try store.add("a", currency: "USD", account: "Visa")
    try store.add("a", currency: "USD", account: "Cash")
    try store.add("a", account: "Cash")
    let draft = try Draft(adding: store)
    #expect(try draft.choices(for: .account) == ["Cash", "Visa"])
    #expect(try draft.choices(for: .currency) == ["USD", "EUR"])
    try draft.set(.currency, "us")
    #expect(try draft.choices(for: .currency).prefix(2) == ["USD", "USN"])
    #expect(
      try draft.choices(for: .reimbursement) == ["none", "open", "submitted", "paid"])
    for field in [ExpenseField.amount, .date, .note] {
      #expect(try draft.choices(for: field) == [])
    }
    let bare = try Draft(adding: Store.memory(currency: ""))
    #expect(try bare.choices(for: .currency) == [])
  }

  @Test("A tag completes the last one; those that are there are left out")
  func tags() throws {
    let store = try Store.memory()
    try store.add("a", tags: ["client", "a,b"])
    try store.add("a", tags: ["client", "club"])
    let draft = try Draft(adding: store)
    #expect(try draft.choices(for: .tags) == ["client", "club", "a\\,b"])
    try draft.set(.tags, "cl")
    #expect(try draft.choices(for: .tags) == ["client", "club"])
    try draft.set(.tags, "client,c")
    #expect(try draft.choices(for: .tags) == ["client, club"])
    try draft.set(.tags, "client, ")
    #expect(try draft.choices(for: .tags) == ["client, club", "client, a\\,b"])
    let edit = try Draft(editing: 2, in: store)
    #expect(try edit.choices(for: .tags) == ["client, club, a\\,b"])
  }

  @Test("What this thread's transaction has written so far counts")
  func transaction() throws {
    let store = try Store.memory()
    let draft = try Draft(adding: store)
    #expect(try draft.choices(for: .name) == [])
    try store.begin()
    try store.add("Lunch", type: "Club")
    #expect(try draft.choices(for: .name) == ["Lunch"])
    #expect(try draft.choices(for: .type).last == "Club")
    try store.rollback()
    #expect(try draft.choices(for: .name) == [])
  }
}
