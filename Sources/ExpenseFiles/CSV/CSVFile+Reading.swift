internal import ExpenseModel
internal import ExpenseStore
internal import Threads

/// Reading all rows: of a large file the first half on the calling thread and the second on another.
extension CSVFile {
  /// The rows of a part of the file.
  struct Rows: Sendable {
    var entries: [RowEntry] = []
    /// Those of money coming in of which the profile does not say what to do with them.
    var undecided = 0
    var hasUnits = false
  }

  /// From so many bytes on a second thread is worth it.
  private static let leastToShare = 4 << 20

  /// Reads all rows: where they are, what will become of them, and their fingerprints.
  ///
  /// - Parameter start: Behind the header.
  /// - Returns: The entries, their index, and how many rows of money coming in the profile does not
  ///   say what to do with.
  func readRows(
    _ scanner: consuming CSVScanner, _ meter: inout ProgressMeter
  ) throws(ExpenseError) -> (
    entries: [RowEntry], index: RowIndex, undecided: Int, hasUnits: Bool
  ) {
    var rows = Rows()
    var index = RowIndex()
    let ahead = CSVAhead(self, from: scanner)
    defer { ahead?.stop() }
    let shared = ahead?.start ?? bytes.count
    // What the other thread reads counts as read with this one's.
    var reader = CSVPartReader(self)
    var known = 0
    while scanner.position < shared, let entry = try reader.next(&scanner, &rows) {
      try meter.reach(
        Int(truncatingIfNeeded: Int64(entry.offset) &* Int64(bytes.count) / Int64(max(1, shared))))
      rows.entries.append(entry)
      if rows.entries.count &- known == CSVPartReader.sample { find(&known, &rows, &index) }
    }
    if let ahead, let rest = try ahead.rows(behind: scanner) {
      rows.entries += rest.entries
      rows.undecided += rest.undecided
      rows.hasUnits = rows.hasUnits || rest.hasUnits
    } else {
      while let entry = try reader.next(&scanner, &rows) {
        try meter.reach(Int(entry.offset))
        rows.entries.append(entry)
        if rows.entries.count &- known == CSVPartReader.sample { find(&known, &rows, &index) }
      }
    }
    find(&known, &rows, &index)
    return (rows.entries, index, rows.undecided, rows.hasUnits || reader.hasUnits)
  }

  /// Adds the rows to the index that are not in it yet.
  private func find(_ known: inout Int, _ rows: inout Rows, _ index: inout RowIndex) {
    let expected = CSVPartReader.expected(rows.entries, bytes.count)
    index.add(rows: known..<rows.entries.count, in: &rows.entries, expected: expected)
    known = rows.entries.count
  }

  /// Where a row probably begins near the middle; nil where sharing does not pay.
  ///
  /// Rather before it: the first thread also does what cannot be shared.
  func shareStart(from position: Int) -> Int? {
    guard bytes.count - position >= Self.leastToShare else { return nil }
    var index = position + (bytes.count - position) / 100 * 46
    let end = min(bytes.count, index + CSVScanner.maximumRowBytes)
    while index < end, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    return index + 1 < end ? index + 1 : nil
  }
}

/// Makes an entry of each row of a file, or of a part of it.
struct CSVPartReader {
  private let file: CSVFile
  private var row = CSVRow()
  private var slow: CSVCursor

  init(_ file: CSVFile) {
    self.file = file
    slow = CSVCursor(file)
  }

  /// Whether an amount had a currency beside it.
  var hasUnits: Bool { slow.hasUnits }

  /// After how many rows it is estimated how many there are.
  static let sample = 4_096

  /// The next row's entry, whose identity is its fingerprint without its place among equal rows; nil
  /// at the end.
  mutating func next(
    _ scanner: inout CSVScanner, _ rows: inout CSVFile.Rows
  ) throws(ExpenseError) -> RowEntry? {
    let bytes = file.bytes
    let span = bytes.span
    guard try scanner.next(span, &row) else { return nil }
    if rows.entries.count == Self.sample { reserve(&rows.entries, span.count) }
    var entry = RowEntry(
      offset: UInt32(truncatingIfNeeded: row.start), line: UInt32(truncatingIfNeeded: row.line),
      status: .fresh)
    var verdict = file.classify(span, row, &slow, &entry.amountMark)
    if case .unclear = verdict { verdict = slow.verdict(on: row) }
    entry.isNameless = slow.isNameless(span, row)
    switch verdict {
    case .stored, .unclear: entry.identity = file.fingerprint(span, row).state
    case .leftOut:
      if file.plan.income == nil { rows.undecided += 1 }
      entry.status = .leftOut
      // Known again as well: the caller may take it in.
      entry.identity = file.fingerprint(span, row).state
    case .rejected: entry.status = .rejected
    }
    return entry
  }

  /// Makes room for all rows at once: growing step by step takes twice the memory for a moment.
  private func reserve(_ entries: inout [RowEntry], _ bytes: Int) {
    // Memory that is never written to costs nothing, so that the estimate may be generous; but no
    // file may ask for much more than it has itself.
    let estimate = CSVPartReader.expected(entries, bytes) / 2 * 3
    entries.reserveCapacity(min(estimate, bytes / 24))
  }

  /// How many rows a file of so many bytes has, about, if all are like those that were read.
  static func expected(_ entries: [RowEntry], _ bytes: Int) -> Int {
    guard let first = entries.first, let last = entries.last else { return 0 }
    let read = Int(last.offset) - Int(first.offset)
    return min(entries.count * (bytes / max(1, read) + 1), bytes / 24)
  }
}
