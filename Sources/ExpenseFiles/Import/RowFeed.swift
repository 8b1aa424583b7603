internal import ExpenseModel
internal import ExpenseStore
internal import Threads

/// Makes expenses of a file's rows on a second thread, while the first one stores them.
///
/// The queue between them is bounded, so that memory is that of a few batches. A small file, or a
/// system without a thread to give, has them made on the calling thread.
final class RowFeed: @unchecked Sendable {
  /// The expenses of some rows, by the rows' indices.
  struct Batch {
    var rows: [Int] = []
    var expenses: [Expense] = []
  }

  /// How many expenses are handed to the store at once.
  static let batch = 1_024
  /// How many batches may wait.
  private static let most = 4

  private let entries: [RowEntry]
  private let reader: any RowReader
  private let monitor = Monitor()
  private var thread: BackgroundThread?
  // Guarded by the monitor.
  private var waiting: [Batch] = []
  private var problem: ExpenseError?
  private var isAtEnd = false
  private var isStopped = false
  /// Where rows are made on the calling thread.
  private var maker: BatchMaker?

  init(_ entries: [RowEntry], _ reader: any RowReader, isThreaded: Bool) {
    self.entries = entries
    self.reader = reader
    if isThreaded { thread = BackgroundThread { [self] in run() } }
    if thread == nil { maker = BatchMaker(entries, reader) }
  }

  /// The next expenses; nil when there are no more.
  ///
  /// - Throws: why a row cannot be read any more.
  func next() throws(ExpenseError) -> Batch? {
    if maker != nil { return try maker?.next() }
    return try monitor.withLock { () throws(ExpenseError) in
      while waiting.isEmpty, !isAtEnd { monitor.wait() }
      if waiting.isEmpty {
        if let problem { throw problem }
        return nil
      }
      monitor.wakeAll()
      return waiting.removeFirst()
    }
  }

  /// Ends the thread; to be called before the feed is let go of.
  func stop() {
    monitor.withLock {
      isStopped = true
      monitor.wakeAll()
    }
    thread?.join()
    thread = nil
  }

  private func run() {
    var maker = BatchMaker(entries, reader)
    var failure: ExpenseError?
    do throws(ExpenseError) {
      while let batch = try maker.next(), offer(batch) {}
    } catch {
      failure = error
    }
    monitor.withLock {
      problem = failure
      isAtEnd = true
      monitor.wakeAll()
    }
  }

  /// Puts a batch into the queue; false when nobody wants it any more.
  private func offer(_ batch: Batch) -> Bool {
    monitor.withLock {
      while waiting.count >= RowFeed.most, !isStopped { monitor.wait() }
      if isStopped { return false }
      waiting.append(batch)
      monitor.wakeAll()
      return true
    }
  }
}

/// Makes one batch of expenses after the other.
private struct BatchMaker {
  private let entries: [RowEntry]
  private var cursor: any RowCursor
  private var row = 0

  init(_ entries: [RowEntry], _ reader: any RowReader) {
    self.entries = entries
    cursor = reader.cursor()
  }

  mutating func next() throws(ExpenseError) -> RowFeed.Batch? {
    var batch = RowFeed.Batch()
    batch.rows.reserveCapacity(RowFeed.batch)
    batch.expenses.reserveCapacity(RowFeed.batch)
    while row < entries.count, batch.rows.count < RowFeed.batch {
      let entry = entries[row]
      if entry.isStored {
        batch.expenses.append(try Import.expense(entry, &cursor))
        batch.rows.append(row)
      }
      row += 1
    }
    return batch.rows.isEmpty ? nil : batch
  }
}
