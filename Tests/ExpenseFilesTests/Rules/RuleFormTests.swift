import ExpenseModel
import ExpenseStore
import Testing
import Threads

@testable import ExpenseFiles

@Suite("How rules are written, kept and refused")
struct RuleFormTests {
  private func names(_ store: Store) throws -> [String] { try store.rules().map(\.name) }

  private func rule(_ name: String, _ set: String = #"{"note":"x"}"#) -> String {
    #"{"name":"\#(name)","when":{},"set":\#(set)}"#
  }

  @Test("Rules are kept in order, byte by byte as they were saved")
  func order() throws {
    let store = try makeStore()
    let odd = " { \"when\" : {} ,\n \"set\":{\"note\":\"ä\\u00e4\"}, \"name\":\"b\" } "
    try store.saveRule(rule("a"))
    try store.saveRule(odd)
    try store.saveRule(rule("c"), at: 0)
    try store.saveRule(rule("d"), at: 99)
    #expect(try names(store) == ["c", "a", "b", "d"])
    #expect(try store.rules()[2].json == String(odd.dropFirst().dropLast()))
    try store.saveRule(rule("a", #"{"type":"Business"}"#))
    #expect(try names(store) == ["c", "a", "b", "d"])
    try store.moveRule("d", to: 1)
    try store.moveRule("c", to: 7)
    #expect(try names(store) == ["d", "a", "b", "c"])
    try store.saveRule(rule("b"), at: 0)
    try store.removeRule("a")
    #expect(try names(store) == ["b", "d", "c"])
    for name in ["b", "c", "d"] { try store.removeRule(name) }
    #expect(try store.rules().isEmpty)
  }

  @Test("Names that are equivalent to Unicode and differ in bytes are two")
  func bytes() throws {
    let store = try makeStore()
    try store.saveRule(rule("\u{E9}"))
    try store.saveRule(rule("e\u{301}"))
    #expect(try store.rules().count == 2)
    try store.removeRule("e\u{301}")
    #expect(try store.rules().map { Array($0.name.utf8) } == [[0xC3, 0xA9]])
  }

  @Test("A rule is announced as a change of settings, and no undo takes it back")
  func settings() throws {
    let store = try makeStore()
    try store.add(Expense(name: "Lunch", amount: 1, date: .first))
    let kinds = Guarded<[Change.Kind]>([])
    let subscription = try store.subscribe { change in kinds.withLock { $0.append(change.kind) } }
    try store.saveRule(rule("a"))
    try store.saveRule(rule("a"))
    #expect(kinds.withLock(\.self) == [.settings])
    #expect(try store.undo()?.label.isEmpty == false)
    #expect(try names(store) == ["a"])
    subscription.cancel()
  }

  @Test("What is missing has its error")
  func missing() throws {
    let store = try makeStore()
    #expect(throws: ExpenseError(.notFound, "there is no rule \"x\" in the store")) {
      try store.removeRule("x")
    }
    #expect(throws: ExpenseError(.notFound, "there is no rule \"x\" in the store")) {
      try store.moveRule("x", to: 0)
    }
    try store.saveRule(rule("x"))
    #expect(throws: ExpenseError(.argument, "position is -2, below 0")) {
      try store.moveRule("x", to: -2)
    }
    #expect(try names(store) == ["x"])
  }

  @Test("Rules of a newer version are listed, and do not run")
  func newer() throws {
    let store = try makeStore()
    try store.setSetting("rules", #"[{"name":"n","when":{"weather":"rain"},"set":{"note":"x"}}]"#)
    #expect(try names(store) == ["n"])
    let view = try store.view(ExpenseQuery())
    let error = #expect(throws: ExpenseError.self) { try view.applyRules() }
    #expect(error?.message.hasPrefix("the rule \"n\": unknown key when.weather") == true)
    try store.moveRule("n", to: 0)
    try store.removeRule("n")
    #expect(try view.applyRules().rows == 0)
  }

  @Test("Two threads that save rules lose none")
  func threads() async throws {
    let store = try makeStore()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in 0..<40 {
        group.addTask { try store.saveRule(rule("\(name)"), at: 0) }
      }
      try await group.waitForAll()
    }
    #expect(try Set(names(store)).count == 40)
  }
}
