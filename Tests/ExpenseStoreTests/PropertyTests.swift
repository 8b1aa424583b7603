import ExpenseModel
import Foundation
import Synchronization
import Testing

@testable import ExpenseStore

/// Random callers against a plain model: a dictionary of rows and a list of its earlier states.
@Suite struct PropertyTests {
  @Test(arguments: seeds(24))
  func theStoreIsWhatAPlainModelSays(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let folder = TemporaryFolder()
    var store = try Store.file(folder.file()) { $0.relaxed = true }
    var model = Model()
    let heard = Heard()
    var subscription = try store.subscribe { heard.append($0) }
    let firstRevision = try store.revision + 1

    for step in 0..<150 {
      switch UInt8.random(in: 0..<100, using: &random) {
      case 0..<60: try change(store, &model, &random)
      case 60..<70:
        try store.begin()
        let before = model
        model.isInTransaction = true
        for _ in 0..<Int.random(in: 0..<6, using: &random) { try change(store, &model, &random) }
        model.isInTransaction = false
        if Bool.random(using: &random) {
          try store.commit()
          model.commit(from: before)
        } else {
          try store.rollback()
          model = before
        }
      case 70..<85: #expect((try store.undo() != nil) == model.undo())
      case 85..<95: #expect((try store.redo() != nil) == model.redo())
      default:
        subscription.cancel()
        store.close()
        store = try Store.file(folder.file()) { $0.relaxed = true }
        subscription = try store.subscribe { heard.append($0) }
      }
      #expect(try store.all().map(Row.init) == model.sorted, "seed \(seed), step \(step)")
      if step % 25 == 0 { try store.check() }
    }
    try store.check()
    try totalsAreSums(store, model)

    // What was heard, applied to nothing, gives the rows that are there.
    var ids: Set<Int64> = []
    var expected = firstRevision
    for change in heard.changes {
      #expect(change.firstRevision == expected)
      expected = change.lastRevision + 1
      for item in change.items {
        for id in item.ids {
          switch item.kind {
          case .added: #expect(ids.insert(id).inserted)
          case .updated: #expect(ids.contains(id))
          case .removed: #expect(ids.remove(id) != nil)
          }
        }
      }
    }
    #expect(ids.sorted() == model.sorted.map(\.id))
    subscription.cancel()
  }

  private func change(
    _ store: Store, _ model: inout Model, _ random: inout SeededGenerator
  ) throws {
    let row = Row.random(&random)
    let before = model
    switch (
      UInt8.random(in: 0..<10, using: &random),
      model.rows.keys.sorted().randomElement(using: &random)
    ) {
    case (0..<5, _), (_, nil):
      let id = try store.add(row.expense)
      model.rows[id] = row.with(id)
    case (5..<8, let id?):
      let fields: ExpenseFields =
        [[.name], [.amount, .type], [.date, .category], .all]
        .randomElement(using: &random) ?? .all
      try store.update(row.with(id).expense, fields: fields.subtracting(.uuid))
      model.update(id, row, fields)
    case (_, let id?):
      try store.remove([id])
      model.rows[id] = nil
    }
    if !model.isInTransaction { model.commit(from: before) }
  }

  private func totalsAreSums(_ store: Store, _ model: Model) throws {
    var sums: [String: Int128] = [:]
    for row in model.rows.values {
      sums["\(row.type)|\(row.currency)|\(row.date.yyyymm)", default: 0] += Int128(row.amount)
    }
    let totals = try store.totals([.type, .month])
    #expect(totals.count == sums.count)
    for total in totals {
      #expect(sums["\(total.type)|\(total.currency)|\(total.month)"] == total.amount)
    }
  }

  @Test(arguments: seeds(20))
  func idSetsAreSets(seed: UInt64) {
    var random = SeededGenerator(seed)
    var set = IDSet()
    var plain: Set<Int64> = []
    for _ in 0..<500 {
      let id = Int64.random(in: 0..<60, using: &random)
      #expect(set.contains(id) == plain.contains(id))
      if plain.remove(id) != nil {
        set.remove(id)
      } else {
        plain.insert(id)
        set.insert(id)
      }
      #expect(set.ranges.flatMap(Array.init) == plain.sorted())
      #expect(set.count == Int64(plain.count))
      #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }

  @Test(arguments: seeds(50))
  func imagesOfRowsComeBackAndCutOnesAreRefused(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    var row = StoredRow()
    row.id = .random(in: 1 ..< .max, using: &random)
    row.amount = [.min, .max, 0, -1].randomElement(using: &random) ?? 0
    row.name = ["", "Lunch", "ü\u{0}\n"].randomElement(using: &random) ?? ""
    row.uuid = UUID128(high: .max, low: 1)
    if Bool.random(using: &random) {
      (row.importNumber, row.line, row.fingerprint) = (1, 2, .min)
      row.externalID = "x"
    }
    if Bool.random(using: &random) { row.note = String(repeating: "n", count: 300) }
    if Bool.random(using: &random) { row.reimbursement = 2 }
    if Bool.random(using: &random) { row.tags = "[\"a\"]" }
    if Bool.random(using: &random) {
      (row.conversionAmount, row.conversionCurrency, row.conversionRate) = (-5, 3, "0.92")
    }
    if Bool.random(using: &random) { row.extra = "{}" }
    var writer = ByteWriter()
    RowImage(fields: [.name, .extra], row: row).write(to: &writer)
    var reader = ByteReader(writer.bytes)
    let read = try #require(RowImage(&reader))
    #expect(
      read.row.id == row.id && read.row.differingFields(from: row).isEmpty
        && read.fields == [.name, .extra] && reader.isAtEnd)
    for length in 0..<writer.bytes.count {
      var cut = ByteReader(Array(writer.bytes.prefix(length)))
      #expect(RowImage(&cut) == nil)
    }
  }

  @Test(arguments: [[], ["a"], ["\"", "\\", "\n", "ü", "a,b", "]", "\u{1}"]])
  func tagsComeBack(tags: [String]) {
    #expect(TagText.decode(TagText.encode(tags)) == tags)
  }

  @Test(arguments: ["[", "[]", "[\"a\"", "[\"a\",]", "x", "[\"\\", "[\"\\u12", "[\"a\"]x"])
  func whatIsNoTagTextIsRefused(text: String) {
    #expect(TagText.decode(text) == nil)
  }
}

/// The plain model: rows by id, and states to go back and forth to.
private struct Model {
  var rows: [Int64: Row] = [:]
  var isInTransaction = false
  private var undoable: [[Int64: Row]] = []
  private var redoable: [[Int64: Row]] = []

  var sorted: [Row] { rows.values.sorted { $0.id < $1.id } }

  mutating func commit(from before: Model) {
    undoable = before.undoable
    if rows == before.rows { return }
    undoable.append(before.rows)
    redoable = []
  }

  mutating func undo() -> Bool {
    guard let state = undoable.popLast() else { return false }
    redoable.append(rows)
    rows = state
    return true
  }

  mutating func redo() -> Bool {
    guard let state = redoable.popLast() else { return false }
    undoable.append(rows)
    rows = state
    return true
  }

  mutating func update(_ id: Int64, _ row: Row, _ fields: ExpenseFields) {
    guard var old = rows[id] else { return }
    if fields.contains(.name) { old.name = row.name }
    if fields.contains(.amount) { old.amount = row.amount }
    if fields.contains(.type) { old.type = row.type }
    if fields.contains(.date) { old.date = row.date }
    if fields.contains(.category) { old.category = row.category }
    if fields.contains(.currency) { old.currency = row.currency }
    rows[id] = old
  }
}

/// What the model knows of an expense.
private struct Row: Hashable {
  var id: Int64 = 0
  var name: String
  var amount: Int64
  var type: String
  var date: CivilDate
  var category: String
  var currency: String

  static func random(_ random: inout SeededGenerator) -> Row {
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    return Row(
      name: pick(["Lunch", "Train", "ü", "a\"b"]),
      amount: pick([0, 1, -1, 1250, .max, .min]), type: pick(["Personal", "Business", "Travel"]),
      date: pick([.first, .last, CivilDate(year: 2026, month: 3, day: 14) ?? .first]),
      category: pick(["", "Travel", "Travel:Rail"]), currency: pick(["EUR", "JPY"]))
  }

  init(
    name: String, amount: Int64, type: String, date: CivilDate, category: String, currency: String
  ) {
    self.name = name
    self.amount = amount
    self.type = type
    self.date = date
    self.category = category
    self.currency = currency
  }

  init(_ expense: Expense) {
    self.init(
      name: expense.name, amount: expense.amount, type: expense.type, date: expense.date,
      category: expense.category, currency: expense.currency)
    id = expense.id
  }

  func with(_ id: Int64) -> Row {
    var row = self
    row.id = id
    return row
  }

  var expense: Expense {
    Expense(
      id: id, name: name, type: type, category: category, amount: amount, currency: currency,
      date: date)
  }
}

/// The seeds of a property: so many, and `IEXPENSE_SEEDS` times as many where it is set.
func seeds(_ count: UInt64) -> Range<UInt64> {
  let times = ProcessInfo.processInfo.environment["IEXPENSE_SEEDS"].flatMap(UInt64.init) ?? 1
  return 0..<(count * max(1, times))
}

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
