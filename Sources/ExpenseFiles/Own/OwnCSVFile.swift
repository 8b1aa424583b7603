internal import ExpenseModel

/// A CSV file that ``Export`` wrote: recognised by its header, and read without a profile.
struct OwnCSVFile: RowReader {
  let bytes: [UInt8]
  let table: OwnTable
  /// Whether it has the column that tells of guarded texts.
  let isGuarded: Bool

  var identity: RowIdentity { .uuid }
  var currencies: [Currency] { table.added.values.sorted { $0.code < $1.code } }
  var importNames: [Int64: String]? { table.imports }

  func cursor() -> any RowCursor { OwnCSVCursor(file: self) }
  func currency(_ code: String) -> Currency? { table.currency(code) }

  /// Opens the file; nil when it is another CSV file.
  static func open(
    _ file: [UInt8], _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile? {
    let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard file[start...].starts(with: OwnField.header.utf8) else { return nil }
    var end = start + OwnField.header.utf8.count
    let more = ",\(FormulaGuard.column)".utf8
    let isGuarded = file[end...].starts(with: more)
    if isGuarded { end += more.count }
    if end < file.count, file[end] == UInt8(ascii: ",") {
      throw ExpenseError(
        .newer, "the file was written by a newer version of the library: it has more columns")
    }
    let text = try DecodedText(file, declared: .utf8)
    var scanner = try CSVFile.header(text, delimiter: UInt8(ascii: ",")).scanner
    var opened = OpenedFile(format: "csv", encoding: text.encoding)
    var table = OwnTable(context)
    var row = CSVRow()
    var meter = ProgressMeter(context.options.progress, bytes: text.bytes.count)
    while try scanner.next(text.bytes.span, &row) {
      try meter.reach(row.start)
      var entry = RowEntry(
        offset: UInt32(row.start), line: UInt32(truncatingIfNeeded: row.line), status: .fresh)
      do throws(RowProblem) {
        let record = try record(row, text.bytes, isGuarded: isGuarded)
        table.learn(record[.currency], amount: record[.amount])
        table.learn(record[.conversionCurrency], amount: record[.conversionAmount])
        let expense = try record.expense { table.currency($0) }
        if let number = expense.source?.importNumber, number != 0, table.imports[number] == nil {
          table.imports[number] = record[.sourceName]
        }
        opened.entries.append(entry)
        opened.index.add(
          Fingerprint(expense.uuid), row: opened.entries.count - 1, in: &opened.entries)
      } catch {
        entry.status = .rejected
        opened.entries.append(entry)
      }
    }
    try meter.finish()
    opened.reader = OwnCSVFile(bytes: text.bytes, table: table, isGuarded: isGuarded)
    return opened
  }

  /// Takes a row's cells apart.
  static func record(
    _ row: CSVRow, _ bytes: [UInt8], isGuarded: Bool
  ) throws(RowProblem) -> OwnRecord {
    var record = OwnRecord(line: UInt32(truncatingIfNeeded: row.line), isCSV: true)
    guard row.fault == .none else {
      throw RowProblem(reason: "a quote is not closed as it should be")
    }
    let count = OwnField.allCases.count + (isGuarded ? 1 : 0)
    guard row.cells.count == count else {
      throw RowProblem(reason: "the row has \(row.cells.count) columns, not \(count)")
    }
    let isOn = isGuarded && FormulaGuard.isOn(CSVCell.text(bytes, row.cells[count - 1]))
    for field in OwnField.allCases {
      let text = CSVCell.text(bytes, row.cells[field.rawValue])
      record[field] = isOn && field.isText ? FormulaGuard.taken(off: text) : text
    }
    guard let tags = OwnField.split(record[.tags]) else {
      throw record.problem(.tags, "a \\ stands before neither ; nor \\")
    }
    record.tags = tags
    return record
  }
}

/// Reads single rows of the library's own CSV file.
struct OwnCSVCursor: RowCursor {
  let file: OwnCSVFile

  func expense(at entry: RowEntry) throws(RowProblem) -> Expense {
    var scanner = CSVScanner(
      delimiter: UInt8(ascii: ","), position: Int(entry.offset), line: Int(entry.line))
    var row = CSVRow()
    do throws(ExpenseError) {
      _ = try scanner.next(file.bytes.span, &row)
    } catch {
      throw RowProblem(reason: error.message)
    }
    let record = try OwnCSVFile.record(row, file.bytes, isGuarded: file.isGuarded)
    return try record.expense { file.table.currency($0) }
  }

  func remark(on entry: RowEntry) -> String { "" }
}

extension Fingerprint {
  /// The identity of an expense across stores.
  init(_ uuid: UUID128) {
    self.init()
    add(uuid.high)
    add(uuid.low)
  }
}
