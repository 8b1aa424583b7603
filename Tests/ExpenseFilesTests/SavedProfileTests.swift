import ExpenseModel
import ExpenseStore
import Foundation
import Synchronization
import Testing
import Threads

@testable import ExpenseFiles

@Suite("Profiles that are saved in the store")
struct SavedProfileTests {
  private let text = "Date;Merchant;Amount\n01.02.2026;Coffee;-2,40\n"
  private let other = "Day,What,Sum\n2026-02-01,Coffee,-2.40\n"

  /// The profile of the card with the header that it is recognised by.
  private func card(_ header: String = #"["Date","Merchant","Amount"]"#) -> String {
    cardProfile.dropLast() + ",\"header\":\(header)}"
  }

  private func code(_ body: () throws -> Void) -> ExpenseError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ExpenseError)?.code
    }
  }

  @Test("They are kept by name, in order, and replaced and removed")
  func kept() throws {
    let store = try makeStore()
    #expect(try store.profiles().isEmpty)
    try store.saveProfile("Visa", cardProfile)
    try store.saveProfile("Bank", #"{"decimal":"."}"#)
    try store.saveProfile("Visa", card())
    #expect(try store.profiles().map(\.name) == ["Bank", "Visa"])
    #expect(try store.profiles()[1].json == card())
    try store.removeProfile("Bank")
    #expect(try store.profiles().map(\.name) == ["Visa"])
    #expect(code { try store.removeProfile("Bank") } == .notFound)
    #expect(try store.defaultCurrency?.code == "EUR", "the other settings are as they were")
  }

  @Test("A change is announced as one of settings, and no undo takes it back")
  func announced() throws {
    let store = try makeStore()
    let kinds = Mutex<[Change.Kind]>([])
    let subscription = try store.subscribe(SubscriptionOptions()) { change in
      kinds.withLock { $0.append(change.kind) }
    }
    try store.saveProfile("Visa", card())
    try store.saveProfile("Visa", card())
    #expect(try store.undo() == nil)
    try store.removeProfile("Visa")
    #expect(try store.undo() == nil)
    subscription.cancel()
    #expect(kinds.withLock(\.self) == [.settings, .settings], "the same again changes nothing")
  }

  @Test("Wrong profiles and names are refused")
  func refused() throws {
    let store = try makeStore()
    for json in ["", "x", "[]", #"{"decimal":";"}"#, #"{"what":"x"}"#, #"{"profile":"Visa"}"#] {
      #expect(code { try store.saveProfile("Visa", json) } == .argument, "\(json)")
    }
    for name in ["", " ", "{x", "a\nb", "a\u{0}b", String(repeating: "x", count: 256)] {
      #expect(code { try store.saveProfile(name, card()) } == .invalid, "\(name)")
    }
    #expect(try store.profiles().isEmpty)
  }

  @Test("A file is read with the one that is named, alone or beneath other keys")
  func named() throws {
    let store = try makeStore()
    try store.saveProfile("Visa", cardProfile)
    let file = try Import.open(store, text, "Visa")
    #expect(file.summary.text == "file: 1 new")
    #expect(file.summary.profileName == "Visa")
    let dollars = try Import.open(store, text, #"{"profile":"Visa","currency":"USD"}"#)
    #expect(dollars.summary.profileName == "Visa")
    #expect(try dollars.allRows()[0].expense?.currency == "USD")
    for unknown in ["Master", #"{"profile":"Master"}"#] {
      #expect(code { _ = try Import.open(store, text, unknown) } == .argument)
    }
    #expect(try Import.open(store, text, cardProfile).summary.profileName == "")
  }

  @Test("A file with the header of one is read with that, and says so")
  func recognised() throws {
    let store = try makeStore()
    try store.saveProfile("Visa", card())
    try store.saveProfile("Other", #"{"decimal":".","header":["Date","Merchant"]}"#)
    try store.saveProfile("No header", #"{"decimal":"."}"#)
    try store.saveProfile("Without", #"{"decimal":".","header":[]}"#)
    let file = try Import.open(store, text)
    #expect(file.summary.profileName == "Visa")
    #expect(file.summary.text == "file: 1 new")
    #expect(try Import.open(store, other).summary.profileName == "")
    #expect(try Import.open(store, "preamble\n;;\n" + text).summary.profileName == "Visa")
    #expect(try Import.open(store, text, #"{"decimal":","}"#).summary.profileName == "")
    // What it saves itself is recognised as well.
    let saved = try Import.open(store, text, cardProfile).profile
    let second = try makeStore()
    try second.saveProfile("Card", saved)
    #expect(try Import.open(second, text).summary.text == "file: 1 new")
    #expect(try Import.open(second, text).summary.profileName == "Card")
  }

  @Test("Also of a large file, and in UTF-16")
  func large() throws {
    let store = try makeStore()
    try store.saveProfile(
      "Visa", card().replacingOccurrences(of: #","encoding":"utf-8""#, with: ""))
    let rows = (0..<5_000).map { "01.02.2026;Café Número \($0);-2,40\n" }.joined()
    let long = "Date;Merchant;Amount\n" + rows
    #expect(try Import.open(store, long).summary.profileName == "Visa")
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in long.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(try Import.open(store, bytes: utf16).summary.profileName == "Visa")
    #expect(try Import.open(store, bytes: utf16).summary.fresh == 5_000)
  }

  @Test("Two that fit are a question, unless they say the same")
  func ambiguous() throws {
    let store = try makeStore()
    try store.saveProfile("One", card())
    try store.saveProfile("Two", card())
    #expect(try Import.open(store, text).summary.profileName == "One")
    try store.saveProfile("Two", card().replacingOccurrences(of: "EUR", with: "USD"))
    let file = try Import.open(store, text)
    let question = try #require(file.summary.findings.first { $0.key == "profile" })
    #expect(question.state == .ambiguous)
    #expect(question.candidates == ["One", "Two"])
    #expect(code { _ = try file.commit() } == .ambiguous)
    try file.answer(#"{"profile":"Two"}"#)
    #expect(file.summary.questions.isEmpty)
    #expect(file.summary.profileName == "Two")
    #expect(try file.allRows()[0].expense?.currency == "USD")
    #expect(!file.profile.contains("\"profile\""))
    // Another answer goes over it.
    try file.answer(#"{"currency":"EUR"}"#)
    #expect(file.summary.profileName == "Two")
    #expect(try file.allRows()[0].expense?.currency == "EUR")
    // None of them.
    let none = try Import.open(store, text)
    try none.answer(#"{"profile":""}"#)
    #expect(!none.summary.questions.contains { $0.hasPrefix("profile") })
    #expect(none.summary.profileName == "")
  }
}
