internal import ExpenseModel

/// The beginning of a file, taken apart with one delimiter.
struct CSVSample {
  struct Row {
    let line: Int
    /// Where the row begins.
    let position: Int
    /// What reads the rows behind it.
    let next: CSVScanner
    let cells: [String]
    let kinds: [CellKind]
    let isFaulty: Bool

    /// How many cells there are up to the last that is not blank.
    var width: Int { (kinds.lastIndex { $0 != .blank } ?? -1) + 1 }
  }

  let rows: [Row]
  let delimiter: UInt8

  private static let maximumRows = 400
  private static let maximumBytes = 1 << 18

  /// Reads the first rows; from one that breaks a limit on they are not there.
  ///
  /// - Throws: `format` when it is the first.
  init(_ bytes: [UInt8], _ scanner: CSVScanner) throws(ExpenseError) {
    delimiter = scanner.delimiter
    var scanner = scanner
    var rows: [Row] = []
    var row = CSVRow()
    let limit = scanner.position + Self.maximumBytes
    while rows.count < Self.maximumRows, scanner.position < limit {
      do throws(ExpenseError) {
        guard try scanner.next(bytes.span, &row) else { break }
      } catch {
        if rows.isEmpty { throw error }
        break
      }
      let cells = row.cells
      rows.append(
        Row(
          line: row.line, position: row.start, next: scanner,
          cells: cells.map { CSVCell.text(bytes, $0) },
          kinds: cells.map { CellKind(bytes.span, $0.range) }, isFaulty: row.fault != .none))
    }
    self.rows = rows
  }

  /// The number of columns that most rows have; of equally frequent ones the largest.
  var usualWidth: Int {
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.cells.count, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
  }
}

/// What a cell may be read as.
enum CellKind: Hashable {
  case blank
  case text
  case date
  case amount
  /// Eight digits that are a date, or a number.
  case dateOrAmount

  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let cell = Blanks.trimmed(bytes, range)
    guard !cell.isEmpty else {
      self = .blank
      return
    }
    guard cell.count <= 64 else {
      self = .text
      return
    }
    let isDate = Profile.DateOrder.allCases.contains {
      (try? DateCell.read(bytes, cell, $0)) != nil
    }
    let isAmount = AmountText.DecimalMark.allCases.contains { mark in
      guard let amount = try? AmountText(bytes, cell, decimal: mark) else { return false }
      return amount.unit.isEmpty || CellKind.isCurrency(bytes, amount.unit)
    }
    self = isDate ? (isAmount ? .dateOrAmount : .date) : isAmount ? .amount : .text
  }

  var isDate: Bool { self == .date || self == .dateOrAmount }
  var isAmount: Bool { self == .amount || self == .dateOrAmount }

  private static func isCurrency(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let utf8 = try? UTF8Span(validating: bytes.extracting(range)) else { return false }
    return CurrencyText(String(copying: utf8)) != nil
  }
}
