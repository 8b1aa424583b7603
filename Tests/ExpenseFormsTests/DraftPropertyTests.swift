import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseForms

/// Numbers that look random and are the same in every run (splitmix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A draft as plain dictionaries of texts: what it should be after any number of steps.
private struct Model {
  var base: [ExpenseField: String]
  var typed: [ExpenseField: String] = [:]
  var stored: [ExpenseField: String]
  var conflicts: Set<ExpenseField> = []
  /// What was stored when the draft last looked.
  var seen: [ExpenseField: String]

  var changed: Set<ExpenseField> { Set(typed.keys.filter { typed[$0] != base[$0] }) }

  mutating func look() {
    conflicts = []
    seen = stored
    for (field, theirs) in stored where theirs != base[field] {
      if changed.contains(field), typed[field] != theirs {
        conflicts.insert(field)
      } else {
        base[field] = theirs
        typed[field] = nil
      }
    }
  }
}

@Suite("A draft and others who change its expense, at random")
struct DraftPropertyTests {
  private static let fields: [ExpenseField] = [.name, .note, .account, .amount, .type]

  /// One of few values, so that two often choose the same.
  private func value(_ field: ExpenseField, _ random: inout Seeded) -> String {
    let number = Int.random(in: 1...4, using: &random)
    return field == .amount ? "\(number),00" : "\(field) \(number)"
  }

  private func texts(_ expense: Expense) -> [ExpenseField: String] {
    [
      .name: expense.name, .note: expense.note, .account: expense.account, .type: expense.type,
      .amount: Money.amountText(expense.amount, digits: 2).replacing(".", with: ","),
    ]
  }

  @Test(
    "No change of anyone is lost, and what both changed is never saved unasked", arguments: 1...40)
  func random(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    let store = try Store.memory()
    let id = try store.add("name 1", 100, type: "type 1")
    let draft = try Draft(editing: id, in: store, decimalMark: .comma)
    let beginning = texts(try store.one(id))
    var model = Model(base: beginning, stored: beginning, seen: beginning)
    for _ in 0..<150 {
      let field = Self.fields.randomElement(using: &random) ?? .name
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let text = value(field, &random)
        try draft.set(field, text)
        model.typed[field] = text
      case 3...5:
        let text = value(field, &random)
        let other = try Draft(editing: id, in: store, decimalMark: .comma)
        try other.set(field, text)
        try other.save()
        model.stored[field] = text
      case 6:
        let takeTheirs = Bool.random(using: &random)
        try draft.resolve(ExpenseFields(field), takeTheirs: takeTheirs)
        if model.conflicts.remove(field) != nil {
          model.base[field] = model.seen[field]
          if takeTheirs { model.typed[field] = nil }
        }
      case 7:
        model.look()
        let changed = model.changed
        if model.conflicts.isEmpty {
          #expect(try draft.save() == id)
          for field in changed { model.stored[field] = model.typed[field] }
          (model.base, model.seen, model.typed) = (model.stored, model.stored, [:])
        } else {
          expectError(.conflict) { try draft.save() }
        }
      case 8 where Int.random(in: 0..<5, using: &random) == 0:
        try draft.discard()
        (model.base, model.seen) = (model.stored, model.stored)
        (model.typed, model.conflicts) = ([:], [])
      default:
        model.look()
        let status = try draft.status()
        #expect(Set(status.conflicts.fields) == model.conflicts)
        #expect(Set(status.changed.fields) == model.changed)
        #expect(status.canSave == model.conflicts.isEmpty)
        for field in Self.fields {
          #expect(try draft.text(of: field) == model.typed[field] ?? model.base[field])
        }
      }
      #expect(texts(try store.one(id)) == model.stored)
    }
  }
}
