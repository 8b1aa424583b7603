import ExpenseModel
import Foundation
import Synchronization
import Testing
import Threads

@testable import ExpenseStore

/// What two who do not know of each other do at the same moment.
@Suite struct RaceTests {
  @Test func ofTwoDefaultCurrenciesOneIsRefused() throws {
    for round in 0..<20 {
      let folder = TemporaryFolder()
      let path = folder.file()
      let results = together(2) { index -> String in
        do throws(ExpenseError) {
          var options = Store.Options()
          options.currency = ["EUR", "USD"][index]
          let store = try Store(path: path, options: options)
          let known = try store.defaultCurrency?.code ?? "none"
          store.close()
          return known == options.currency ? "opened" : "opened with \(known)"
        } catch {
          return error.code == .currency ? "refused" : "\(error)"
        }
      }
      #expect(results.sorted() == ["opened", "refused"], "round \(round)")
    }
  }

  @Test func whoDoesNotWaitLeavesTheFileOfAnotherAlone() throws {
    for round in 0..<40 {
      let folder = TemporaryFolder()
      let path = folder.file()
      let results = together(3) { index -> ExpenseError.Code? in
        do throws(ExpenseError) {
          var options = Store.Options()
          options.currency = "EUR"
          options.busyTimeout = index == 0 ? 5000 : 0
          let store = try Store(path: path, options: options)
          store.close()
          return nil
        } catch {
          return error.code
        }
      }
      #expect(results[0] == nil, "round \(round)")
      #expect(results.allSatisfy { $0 == nil || $0 == .busy }, "round \(round): \(results)")
    }
  }

  /// Whoever closes a file leaves what the others of the process have locked in it.
  @Test func theFileIsOpenedAndClosedByManyAtOnce() throws {
    let folder = TemporaryFolder()
    let path = folder.file()
    let rounds = 60
    let added = together(4) { index -> Int in
      var added = 0
      for round in 0..<rounds {
        do {
          var options = Store.Options()
          options.relaxed = true
          options.readOnly = index == 0 && round > 0
          let store = try Store(path: path, options: options)
          defer { store.close() }
          if options.readOnly {
            _ = try store.all().count
          } else {
            try store.add(Expense(name: "a", amount: 1, currency: "EUR", date: .first))
            added += 1
          }
        } catch {
          Issue.record("thread \(index), round \(round): \(error)")
        }
      }
      return added
    }
    let store = try Store.file(path)
    #expect(try store.all().count == added.reduce(0, +))
    try store.check()
    store.close()
    #expect(try openDescriptors(in: folder) == 0)
  }

  @Test func whoSubscribesWhileOthersCommitMissesNothingInBetween() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file()) { $0.relaxed = true }
    let other = try Store.file(folder.file(), origin: "other") { $0.relaxed = true }
    let isOver = Atomic(false)
    let gaps = Mutex<[String]>([])
    _ = together(3) { index in
      switch index {
      case 0:
        for _ in 0..<300 {
          _ = try? store.add(Expense(name: "a", amount: 1, currency: "EUR", date: .first))
        }
        isOver.store(true, ordering: .relaxed)
      case 1:
        while !isOver.load(ordering: .relaxed) {
          _ = try? other.add(Expense(name: "b", amount: 1, currency: "EUR", date: .first))
        }
      default:
        while !isOver.load(ordering: .relaxed) {
          let heard = Heard()
          let before = (try? store.revision) ?? 0
          guard let subscription = try? store.subscribe(SubscriptionOptions(), { heard.append($0) })
          else { continue }
          let after = (try? store.revision) ?? 0
          usleep(500)
          subscription.cancel()
          let ranges = heard.changes.map { $0.firstRevision...$0.lastRevision }
          for (one, next) in zip(ranges, ranges.dropFirst())
          where next.lowerBound != one.upperBound + 1 {
            gaps.withLock { $0.append("\(one) then \(next)") }
          }
          if let first = ranges.first, first.lowerBound <= before || first.lowerBound > after + 1 {
            gaps.withLock { $0.append("subscribed at \(before) to \(after), heard \(first)") }
          }
        }
      }
    }
    #expect(gaps.withLock { $0 }.isEmpty)
    try store.check()
  }

  @Test func anOpenThatFailsLeavesNoDescriptor() throws {
    let folder = TemporaryFolder()
    let store = try Store.file(folder.file())
    try store.add(try expense("One"))
    do {
      let writer = try store.enterWriter()
      defer { store.gate.leave(inTransaction: false) }
      try writer.connection.execute("UPDATE journal SET revision = revision - 50")
    }
    store.close()
    for readOnly in [false, true] {
      expectError(.damaged) { _ = try Store.file(folder.file()) { $0.readOnly = readOnly } }
      #expect(try openDescriptors(in: folder) == 0)
    }
  }

  /// How many descriptors this process has of files in a folder.
  private func openDescriptors(in folder: TemporaryFolder) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }.count { $0.hasPrefix(folder.path) }
  }

  @Test func aStoreIsOpenedThroughALink() throws {
    let folder = TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: false)
    try files.createDirectory(atPath: folder.file("links"), withIntermediateDirectories: false)
    let store = try Store.file(folder.file("real/store.db"))
    try store.add(try expense("One"))
    try files.createSymbolicLink(
      atPath: folder.file("links/link.db"), withDestinationPath: "../real/store.db")
    let linked = try Store.file(folder.file("links/link.db"))
    try linked.add(try expense("Two"))
    #expect(try store.all().count == 2)
    #expect(try files.contentsOfDirectory(atPath: folder.file("links")) == ["link.db"])
    linked.close()
    store.close()
    #expect(try files.contentsOfDirectory(atPath: folder.file("links")) == ["link.db"])
    #expect(try files.contentsOfDirectory(atPath: folder.file("real")) == ["store.db"])
  }

  @Test func aValueThatCannotBeBoundIsAnError() throws {
    let store = try Store.memory()
    let writer = try store.enterWriter()
    defer { store.gate.leave(inTransaction: false) }
    let statement = try writer.connection.statement("SELECT ?1")
    statement.bind(1, 7)
    statement.bind(2, 7)
    expectError(.io) { _ = try statement.step() }
    statement.bind(1, 8)
    #expect(try statement.step())
    #expect(statement.integer(0) == 8)
    statement.reset()
  }
}
