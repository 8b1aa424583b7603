internal import ExpenseModel
internal import ExpenseStore
internal import Threads

/// Packs a file's rows for the store on a second thread, while the first one stores them.
///
/// The queue between them is bounded, so that memory is that of a few batches. A small file, or a
/// system without a thread to give, has them made on the calling thread.
final class RowFeed: @unchecked Sendable {
  /// Some rows as they will be stored.
  struct Batch {
    var packed = RowBatch()
    /// What the file gave of rows that were edited, and what rules have done, by their places.
    var originals: [(place: Int, Store.Original)] = []
    var rulings: [(place: Int, Store.Ruling)] = []
  }

  /// How many batches may wait.
  private static let most = 4

  private let work: RowWork
  private let monitor = Monitor()
  private var thread: BackgroundThread?
  // Guarded by the monitor.
  private var waiting: [Batch] = []
  private var problem: ExpenseError?
  private var isAtEnd = false
  private var isStopped = false
  /// Where rows are made on the calling thread.
  private var maker: BatchMaker?

  init(_ work: RowWork, isThreaded: Bool) {
    self.work = work
    if isThreaded { thread = BackgroundThread { [self] in run() } }
    if thread == nil { maker = BatchMaker(work) }
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
    var maker = BatchMaker(work)
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
