internal import ExpenseModel

/// A cell that shows something, for a finding.
struct Example {
  var line: Int
  /// Its index; of a line that begins with a letter for its field, that letter.
  var column: Int
  var cell: String

  init(line: Int, column: Int, cell: String) {
    self.line = line
    self.column = column
    self.cell = cell
  }

  init(_ bytes: [UInt8], _ row: CSVRow, _ column: Int) {
    self.init(line: row.line, column: column, cell: CSVCell.text(bytes, row.cells[column]))
  }
}

/// What all rows of a file show of its decimal mark, date order, signs and currencies.
struct Evidence {
  var decimal: DecimalEvidence
  var dates = DateEvidence()
  var signs = SignEvidence()
  var currencies = CurrencyEvidence()

  /// Reads all rows.
  ///
  /// - Parameter lookup: Finds the currency of a code: what stands beside a number must be one.
  init(
    _ bytes: [UInt8], _ layout: CSVLayout, _ choice: ColumnChoice, _ meter: inout ProgressMeter,
    lookup: @escaping CSVFile.CurrencyLookup
  ) throws(ExpenseError) {
    decimal = DecimalEvidence(lookup: lookup)
    var scanner = layout.start
    var row = CSVRow()
    let span = bytes.span
    let dateColumns = choice.dateColumns
    let amountColumns = choice.amountColumns
    let isPair = choice.columns[.amount] == nil && choice.columns[.debit] != nil
    let debit = choice.columns[.debit] ?? -1
    let flag = choice.columns[.flag] ?? -1
    let currency = choice.columns[.currency] ?? -1
    // With one date column, a row without a date is none that could be stored.
    let isDated = dateColumns.count == 1
    while try scanner.next(span, &row) {
      try meter.reach(row.start)
      guard row.fault == .none, row.isBlank(behind: layout.header.count, span) else { continue }
      var hasDate = false
      for column in dateColumns where column < row.cells.count {
        if dates.add(span, row.cells[column].range, Example(bytes, row, column)) { hasDate = true }
      }
      if isDated && !hasDate { continue }
      for column in amountColumns where column < row.cells.count {
        let range = row.cells[column].range
        guard let amount = decimal.add(span, range, bytes, Example(bytes, row, column)) else {
          continue
        }
        if !isPair && column != amountColumns[0] { continue }
        let mark = flag >= 0 && flag < row.cells.count ? row.cells[flag] : nil
        let side: SignEvidence.Side =
          isPair ? (column == debit ? .debit : .credit) : .amount
        signs.add(
          amount, side, flag: mark.map { FlagCell.direction(CSVCell.text(bytes, $0)) },
          bytes, row, column)
        // The zero beside an amount of the other column is none of its own.
        if isPair && amount.number.isZero { continue }
        let isNamed =
          currency >= 0 && currency < row.cells.count
          && !Blanks.trimmed(span, row.cells[currency].range).isEmpty
        currencies.add(amount, isNamed: isNamed, bytes, Example(bytes, row, column))
      }
    }
  }
}

/// Which decimal mark the amounts have.
struct DecimalEvidence {
  /// A cell that can be read with a point only, and one with a comma only.
  var point: Example?
  var comma: Example?
  /// A cell that both read, as different numbers, with `.` or with `,` in it.
  var openPoint: Example?
  var openComma: Example?
  private let lookup: CSVFile.CurrencyLookup
  /// The last text beside a number, and whether it is a currency.
  private var lastUnit = (range: 0..<0, isKnown: true)

  init(lookup: @escaping CSVFile.CurrencyLookup) { self.lookup = lookup }

  /// Looks at a cell, and gives the amount in one of the ways that it may be read; nil when it is
  /// none.
  mutating func add(
    _ span: Span<UInt8>, _ range: Range<Int>, _ bytes: [UInt8],
    _ example: @autoclosure () -> Example
  ) -> AmountText? {
    let withPoint = try? AmountText(span, range, decimal: .point)
    var mark: UInt8 = 0
    for index in range where span[index] == 0x2E || span[index] == 0x2C {
      mark = span[index]
      break
    }
    let withComma = mark == 0 ? nil : try? AmountText(span, range, decimal: .comma)
    guard let unit = (withPoint ?? withComma)?.unit, isCurrency(unit, bytes) else { return nil }
    if mark == 0 { return withPoint }
    switch (withPoint, withComma) {
    case (nil, nil): return nil
    case (_?, nil): if point == nil { point = example() }
    case (nil, _?): if comma == nil { comma = example() }
    case (let a?, _?):
      // A point that belongs to the currency's name says nothing.
      let digits = AmountText.digits(span, range)
      guard digits.contains(where: { span[$0] == 0x2E || span[$0] == 0x2C }) else { return a }
      if mark == 0x2E {
        if openPoint == nil { openPoint = example() }
      } else if openComma == nil {
        openComma = example()
      }
    }
    return withPoint ?? withComma
  }

  private mutating func isCurrency(_ unit: Range<Int>, _ bytes: [UInt8]) -> Bool {
    if unit.isEmpty { return true }
    if !bytes[unit].elementsEqual(bytes[lastUnit.range]) {
      let codes = CurrencyText(String(decoding: bytes[unit], as: UTF8.self))?.codes ?? []
      lastUnit = (unit, codes.contains { lookup($0) != nil })
    }
    return lastUnit.isKnown
  }

  enum Conclusion {
    /// No amount has a mark that matters.
    case irrelevant
    case certain(Profile.DecimalMark, Example)
    /// Several marks are possible; with two examples the file contradicts itself.
    case open(Example, Example?)
  }

  /// What follows; `digits` is the number of those of the only currency, when it is certain.
  func conclusion(digits: Int?) -> Conclusion {
    var (point, comma) = (point, comma)
    if digits == 0 {
      // Three digits behind a mark are a group where the currency has none behind the point.
      point = point ?? openComma
      comma = comma ?? openPoint
    }
    switch (point, comma) {
    case (let point?, let comma?): return .open(point, comma)
    case (let point?, nil): return .certain(.point, point)
    case (nil, let comma?): return .certain(.comma, comma)
    case (nil, nil):
      guard let open = openPoint ?? openComma else { return .irrelevant }
      return .open(open, nil)
    }
  }
}

extension AmountText {
  /// From the first digit to the last.
  static func digits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    guard let first = range.first(where: { bytes[$0] &- 0x30 < 10 }),
      let last = range.last(where: { bytes[$0] &- 0x30 < 10 })
    else { return range.lowerBound..<range.lowerBound }
    return first..<(last + 1)
  }
}
