internal import ExpenseModel
internal import ExpenseStore
internal import Threads

/// The second half of a large file, which a second thread reads while the first one reads the first.
///
/// Where a row begins can only be told from the beginning: a line break may stand in quotes. So the
/// thread begins at a line break near the middle, and what it has read counts if the first one comes
/// to begin a row just there; a row is read the same whatever stands before it.
final class CSVAhead: @unchecked Sendable {
  /// Where it has begun.
  let start: Int
  private let file: CSVFile
  private var thread: BackgroundThread?
  private let isStopped = Guarded(false)
  /// Written by the thread, read after it was joined.
  private var read: Result<CSVFile.Rows, ExpenseError> = .success(CSVFile.Rows())

  /// Begins; nil where it does not pay, or there is no thread.
  init?(_ file: CSVFile, from scanner: borrowing CSVScanner) {
    guard let start = file.shareStart(from: scanner.position) else { return nil }
    self.start = start
    self.file = file
    let delimiter = scanner.delimiter
    thread = BackgroundThread { [self] in
      read = rows(CSVScanner(delimiter: delimiter, position: start))
    }
    if thread == nil { return nil }
  }

  private func rows(_ scanner: consuming CSVScanner) -> Result<CSVFile.Rows, ExpenseError> {
    var rows = CSVFile.Rows()
    var reader = CSVPartReader(file)
    do throws(ExpenseError) {
      while let entry = try reader.next(&scanner, &rows) {
        rows.entries.append(entry)
        if rows.entries.count & 0xFFF == 0, isStopped.withLock(\.self) { break }
      }
    } catch {
      return .failure(error)
    }
    rows.hasUnits = reader.hasUnits
    return .success(rows)
  }

  /// The rows behind those that the first thread has read; nil when it has come to stand elsewhere.
  ///
  /// - Throws: `format` as the first thread would.
  func rows(behind scanner: borrowing CSVScanner) throws(ExpenseError) -> CSVFile.Rows? {
    guard scanner.position == start else { return nil }
    thread?.join()
    thread = nil
    let before = UInt32(truncatingIfNeeded: scanner.line - 1)
    // A failure names a line, which is counted from the middle: it is found again by the first thread.
    guard case .success(var rows) = read else { return nil }
    read = .success(CSVFile.Rows())
    for index in rows.entries.indices { rows.entries[index].line &+= before }
    return rows
  }

  /// Ends the thread; to be called before the call returns.
  func stop() {
    isStopped.withLock { $0 = true }
    thread?.join()
    thread = nil
  }
}
