internal import ExpenseModel

/// Writes the library's own CSV file: RFC 4180, with CRLF at the end of each row.
enum OwnCSVWriter {
  static func writeHeader(_ bytes: inout [UInt8], isGuarded: Bool) {
    bytes.append(contentsOf: OwnField.header.utf8)
    if isGuarded { bytes.append(contentsOf: ",\(FormulaGuard.column)".utf8) }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  /// Writes the columns of ``OwnField``.
  static func write(
    _ expense: Expense, _ table: inout ExportTable, _ bytes: inout [UInt8], isGuarded: Bool
  ) throws(ExpenseError) {
    let source = expense.source.flatMap { $0.isEmpty ? nil : $0 }
    let importNumber = table.importNumber(source?.importNumber ?? 0)
    var conversionAmount = ""
    if let conversion = expense.conversion {
      conversionAmount = try table.amount(conversion.amount, conversion.currency)
    }
    let cells = [
      expense.uuid.description, expense.date.description, expense.name, expense.type,
      expense.category, try table.amount(expense.amount, expense.currency), expense.currency,
      conversionAmount, expense.conversion?.currency ?? "", expense.conversion?.rate ?? "",
      expense.account, expense.note, OwnField.join(expense.tags), expense.reimbursement.text,
      importNumber == 0 ? "" : String(importNumber),
      table.importName(source?.importNumber ?? 0), source.map { String($0.line) } ?? "",
      source?.fingerprintText ?? "", source?.externalID ?? "", expense.extra,
    ]
    for (field, cell) in zip(OwnField.allCases, cells) {
      if field.rawValue > 0 { bytes.append(UInt8(ascii: ",")) }
      write(isGuarded && field.isText ? FormulaGuard.put(on: cell) : cell, &bytes)
    }
    if isGuarded { bytes.append(contentsOf: ",'".utf8) }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  /// Writes one cell, in quotes where it needs them.
  static func write(_ cell: String, _ bytes: inout [UInt8]) {
    let needsQuotes = cell.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
    }
    guard needsQuotes else {
      bytes.append(contentsOf: cell.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
