internal import ExpenseModel

/// A QIF file (Quicken Interchange Format, as Intuit describes it in the help of Quicken) with what
/// says how to read it.
///
/// Each transaction is a row; of one that is split each part is, with its own category, memo and
/// amount. Trades and lists are none.
struct QIFFile: RowReader {
  /// Where a transaction that is split stands.
  struct SplitRecord {
    let start: UInt32
    let end: UInt32
    let line: UInt32
  }

  let bytes: [UInt8]
  let plan: QIFPlan
  let lookup: CSVFile.CurrencyLookup
  let sections: [QIFSection]
  private(set) var splits: [SplitRecord] = []

  init(
    bytes: [UInt8], sections: [QIFSection], plan: QIFPlan,
    lookup: @escaping CSVFile.CurrencyLookup
  ) {
    self.bytes = bytes
    self.sections = sections
    self.plan = plan
    self.lookup = lookup
  }

  var identity: RowIdentity { .fingerprint }

  func cursor() -> any RowCursor { QIFCursor(self) }

  func currency(_ code: String) -> Currency? {
    plan.hasUnits ? lookup(code) : plan.currency?.code == code ? plan.currency : nil
  }

  /// The section that a place stands in.
  func section(at offset: Int) -> QIFSection? {
    let after = sections.partitioningIndex { $0.start > offset }
    return after > 0 ? sections[after - 1] : nil
  }

  /// The split transaction that a place stands in; nil when it is in none.
  func splitRecord(at offset: UInt32) -> SplitRecord? {
    let after = splits.partitioningIndex { $0.start > offset }
    guard after > 0, offset < splits[after - 1].end else { return nil }
    return splits[after - 1]
  }

  /// Reads all rows: where they are, what will become of them, and their fingerprints.
  ///
  /// - Returns: How many rows of money coming in the profile does not say what to do with.
  mutating func readRows(
    _ start: Int, _ opened: inout OpenedFile, _ meter: inout ProgressMeter
  ) throws(ExpenseError) -> Int {
    var walk = QIFWalk(start: start)
    var record = QIFRecord()
    let cursor = QIFCursor(self)
    var undecided = 0
    let bytes = bytes
    let span = bytes.span
    while walk.next(span, bytes, &record) {
      try meter.reach(walk.position)
      // As it is known at the end of the file, which is how a single row is read again.
      let section = section(at: record.start) ?? walk.section
      let problem = cursor.problem(record, section)
      if !record.splits.isEmpty {
        splits.append(
          SplitRecord(
            start: UInt32(record.start), end: UInt32(walk.position),
            line: UInt32(truncatingIfNeeded: record.number)))
      }
      let parts = problem != nil || record.splits.isEmpty ? [nil] : record.splits.map(Optional.some)
      for part in parts {
        var entry = RowEntry(
          offset: UInt32(part?.start ?? record.start),
          line: UInt32(truncatingIfNeeded: part?.number ?? record.number), status: .rejected)
        if problem == nil { cursor.decide(record, part, section, &entry) }
        if entry.status == .leftOut, !entry.isTransfer, plan.income == nil { undecided += 1 }
        opened.entries.append(entry)
        guard entry.status != .rejected else { continue }
        opened.index.add(
          fingerprint(span, record, part, section), row: opened.entries.count - 1,
          in: &opened.entries)
      }
    }
    return undecided
  }

  /// The fingerprint of a row as the file gave it, without its place among equal rows.
  ///
  /// The account, the name in its `!Account` block, date, amount, payee, memo and number; of a
  /// part of a split also the part's amount and memo. Not the category, the class, the address and
  /// whether it is cleared: these change between two exports of the same transaction. Stores keep these
  /// numbers: never change this.
  func fingerprint(
    _ span: Span<UInt8>, _ record: QIFRecord, _ split: QIFRecord.Split?, _ section: QIFSection
  ) -> Fingerprint {
    var fingerprint = Fingerprint()
    fingerprint.add(byte: UInt8(ascii: split == nil ? "q" : "Q"))
    fingerprint.add(plan.account)
    func add(_ letter: Unicode.Scalar, _ range: Range<Int>?) {
      guard let range else { return }
      fingerprint.add(byte: UInt8(ascii: letter))
      fingerprint.add(span, Blanks.trimmed(span, range))
    }
    fingerprint.add(span, section.account)
    add("D", record.date)
    add("T", record.anyAmount)
    add("P", record.payee)
    for range in record.memo { add("M", range) }
    for line in record.others where line.letter == UInt8(ascii: "N") { add("N", line.text) }
    add("$", split?.amount)
    for range in split?.memo ?? [] { add("E", range) }
    return fingerprint
  }
}

extension Array {
  /// The first index of which the condition holds, which holds of all behind it too.
  fileprivate func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
