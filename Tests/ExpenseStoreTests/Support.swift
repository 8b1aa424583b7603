import ExpenseModel
import Foundation
import Synchronization
import Testing
import Threads

@testable import ExpenseStore

/// A folder that is removed with its owner.
final class TemporaryFolder {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "iexpense-" + UUID().uuidString
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "store.db") -> String { path + "/" + name }
}

extension Store {
  static func memory(currency: String = "EUR", origin: String = "test") throws -> Store {
    var options = Options()
    options.inMemory = true
    options.currency = currency
    options.origin = origin
    return try Store(path: "", options: options)
  }

  static func file(
    _ path: String, origin: String = "test", _ change: (inout Options) -> Void = { _ in }
  ) throws -> Store {
    var options = Options()
    options.currency = "EUR"
    options.origin = origin
    change(&options)
    return try Store(path: path, options: options)
  }

  /// Every expense, in order of id, as the calling thread sees them; by no view.
  func all() throws -> [Expense] {
    try read { (connection, names) throws(ExpenseError) in
      let statement = try connection.statement(Schema.select + " ORDER BY id")
      defer { statement.reset() }
      var all: [Expense] = []
      while try statement.step() { all.append(try names.expense(StoredRow(statement))) }
      return all
    }
  }
}

func date(_ text: String) throws -> CivilDate { try CivilDate(parsing: text) }

func expense(
  _ name: String, _ amount: Int64 = 100, date day: String = "2026-03-14", type: String = "Personal",
  category: String = "", currency: String = ""
) throws -> Expense {
  Expense(
    name: name, type: type, category: category, amount: amount, currency: currency,
    date: try date(day))
}

/// What a subscriber has heard.
final class Heard: Sendable {
  private let kept = Mutex<[Change]>([])
  var changes: [Change] { kept.withLock { $0 } }
  func append(_ change: Change) { kept.withLock { $0.append(change) } }
}

/// Checks that a body throws the error of one code.
func expectError(
  _ code: ExpenseError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  do {
    try body()
    Issue.record("no error instead of \(code)", sourceLocation: sourceLocation)
  } catch let error as ExpenseError {
    #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}

/// Runs a body on several threads at once; what each answered.
func together<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let results = Mutex<[Int: Result]>([:])
  let ready = Atomic(0)
  let threads = (0..<count).map { index in
    Thread {
      ready.add(1, ordering: .relaxed)
      while ready.load(ordering: .relaxed) < count {}
      let result = body(index)
      results.withLock { $0[index] = result }
    }
  }
  for thread in threads { thread.start() }
  while results.withLock({ $0.count }) < count { usleep(200) }
  return results.withLock { results in (0..<count).compactMap { results[$0] } }
}
