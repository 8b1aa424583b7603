internal import ExpenseModel
internal import ExpenseStore

/// Writes the rows that `OwnCSVWriter` writes, from a scan and without an expense being made of each.
struct OwnCSVRows {
  private(set) var bytes: [UInt8] = []
  /// A row came from an import that the store has not noted: then its number in the file is only known
  /// from the rows before it.
  private(set) var hasUnknownImport = false
  private let path: String
  // By number: the texts as they stand in a cell.
  private var types: Cells
  private var categories: Cells
  private var accounts: Cells
  private let currencies: [Int64: (code: [UInt8], digits: Int)]
  /// The number of the import in the file, a comma and its name.
  private var imports: Cells

  /// Cells by number, and the one that was looked up last: mostly it is the same in the next row.
  private struct Cells {
    let cells: [Int64: [UInt8]]
    private var last: (number: Int64, cell: [UInt8]) = (0, [])

    init(_ cells: [Int64: [UInt8]]) { self.cells = cells }

    /// The cell with a number, for 0 an empty one; nil where there is none.
    mutating func cell(_ number: Int64) -> [UInt8]? {
      if number == last.number { return last.cell }
      guard let cell = number == 0 ? [] : cells[number] else { return nil }
      last = (number, cell)
      return cell
    }
  }

  init(_ names: Store.ScanNames, path: String) {
    func cells(_ names: [Int64: String]) -> Cells { Cells(names.mapValues(OwnCSVRows.cell)) }
    self.path = path
    types = cells(names.types)
    categories = cells(names.categories)
    accounts = cells(names.accounts)
    currencies = names.currencies.mapValues { (OwnCSVRows.cell($0.code), $0.digits) }
    var imports: [Int64: [UInt8]] = [:]
    for (index, number) in names.imports.enumerated() {
      imports[number] =
        Array("\(index + 1),".utf8) + OwnCSVRows.cell(names.importNames[number] ?? "")
    }
    self.imports = Cells(imports)
  }

  private static func cell(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    OwnCSVWriter.write(text, &bytes)
    return bytes
  }

  private static let comma = UInt8(ascii: ",")

  mutating func take(_ row: ScannedRow) throws(ExpenseError) {
    guard let day = Int32(exactly: row.integer(.date)), let date = CivilDate(day: day),
      let currency = currencies[row.integer(.currency)]
    else { throw damaged(row) }
    append(row.uuid)
    bytes.append(Self.comma)
    append(date)
    bytes.append(Self.comma)
    appendText(row, .name)
    bytes.append(Self.comma)
    try append(types.cell(row.integer(.type)), row)
    bytes.append(Self.comma)
    try append(categories.cell(row.integer(.category)), row)
    bytes.append(Self.comma)
    Money.appendAmount(row.integer(.amount), digits: currency.digits, to: &bytes)
    bytes.append(Self.comma)
    bytes.append(contentsOf: currency.code)
    bytes.append(Self.comma)
    try appendConversion(row)
    bytes.append(Self.comma)
    try append(accounts.cell(row.integer(.account)), row)
    bytes.append(Self.comma)
    appendText(row, .note)
    bytes.append(Self.comma)
    try appendTags(row)
    bytes.append(Self.comma)
    let reimbursement = Reimbursement(rawValue: Int32(clamping: row.integer(.reimbursement)))
    bytes.append(contentsOf: (reimbursement ?? .none).text.utf8)
    bytes.append(Self.comma)
    try appendSource(row)
    bytes.append(Self.comma)
    appendText(row, .extra)
    bytes.append(0x0D)
    bytes.append(0x0A)
  }

  private func damaged(_ row: ScannedRow) -> ExpenseError {
    ExpenseError(.damaged, "\(path): expense \(row.integer(.id)) is not valid")
  }

  // MARK: Cells

  private mutating func append(_ cell: [UInt8]?, _ row: ScannedRow) throws(ExpenseError) {
    guard let cell else { throw damaged(row) }
    bytes.append(contentsOf: cell)
  }

  private mutating func appendText(_ row: ScannedRow, _ column: ScannedRow.Column) {
    unsafe row.withText(column) { text in
      if unsafe text.isEmpty { return }
      var marks: UInt8 = 0
      for index in 0..<text.count {
        let byte = unsafe text[index]
        let isMark =
          byte == Self.comma || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        // Beyond ASCII it is made sure that they are UTF-8.
        marks |= isMark || byte >= 0x80 ? 1 : 0
      }
      guard marks != 0 else { return unsafe bytes.append(contentsOf: text) }
      OwnCSVWriter.write(unsafe String(decoding: text, as: UTF8.self), &bytes)
    }
  }

  private mutating func append(_ uuid: UUID128) {
    appendHexadecimal(uuid.high &>> 32, 8)
    bytes.append(UInt8(ascii: "-"))
    appendHexadecimal(uuid.high &>> 16, 4)
    bytes.append(UInt8(ascii: "-"))
    appendHexadecimal(uuid.high, 4)
    bytes.append(UInt8(ascii: "-"))
    appendHexadecimal(uuid.low &>> 48, 4)
    bytes.append(UInt8(ascii: "-"))
    appendHexadecimal(uuid.low, 12)
  }

  /// Writes the lowest digits of a number.
  private mutating func appendHexadecimal(_ number: UInt64, _ digits: Int) {
    var shift = UInt64(digits &* 4)
    while shift > 0 {
      shift &-= 4
      let digit = UInt8(truncatingIfNeeded: number &>> shift) & 0xF
      bytes.append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
    }
  }

  private mutating func append(_ date: CivilDate) {
    let (year, month, day) = date.parts
    func two(_ number: Int) {
      bytes.append(0x30 &+ UInt8(truncatingIfNeeded: number / 10 % 10))
      bytes.append(0x30 &+ UInt8(truncatingIfNeeded: number % 10))
    }
    two(year / 100)
    two(year)
    bytes.append(UInt8(ascii: "-"))
    two(month)
    bytes.append(UInt8(ascii: "-"))
    two(day)
  }

  private mutating func appendConversion(_ row: ScannedRow) throws(ExpenseError) {
    guard !row.isNull(.conversionCurrency) else {
      bytes.append(Self.comma)
      bytes.append(Self.comma)
      return
    }
    guard let currency = currencies[row.integer(.conversionCurrency)] else { throw damaged(row) }
    Money.appendAmount(row.integer(.conversionAmount), digits: currency.digits, to: &bytes)
    bytes.append(Self.comma)
    bytes.append(contentsOf: currency.code)
    bytes.append(Self.comma)
    appendText(row, .conversionRate)
  }

  private mutating func appendTags(_ row: ScannedRow) throws(ExpenseError) {
    if row.isNull(.tags) { return }
    let text = unsafe row.withText(.tags) { unsafe String(decoding: $0, as: UTF8.self) }
    guard let tags = Store.tags(in: text) else { throw damaged(row) }
    OwnCSVWriter.write(OwnField.join(tags), &bytes)
  }

  /// Writes the five columns of where the expense came from.
  private mutating func appendSource(_ row: ScannedRow) throws(ExpenseError) {
    let number = row.integer(.importNumber)
    let line = row.integer(.line)
    let fingerprint = UInt64(bitPattern: row.integer(.fingerprint))
    let hasID = unsafe row.withText(.externalID) { unsafe !$0.isEmpty }
    let isThere = !row.isNull(.importNumber) || !row.isNull(.fingerprint) || hasID
    guard isThere, number != 0 || line != 0 || fingerprint != 0 || hasID else {
      for _ in 0..<4 { bytes.append(Self.comma) }
      return
    }
    if number == 0 {
      bytes.append(Self.comma)
    } else {
      guard let cell = imports.cell(number) else {
        hasUnknownImport = true
        throw damaged(row)
      }
      bytes.append(contentsOf: cell)
    }
    bytes.append(Self.comma)
    Money.appendAmount(line, digits: 0, to: &bytes)
    bytes.append(Self.comma)
    appendHexadecimal(fingerprint, 16)
    bytes.append(Self.comma)
    appendText(row, .externalID)
  }
}
