import ExpenseModel
import Foundation
import Synchronization
import Testing
import Threads

@testable import ExpenseStore

/// Views on many threads while others write.
@Suite struct ViewRaceTests {
  private static let queries: [ExpenseQuery] = {
    var sections = ExpenseQuery(
      sort: [SortKey(.amount, descending: true)], section: .init(.type))
    sections.showsSectionRows = true
    var few = ExpenseQuery(sort: [SortKey(.date), SortKey(.name)], limit: 7)
    few.minAmount = 20
    return [sections, few, ExpenseQuery(types: ["A", "B"], sort: [SortKey(.name)])]
  }()

  @Test(.timeLimit(.minutes(2)))
  func eachViewIsTrueWhileManyWrite() throws {
    let folder = TemporaryFolder()
    let mine = try Store.file(folder.file(), origin: "mine") { $0.relaxed = true }
    let theirs = try Store.file(folder.file(), origin: "theirs") { $0.relaxed = true }
    try mine.add((0..<30).map { try expense("\($0)", $0, type: ["A", "B", "C"][Int($0 % 3)]) })
    let mirrors = try ViewRaceTests.queries.flatMap { query in
      try [false, true, true].map { try ViewMirror(mine.view(query, queued: $0), "\(query)") }
    }
    for (index, mirror) in mirrors.enumerated() where index % 3 < 2 {
      _ = try mirror.view.subscribe { change in
        do { try mirror.apply(change) } catch { Issue.record("\(error)") }
      }
    }
    let asked = try ViewRaceTests.queries.map { try mine.view($0) }
    let writers = Atomic(4)

    let failures = together(7) { index -> String? in
      do {
        switch index {
        case 0..<4:
          defer { writers.subtract(1, ordering: .sequentiallyConsistent) }
          try write(index == 0 ? theirs : mine, seed: UInt64(index))
        case 4:
          while writers.load(ordering: .sequentiallyConsistent) > 0 {
            try mine.dispatch(timeout: 5)
          }
        case 5:
          while writers.load(ordering: .sequentiallyConsistent) > 0 {
            for place in stride(from: 2, to: mirrors.count, by: 3) {
              while try mirrors[place].step() {}
            }
          }
        default:
          while writers.load(ordering: .sequentiallyConsistent) > 0 {
            for view in asked {
              // One reading is of one state, whatever is written meanwhile.
              let rows = try view.read(offset: 0, limit: .max).map(PlainQuery.Row.init)
              let expenses = rows.compactMap { row -> Expense? in
                if case .expense(let expense) = row { expense } else { nil }
              }
              let answer = PlainQuery(query: view.core.query).answer(expenses) { _ in 2 }
              if answer.rows != rows { return "a reading of two states: \(rows)" }
              _ = try view.totals([.type])
              _ = try view.sections(offset: 0, limit: 9)
            }
          }
        }
        return nil
      } catch {
        return "\(index): \(error)"
      }
    }
    #expect(failures.compactMap { $0 } == [])

    while try mine.dispatch() > 0 {}
    let all = try mine.all()
    for (index, mirror) in mirrors.enumerated() {
      if index % 3 == 2 { while try mirror.step() {} }
      let answer = PlainQuery(query: mirror.view.core.query).answer(all) { _ in 2 }
      #expect(mirror.rows == answer.rows)
      try mirror.expect(answer, followed: index % 3 < 2)
      #expect(mirror.told > 0)
      mirror.view.close()
    }
    #expect(mine.delivery.state.subscriptions.isEmpty && mine.delivery.state.views.isEmpty)
    theirs.close()
    mine.close()
  }

  private func write(_ store: Store, seed: UInt64) throws {
    var random = SeededGenerator(seed)
    for _ in 0..<60 {
      let ids = try store.view(ExpenseQuery()).ids(offset: 0, limit: .max)
      let id = ids.randomElement(using: &random) ?? 1
      let amount = Int64.random(in: 0..<60, using: &random)
      let row = try expense("\(amount)", amount, type: ["A", "B", "C"][Int(amount % 3)])
      do {
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<2: try store.add([row, row])
        case 2..<4:
          var changed = row
          changed.id = id
          try store.update(changed, fields: [.name, .amount, .type])
        case 4: try store.remove([id])
        default: _ = try store.undo()
        }
      } catch {
        // Another thread was first.
        guard error.code == .notFound || error.code == .conflict else { throw error }
      }
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: [false, true])
  func callbacksMayWriteSubscribeCancelAndCloseFromInside(queued: Bool) throws {
    for round in 0..<15 {
      let folder = TemporaryFolder()
      let store = try Store.file(folder.file()) { $0.relaxed = true }
      let cancelled = Atomic(false)
      let late = Atomic(0)
      let views = try ViewRaceTests.queries.map { try store.view($0, queued: queued) }
      let first = Mutex<Subscription?>(nil)
      first.withLock {
        $0 = try? views[0].subscribe { change in
          if cancelled.load(ordering: .sequentiallyConsistent) {
            late.add(1, ordering: .relaxed)
          }
          if change.newCount < 40 {
            _ = try? store.add(Expense(name: "x", amount: 30, date: .first))
          }
          _ = try? views[1].read(offset: 0, limit: 9)
        }
      }
      _ = try views[1].subscribe { change in
        if change.newCount > 3 { views[2].close() }
        _ = try? views[0].subscribe { _ in }.cancel()
      }
      _ = try views[2].subscribe { _ in
        _ = try? store.add(Expense(name: "y", type: "A", amount: 1, date: .first))
      }
      let failures = together(4) { index -> String? in
        do {
          switch index {
          case 0:
            for _ in 0..<20 { try store.add(try expense("z", 50, type: "A")) }
          case 1:
            usleep(UInt32(round) * 700)
            first.withLock { $0 }?.cancel()
            cancelled.store(true, ordering: .sequentiallyConsistent)
            try store.add(try expense("z", 50, type: "A"))
          case 2: for _ in 0..<20 { try store.dispatch() }
          default:
            for _ in 0..<20 {
              let view = try store.view(ViewRaceTests.queries[round % 3], queued: queued)
              let subscription = try view.subscribe { _ in view.close() }
              try store.add(try expense("z", 50, type: "A"))
              if Bool.random() { subscription.cancel() }
              if Bool.random() { view.close() }
            }
          }
          return nil
        } catch {
          return "\(index): \(error)"
        }
      }
      #expect(failures.compactMap { $0 } == [])
      #expect(late.load(ordering: .relaxed) == 0, "told after cancel had returned")
      if round % 2 == 0 {
        let subscription = try views[0].subscribe { _ in store.close() }
        try store.add(try expense("last", 90))
        _ = try? store.dispatch()
        expectError(.handle) { _ = try views[0].count() }
        subscription.cancel()
      }
      store.close()
      views[0].close()
    }
  }

  @Test func aSubscriptionKeepsNoStoreOpen() throws {
    weak var store: Store?
    do {
      let opened = try Store.memory()
      store = opened
      _ = try opened.view(ExpenseQuery()).subscribe { _ in }
    }
    #expect(store == nil)
  }
}
