import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseForms

@Suite("The texts of a draft")
struct DraftTextTests {
  @Test("A new draft begins with what an expense begins with")
  func beginning() throws {
    let draft = try Draft(adding: Store.memory(), decimalMark: .comma)
    let today = CivilDate.today().description
    for (field, text) in [
      (.name, ""), (.type, "Personal"), (.category, ""), (.amount, ""), (.currency, "EUR"),
      (.date, today), (.account, ""), (.note, ""), (.tags, ""), (.reimbursement, "none"),
    ] as [(ExpenseField, String)] {
      #expect(try draft.text(of: field) == text)
    }
    #expect(try draft.problems().map(\.field) == [.name, .amount])
    #expect(try draft.problem(.name) == "the name is missing")
    #expect(try draft.problem(.amount) == "the amount is missing")
    let status = try draft.status()
    #expect(status.id == 0 && !status.canSave && !status.isChanged)
  }

  @Test("Defaults take the place of what it begins with, and are saved with it")
  func defaults() throws {
    let store = try Store.memory()
    var defaults = Expense(
      name: "", type: "Business", amount: 1250, currency: "USD",
      date: try CivilDate(parsing: "2026-01-02"), tags: ["a,b", "c\\d"], extra: "{\"x\":1}")
    defaults.conversion = .init(amount: 1, currency: "EUR")
    let draft = try Draft(adding: store, defaults: defaults, decimalMark: .comma)
    #expect(try draft.text(of: .amount) == "12,50")
    #expect(try draft.text(of: .currency) == "USD")
    #expect(try draft.text(of: .date) == "2026-01-02")
    #expect(try draft.text(of: .tags) == "a\\,b, c\\\\d")
    #expect(try draft.problems().map(\.field) == [.name])
    #expect(try !draft.status().isChanged)
    try draft.set(.name, "Lunch")
    let saved = try store.one(try draft.save())
    #expect(saved.tags == ["a,b", "c\\d"] && saved.extra == "{\"x\":1}")
    #expect(saved.amount == 1250 && saved.currency == "USD" && saved.conversion?.amount == 1)

    let some = try Draft(adding: store, defaults: defaults, given: [.type], decimalMark: .point)
    #expect(try some.text(of: .amount) == "" && some.text(of: .type) == "Business")
    #expect(try some.text(of: .currency) == "EUR")
  }

  @Test("Defaults that break a rule are refused at once")
  func wrongDefaults() throws {
    let store = try Store.memory()
    var defaults = Expense(name: "", category: "A::B", amount: 0, date: .first)
    expectError(.invalid) { _ = try Draft(adding: store, defaults: defaults) }
    defaults.category = ""
    defaults.currency = "ZZZ"
    expectError(.currency) { _ = try Draft(adding: store, defaults: defaults) }
    let bare = try Store.memory(currency: "")
    defaults.currency = ""
    expectError(.currency) { _ = try Draft(adding: bare, defaults: defaults) }
    expectError(.notFound) { _ = try Draft(editing: 7, in: store) }
  }

  @Test(
    "An amount is read exactly, or is a problem",
    arguments: [
      (",", "12,50", 1250), (",", "1.234,5", 123_450), (",", "-3", -300), (",", "1.000", 100_000),
      (".", "12.50", 1250), (".", "1,234.50", 123_450), (".", " 9.7 ", 970), (",", "(5,00)", -500),
      (",", "1 234,50", 123_450), (".", "\u{2212}12.34", -1234), (",", "12,50 €", 1250),
      (",", "EUR 12,50", 1250), (".", "92233720368547758.07", Int64.max),
    ] as [(String, String, Int64)])
  func amounts(_ mark: String, _ text: String, _ minor: Int64) throws {
    let store = try Store.memory()
    let draft = try Draft(
      adding: store, decimalMark: AmountText.DecimalMark(rawValue: mark))
    try draft.set(.name, "x")
    try draft.set(.amount, text)
    #expect(try draft.text(of: .amount) == text)
    #expect(try draft.problems() == [])
    #expect(try store.one(try draft.save()).amount == minor)
  }

  @Test(
    "Anything else is a problem that says why",
    arguments: [
      (",", "12.50", "\"12.50\": the decimal mark here is \",\": write \"12,50\""),
      (".", "12,50", "\"12,50\": the decimal mark here is \".\": write \"12.50\""),
      (".", "1.234,50", "\"1.234,50\": the decimal mark here is \".\": write \"1,234.50\""),
      (",", "1,234.50", "\"1,234.50\": the decimal mark here is \",\": write \"1.234,50\""),
      (",", "12.34.5", "\"12.34.5\": the grouping marks do not stand at groups of three digits"),
      (".", "12abc", "\"12abc\": what stands beside the number is no currency"),
      (".", "12 US", "\"12 US\": what stands beside the number is no currency"),
      (".", "-", "\"-\": not an amount"), (".", "1e3", "\"1e3\": not an amount"),
      (".", " ", "the amount is missing"), (".", "12.50 CR", "\"12.50 CR\": not an amount"),
      (
        ".", "1.234",
        "\"1.234\": more digits behind the decimal mark than the 2 of EUR"
      ),
      (".", "99999999999999999999", "\"99999999999999999999\": the amount is too large"),
    ])
  func noAmounts(_ mark: String, _ text: String, _ message: String) throws {
    let draft = try Draft(
      adding: Store.memory(), decimalMark: AmountText.DecimalMark(rawValue: mark))
    try draft.set(.name, "x")
    try draft.set(.amount, text)
    #expect(try draft.text(of: .amount) == text)
    #expect(try draft.problems().map(\.message) == [message])
    #expect(try !draft.status().canSave)
    expectError(
      text.hasPrefix("999")
        ? .overflow : text.hasPrefix("12abc") || text == "12 US" ? .currency : .invalid
    ) {
      try draft.save()
    }
  }

  @Test("A currency in the amount counts while none was set")
  func currencyInAmount() throws {
    let store = try Store.memory()
    let draft = try Draft(adding: store, decimalMark: .comma)
    try draft.set(.name, "x")
    try draft.set(.amount, "12,50 USD")
    #expect(try draft.text(of: .currency) == "USD")
    #expect(try draft.problems() == [])
    #expect(try draft.status().changed == [.name, .amount, .currency])
    try draft.set(.amount, "500 JPY")
    #expect(try draft.text(of: .currency) == "JPY")
    try draft.set(.amount, "500,5 JPY")
    #expect(
      try draft.problem(.amount)
        == "\"500,5 JPY\": more digits behind the decimal mark than the 0 of JPY")
    try draft.set(.amount, "12,50")
    #expect(try draft.text(of: .currency) == "EUR")
    try draft.set(.currency, "gbp")
    #expect(try draft.problems() == [])
    try draft.set(.amount, "12,50 USD")
    #expect(try draft.text(of: .currency) == "gbp")
    #expect(try draft.problem(.currency) == "the amount is in USD, and the currency is GBP")
    #expect(try draft.problem(.amount) == nil)
    try draft.set(.amount, "12,50 £")
    #expect(try draft.problems() == [])
    #expect(try store.one(try draft.save()).currency == "GBP")
  }

  @Test("Without a default currency one must be given")
  func noDefaultCurrency() throws {
    let store = try Store.memory(currency: "")
    let draft = try Draft(adding: store, decimalMark: .point)
    try draft.set(.name, "x")
    try draft.set(.amount, "12.50")
    #expect(try draft.problem(.currency) == "the currency is missing: the store has no default")
    try draft.set(.currency, "EURO")
    #expect(
      try draft.problem(.currency)
        == "\"EURO\" is neither in ISO 4217 nor registered in this store")
    expectError(.currency) { try draft.save() }
    try store.registerCurrency(try Currency(code: "EURO", digits: 1))
    #expect(
      try draft.problem(.amount) == nil && draft.problems() == [])
    #expect(try store.one(try draft.save()).amount == 125)
  }

  @Test(
    "Each field has its rule",
    arguments: [
      (.name, " ", "the name is blank"), (.date, "", "the date is missing"),
      (.date, "2026-02-30", "there is no day \"2026-02-30\""),
      (.date, "2026-02", "the date \"2026-02\" has no day: a date is written as in 2026-03-14"),
      (.category, "A::B", "a category's name is blank in \"A::B\""),
      (.reimbursement, "maybe", "a reimbursement is none, open, submitted or paid: \"maybe\""),
      (.account, "a\u{0}", "the account has the character U+0000 in it"),
      (
        .note, String(repeating: "x", count: 65_537),
        "the note has 65537 bytes: at most 65536 are allowed"
      ),
      (.tags, String(repeating: "x", count: 129), "tag 1 has 129 bytes: at most 128 are allowed"),
    ] as [(ExpenseField, String, String)])
  func rules(_ field: ExpenseField, _ text: String, _ message: String) throws {
    let store = try Store.memory()
    let draft = try Draft(editing: try store.add("Lunch"), in: store, decimalMark: .point)
    try draft.set(field, text)
    #expect(try draft.problems() == [Draft.Problem(field, .invalid, message)])
    #expect(try draft.status().changed == ExpenseFields(field))
    #expect(expectError(.invalid) { try draft.save() }?.field == field)
    try draft.discard()
    #expect(try draft.problems() == [])
  }

  @Test("Texts are read as their fields are")
  func values() throws {
    let store = try Store.memory()
    let draft = try Draft(adding: store, decimalMark: .point)
    for (field, text) in [
      (.name, "Lunch"), (.type, " "), (.category, " Travel : Rail "), (.amount, "1"),
      (.date, " 20260314 "), (.account, "Visa"), (.note, "n"), (.tags, "a\\,b, ,c\\\\, a\\,b,\\d,"),
      (.reimbursement, "Open"),
    ] as [(ExpenseField, String)] {
      try draft.set(field, text)
    }
    let saved = try store.one(try draft.save())
    #expect(saved.type == "Personal" && saved.category == "Travel:Rail")
    #expect(saved.date == (try CivilDate(parsing: "2026-03-14")) && saved.reimbursement == .open)
    #expect(saved.tags == ["a,b", "c\\", "\\d"] && saved.account == "Visa")
    #expect(try draft.text(of: .category) == "Travel:Rail")
    #expect(try draft.text(of: .tags) == "a\\,b, c\\\\, \\\\d")
  }

  @Test("Fields without a text are refused")
  func otherFields() throws {
    let draft = try Draft(adding: Store.memory())
    for field in [ExpenseField.conversion, .source, .extra, .uuid] {
      expectError(.argument) { _ = try draft.text(of: field) }
      expectError(.argument) { try draft.set(field, "x") }
      expectError(.argument) { _ = try draft.choices(for: field) }
    }
  }
}
