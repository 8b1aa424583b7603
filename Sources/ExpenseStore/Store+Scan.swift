package import ExpenseModel
internal import Threads

/// Reading every expense, as an export does.
extension Store {
  /// The names and numbers that the rows of a scan refer to, by their numbers in the file.
  package struct ScanNames: Sendable {
    package var types: [Int64: String] = [:]
    package var categories: [Int64: String] = [:]
    package var accounts: [Int64: String] = [:]
    package var currencies: [Int64: Currency] = [:]
    /// The imports that expenses came from, in the order of the first of each.
    package var imports: [Int64] = []
    package var importNames: [Int64: String] = [:]
  }

  /// From so many rows on a second thread is worth its connection.
  private static let leastToShare: Int64 = 50_000

  /// Hands over every expense, in order of id, with one snapshot of the store: the lower half to one
  /// sink and the upper half to another one, on a thread of its own where there is much.
  ///
  /// In this thread's own transaction it sees what that has written so far.
  ///
  /// - Parameters:
  ///   - reached: As in `forEachExpense`; what the other thread reads counts as read with this one's.
  ///   - makeSinks: Makes the two, when it is known what the rows refer to.
  package func scan(
    reached: Reached? = nil,
    _ makeSinks: (ScanNames) throws(ExpenseError) -> (any RowSink, any RowSink)
  ) throws(ExpenseError) {
    let openAgain = isInTransaction ? nil : columnState.withLock { $0.openAgain }
    let count = try read { (connection, _) throws(ExpenseError) in
      if reached != nil { return try Store.count(connection) }
      try Store.scan(connection, openAgain, nil, makeSinks)
      return 0
    }
    guard let reached else { return }
    guard let openAgain else {
      try reached(0, count)
      try read { (connection, _) throws(ExpenseError) in
        try Store.scan(connection, nil, nil, makeSinks)
      }
      return try reached(count, count)
    }
    let connection = try openAgain()
    defer { connection.close() }
    try connection.snapshot { () throws(ExpenseError) in
      try Store.scan(connection, openAgain, reached, makeSinks)
    }
  }

  private static func count(_ connection: Connection) throws(ExpenseError) -> Int {
    Int(clamping: try connection.integer("SELECT coalesce(sum(count), 0) FROM total"))
  }

  private static func scan(
    _ connection: Connection, _ openAgain: OpenAgain?, _ reached: Reached?,
    _ makeSinks: (ScanNames) throws(ExpenseError) -> (any RowSink, any RowSink)
  ) throws(ExpenseError) {
    let ids = try connection.rangeOfIDs()
    let (first, last) = (ids.lowerBound, ids.upperBound)
    let sinks = try makeSinks(try scanNames(connection))
    let total = reached == nil ? 0 : try count(connection)
    try reached?(0, total)
    guard let openAgain, last - first >= leastToShare else {
      return try connection.scan(first...last, into: sinks.0) { (done) throws(ExpenseError) in
        try reached?(done, total)
      }
    }
    let middle = first + (last - first) / 2
    let revision = try Journal.lastRevision(connection)
    let isStopped = Guarded(false)
    let isDone = Guarded<Result<Bool, ExpenseError>>(.success(false))
    let worker = Worker {
      let result = scanAside((middle + 1)...last, at: revision, into: sinks.1, openAgain, isStopped)
      isDone.withLock { $0 = result }
    }
    var failure: ExpenseError?
    do throws(ExpenseError) {
      try connection.scan(first...middle, into: sinks.0) { (done) throws(ExpenseError) in
        try reached?(min(total, 2 * done), total)
      }
    } catch {
      failure = error
      isStopped.withLock { $0 = true }
    }
    worker.wait()
    if let failure { throw failure }
    if try !isDone.withLock({ $0 }).get() {
      try connection.scan((middle + 1)...last, into: sinks.1) { _ in }
    }
    try reached?(total, total)
  }

  /// Scans by a connection of its own; false when that does not see the same revision or was stopped,
  /// and then what was handed over does not count.
  private static func scanAside(
    _ ids: ClosedRange<Int64>, at revision: Int64, into sink: any RowSink, _ openAgain: OpenAgain,
    _ isStopped: Guarded<Bool>
  ) -> Result<Bool, ExpenseError> {
    do throws(ExpenseError) {
      guard let connection = try? openAgain() else { return .success(false) }
      defer { connection.close() }
      return try connection.snapshot { () throws(ExpenseError) in
        guard try Journal.lastRevision(connection) == revision else { return .success(false) }
        try connection.scan(ids, into: sink) { (done) throws(ExpenseError) in
          if done & 0xFFF == 0, isStopped.withLock(\.self) {
            throw ExpenseError(.cancelled, "the scan was stopped")
          }
        }
        return .success(true)
      }
    } catch {
      return .failure(error)
    }
  }

  /// The tags in the text that stands in the file; nil when it is no such text.
  package static func tags(in text: String) -> [String]? { TagText.decode(text) }

  private static func scanNames(_ connection: Connection) throws(ExpenseError) -> ScanNames {
    var names = ScanNames()
    names.types = try connection.namesByNumber("SELECT id, name FROM type")
    names.categories = try connection.namesByNumber("SELECT id, name FROM category")
    names.accounts = try connection.namesByNumber("SELECT id, name FROM account")
    names.importNames = try connection.namesByNumber("SELECT id, name FROM import")
    let table = CurrencyTable(connection)
    for id in try connection.namesByNumber("SELECT id, code FROM currency").keys {
      names.currencies[id] = try table.currency(id)
    }
    // Of the one import that there is, it is known without a look at the rows.
    if names.importNames.count <= 1 {
      names.imports = Array(names.importNames.keys)
      return names
    }
    let statement = try connection.statement(
      "SELECT import, min(id) FROM expense WHERE import <> 0 GROUP BY import ORDER BY 2")
    defer { statement.reset() }
    while try statement.step() { names.imports.append(statement.integer(0)) }
    return names
  }
}

extension Connection {
  /// The texts of all rows of a table, by their numbers.
  fileprivate func namesByNumber(_ sql: String) throws(ExpenseError) -> [Int64: String] {
    let statement = try statement(sql)
    defer { statement.reset() }
    var names: [Int64: String] = [:]
    while try statement.step() { names[statement.integer(0)] = statement.text(1) }
    return names
  }
}
