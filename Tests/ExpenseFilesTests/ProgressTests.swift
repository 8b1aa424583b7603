import ExpenseModel
import ExpenseStore
import Synchronization
import Testing
import Threads

@testable import ExpenseFiles

@Suite("Progress of imports, and their cancelling")
struct ProgressTests {
  private static let count = 20_000
  private let text =
    "Date;Merchant;Amount\n"
    + (0..<ProgressTests.count).map {
      "01.02.2026;Merchant number \($0) of many, by name;-2,\(10 + $0 % 90)\n"
    }
    .joined()

  private final class Heard: Sendable {
    let all = Mutex<[ImportProgress]>([])
    let cancelsAt = Mutex<(ImportProgress.Phase, Int64)?>(nil)

    func tell(_ progress: ImportProgress) -> Bool {
      all.withLock { $0.append(progress) }
      guard let (phase, done) = cancelsAt.withLock(\.self) else { return true }
      return progress.phase != phase || progress.done < done
    }

    func of(_ phase: ImportProgress.Phase) -> [ImportProgress] {
      all.withLock { $0.filter { $0.phase == phase } }
    }
  }

  private func open(_ store: Store, _ heard: Heard) throws -> Import {
    try Import.open(
      store, bytes: Array(text.utf8),
      options: ImportOptions(profile: cardProfile, name: "file") { heard.tell($0) })
  }

  @Test("Each phase goes from its beginning to its end, in about a hundred steps")
  func phases() throws {
    let store = try makeStore()
    let heard = Heard()
    _ = try open(store, heard).commit()
    for phase in [ImportProgress.Phase.read, .store] {
      let steps = heard.of(phase)
      #expect(steps.first.map { $0.done < $0.total / 100 } == true)
      #expect(steps.last.map { $0.done == $0.total } == true)
      #expect(steps.map(\.done) == steps.map(\.done).sorted())
      #expect(Set(steps.map(\.total)).count == 1)
      #expect(15...130 ~= steps.count)
    }
    #expect(heard.of(.read).last?.total == Int64(text.utf8.count))
    #expect(heard.of(.store).last?.total == Int64(ProgressTests.count))
    heard.all.withLock { $0 = [] }
    #expect(try open(store, heard).summary.duplicates == Int64(ProgressTests.count))
    #expect(50...130 ~= heard.of(.match).count)
    #expect(heard.of(.match).last?.total == Int64(ProgressTests.count))
  }

  @Test("Cancelled while it is read or compared, there is no import", arguments: [0, 1] as [Int32])
  func cancelledOpening(_ number: Int32) throws {
    let store = try makeStore()
    let heard = Heard()
    _ = try open(store, heard).commit()
    let phase = try #require(ImportProgress.Phase(rawValue: number))
    heard.cancelsAt.withLock { $0 = (phase, 1) }
    let error = try #require(throws: ExpenseError.self) { try open(store, heard) }
    #expect(error.code == .cancelled)
    #expect(error.message == "the import was cancelled; nothing was stored")
  }

  @Test("A cancelled commit stores nothing, and may be tried again")
  func cancelledCommit() throws {
    let store = try makeStore()
    let heard = Heard()
    let file = try open(store, heard)
    for done in [0, 1, 9_000, 20_000] as [Int64] {
      heard.cancelsAt.withLock { $0 = (.store, done) }
      #expect(try #require(throws: ExpenseError.self) { try file.commit() }.code == .cancelled)
      #expect(try store.all().isEmpty)
      #expect(try store.importNames().isEmpty)
    }
    try file.setRow(0, .excluded)
    heard.cancelsAt.withLock { $0 = nil }
    _ = try file.commit()
    #expect(try store.all().count == ProgressTests.count - 1)
  }

  @Test("Cancelled inside a transaction, that cannot be committed")
  func cancelledInside() throws {
    let store = try makeStore()
    let heard = Heard()
    let file = try open(store, heard)
    heard.cancelsAt.withLock { $0 = (.store, 9_000) }
    try store.begin()
    #expect(throws: ExpenseError.self) { try file.commit() }
    #expect(try #require(throws: ExpenseError.self) { try store.commit() }.code == .cancelled)
    #expect(try store.all().isEmpty)
    heard.cancelsAt.withLock { $0 = nil }
    _ = try file.commit()
    #expect(try store.all().count == ProgressTests.count)
  }

  @Test("What it hears may read the store")
  func readsInside() throws {
    let store = try makeStore()
    let counts = Mutex<[Int64]>([])
    let options = ImportOptions(profile: cardProfile) { _ in
      let count = (try? store.lastExpenseID()) ?? -1
      counts.withLock { $0.append(count) }
      return true
    }
    let bytes = Array(text.utf8)
    _ = try Import.open(store, bytes: bytes, options: options).commit()
    _ = try Import.open(store, bytes: bytes, options: options).commit()
    #expect(counts.withLock { !$0.contains(-1) })
    #expect(counts.withLock { $0.max() } == Int64(ProgressTests.count))
  }

  @Test("Read by two threads or by one, the same is stored in the same order")
  func threads() throws {
    let store = try makeStore()
    _ = try open(store, Heard()).commit()
    let names = try store.all().map(\.name)
    #expect(names == (0..<ProgressTests.count).map { "Merchant number \($0) of many, by name" })
    let reader = try #require(try open(try makeStore(), Heard()).state.withLock(\.reader))
    let entries = try open(try makeStore(), Heard()).state.withLock(\.entries)
    for isThreaded in [true, false] {
      let feed = RowFeed(RowWork(entries: entries, reader: reader), isThreaded: isThreaded)
      var seen: [String] = []
      while let batch = try feed.next() {
        seen += (0..<batch.packed.count).map(batch.packed.name)
      }
      feed.stop()
      #expect(seen == names)
      // One that nobody takes from ends all the same.
      let other = RowFeed(RowWork(entries: entries, reader: reader), isThreaded: isThreaded)
      _ = try other.next()
      other.stop()
    }
  }
}
