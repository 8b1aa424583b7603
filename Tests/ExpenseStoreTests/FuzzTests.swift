import ExpenseModel
import Foundation
import Testing

@testable import ExpenseStore

/// Bytes that nobody wrote: an error, never a crash and never a loop.
///
/// `FUZZ_RUNS` in the environment sets how many; few by default.
@Suite struct FuzzTests {
  private static let runs =
    ProcessInfo.processInfo.environment["FUZZ_RUNS"].flatMap { Int($0) } ?? 200

  @Test func randomBytesAreNoJournal() {
    var random = SeededGenerator(1)
    for _ in 0..<FuzzTests.runs * 50 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ -> UInt8 in
        [0, 1, 2, 0x7f, 0x80, 0xff, .random(in: .min ... .max, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if let items = ChangeItems.decode(bytes) {
        let change = Change(
          kind: .edit, firstRevision: 1, lastRevision: 1, time: 0, instance: 1, origin: "x",
          label: "", items: items
        ).withAutomaticLabel
        #expect(change.added + change.updated + change.removed >= Int64(items.count))
        #expect(items.allSatisfy { !$0.ids.isEmpty && $0.ids.contains($0.lastID) })
        #expect(ChangeItems.decode(ChangeItems.encode(items)) == items)
      }
      var reader = ByteReader(bytes)
      if let image = RowImage(&reader) { _ = TotalKey(image.row) }
      _ = TagText.decode(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test func aFileWithWrongBytesIsRefusedOrRead() throws {
    let folder = TemporaryFolder()
    let original = try Self.bytesOfAStore(folder.file())
    var random = SeededGenerator(UInt64(FuzzTests.runs))
    for run in 0..<FuzzTests.runs {
      var bytes = original
      for _ in 0..<(1 << Int.random(in: 0..<6, using: &random)) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        // Mostly near bytes that are there: pages are half empty.
        guard bytes[position] != 0 || UInt8.random(in: 0..<8, using: &random) == 0 else { continue }
        bytes[position] =
          Bool.random(using: &random)
          ? bytes[position] ^ (1 << UInt8.random(in: 0..<8, using: &random))
          : .random(in: .min ... .max, using: &random)
      }
      let path = folder.file("fuzzed-\(run).db")
      try #require(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
      let start = ContinuousClock.now
      Self.useAll(path, &random)
      #expect(ContinuousClock.now - start < .seconds(20), "run \(run) hangs")
      for suffix in ["", "-wal", "-shm", "-journal", "-note"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
  }

  private static func bytesOfAStore(_ path: String) throws -> [UInt8] {
    let store = try Store.file(path) { $0.relaxed = true }
    for index in 0..<60 {
      var new = try expense(
        "Expense \(index)", Int64(index) * 100, date: "2026-0\(1 + index % 9)-14",
        type: ["Personal", "Business"][index % 2], category: ["", "Travel:Rail"][index % 2])
      new.tags = ["a", "b"]
      new.note = index % 7 == 0 ? String(repeating: "note ", count: 1500) : ""
      try store.add(new)
    }
    for id in stride(from: Int64(1), through: 60, by: 5) {
      var new = try expense("Changed")
      new.id = id
      try store.update(new, fields: [.name, .amount])
    }
    try store.remove([2, 3, 4, 30])
    _ = try store.undo()
    _ = try store.undo()
    _ = try store.redo()
    store.close()
    return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Whatever a host may call; only that each call returns counts.
  private static func useAll(_ path: String, _ random: inout SeededGenerator) {
    guard let store = try? Store(path: path) else { return }
    defer { store.close() }
    let subscription = try? store.subscribe(SubscriptionOptions(initial: true)) { change in
      _ = store.describe(change)
      _ = try? store.newValues(of: [1, 2, 5], in: change)
    }
    _ = try? store.totals([.month, .type, .category])
    _ = try? store.all()
    for id in [1, 2, 6, 30] as [Int64] { _ = try? store.history(of: id) }
    for entry in (try? store.history(limit: 20)) ?? [] {
      _ = store.describe(entry.change)
      _ = try? store.oldValues(of: [1, 2, 6], in: entry.change)
    }
    let any = UndoScope(any: true, skip: .random(using: &random))
    for _ in 0..<3 { _ = try? store.undo(any) }
    _ = try? store.undo(revision: .random(in: 1..<80, using: &random))
    _ = try? store.redo(any)
    _ = try? store.add(Expense(name: "New", amount: .min, currency: "EUR", date: .last))
    try? store.transaction { () throws(ExpenseError) in
      try store.remove([7, 8])
      _ = try store.totals([])
    }
    try? store.check()
    subscription?.cancel()
  }
}
