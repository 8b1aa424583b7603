internal import ExpenseModel
internal import ExpenseStore

extension CSVCursor {
  /// Packs a row whose bytes are its texts; of others an expense is made, which says what is wrong.
  mutating func pack(
    _ entry: RowEntry, importNumber: Int64, into packer: inout RowPacker
  ) -> Bool {
    guard isPackable else { return false }
    return withRow { (cursor, row) in
      var scanner = CSVScanner(
        delimiter: cursor.plan.delimiter, position: Int(entry.offset), line: Int(entry.line))
      let bytes = cursor.file.bytes
      let span = bytes.span
      guard (try? scanner.next(span, &row)) == true, cursor.isPlain(span, row),
        let amount = try? cursor.amount(span, row), let date = cursor.plainDate(span, row)
      else { return false }
      cursor.constants.prepare(amount.currency)
      let (plan, constants) = (cursor.plan, cursor.constants)
      return unsafe bytes.withUnsafeBytes { bytes in
        var plain = PlainRow()
        plain.date = date
        plain.amount = amount.minor
        plain.source = PlainSource(
          importNumber: importNumber, line: Int64(entry.line), fingerprint: entry.identity)
        func cell(_ column: Int) -> UnsafeRawBufferPointer {
          guard column >= 0, column < row.cells.count else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
          }
          return unsafe UnsafeRawBufferPointer(rebasing: bytes[row.cells[column].range])
        }
        unsafe plain.name = cell(plan.nameColumn)
        unsafe plain.category = cell(plan.categoryColumn)
        unsafe plain.note = cell(plan.noteColumn)
        return unsafe constants.withBytes { type, account, currency in
          let (ownType, ownAccount) = unsafe (
            cell(plan.typeColumn), cell(plan.accountColumn)
          )
          unsafe plain.type = ownType.isEmpty ? type : ownType
          unsafe plain.account = ownAccount.isEmpty ? account : ownAccount
          unsafe plain.currency = currency
          return packer.append(plain: plain)
        }
      }
    }
  }

  /// Whether rows of the file can be packed at all: no cell is taken apart or has guards.
  private var isPackable: Bool { plan.guardColumn < 0 && !plan.isSplitting }

  /// Whether a row is of the file's shape and its texts stand in its cells as they are.
  private func isPlain(_ span: Span<UInt8>, _ row: CSVRow) -> Bool {
    guard row.fault == .none, row.cells.count >= plan.width, row.cells.count <= plan.header.count,
      plan.nameColumn < row.cells.count, !row.cells[plan.nameColumn].isEscaped,
      !isNameless(span, row), !beginsAsHeader(span, row)
    else { return false }
    for column in plan.textColumns where column < row.cells.count {
      guard !row.cells[column].isEscaped else { return false }
    }
    if plan.idColumn >= 0, plan.idColumn < row.cells.count,
      !row.cells[plan.idColumn].range.isEmpty
    {
      return false
    }
    let category = plan.categoryColumn
    guard category >= 0, category < row.cells.count else { return true }
    return isPlainCategory(span, row.cells[category].range)
  }

  /// Whether a category is its own text: one name, without marks or blanks around it.
  private func isPlainCategory(_ span: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where span[index] == UInt8(ascii: ":") || span[index] == UInt8(ascii: "\\") {
      return false
    }
    guard let last = range.last else { return true }
    return TextRules.isVisible(lead: span[range.lowerBound]) && span[last] > 0x20
      && span[last] < 0x7F
  }

  private func beginsAsHeader(_ span: Span<UInt8>, _ row: CSVRow) -> Bool {
    guard plan.hasHeader, let cell = row.cells.first, cell.range.count == firstHeader.count else {
      return false
    }
    for (place, index) in cell.range.enumerated() where span[index] != firstHeader[place] {
      return false
    }
    return true
  }

  private func plainDate(_ span: Span<UInt8>, _ row: CSVRow) -> CivilDate? {
    if let date = plan.fixedDate { return date }
    return try? DateCell.read(span, row.cells[plan.dateColumn].range, plan.order)
  }
}

/// Texts that rows have although they do not stand in them, as bytes.
struct CSVConstants {
  private let type: [UInt8]
  private let account: [UInt8]
  private var currency: [UInt8] = []
  private var code = ""

  init(_ plan: CSVPlan) {
    type = Array((plan.type ?? Expense.defaultType).utf8)
    account = Array(plan.account.utf8)
  }

  /// Sets the currency, which mostly is that of the row before.
  mutating func prepare(_ currency: Currency) {
    if currency.code == code { return }
    code = currency.code
    self.currency = Array(code.utf8)
  }

  /// Runs a body with the type, the account and the currency.
  func withBytes(
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    unsafe type.withUnsafeBytes { type in
      unsafe account.withUnsafeBytes { account in
        unsafe self.currency.withUnsafeBytes { currency in
          unsafe body(type, account, currency)
        }
      }
    }
  }
}
