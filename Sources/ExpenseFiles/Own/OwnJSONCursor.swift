internal import ExpenseModel

/// Reads single expenses of the library's own JSON file.
struct OwnJSONCursor: RowCursor {
  let file: OwnJSONFile

  func remark(on entry: RowEntry) -> String { "" }

  func expense(at entry: RowEntry) throws(RowProblem) -> Expense {
    var reader = JSONReader(file.bytes, start: Int(entry.offset))
    var record = OwnRecord(line: entry.line, isCSV: false)
    var problem: RowProblem?
    do throws(ExpenseError) {
      guard try reader.peek() == .object else {
        throw ExpenseError(.format, "not an object")
      }
      try reader.object { (reader, key) throws(ExpenseError) in
        let token = try reader.value()
        do throws(RowProblem) {
          try OwnJSONCursor.read(reader.text(key) ?? "", token, reader, &record)
        } catch {
          problem = problem ?? error
        }
      }
    } catch {
      throw RowProblem(reason: error.message)
    }
    if let problem { throw problem }
    return try record.expense { file.table.currency($0) }
  }

  private static let texts: [String: OwnField] = [
    "uuid": .uuid, "date": .date, "name": .name, "type": .type, "category": .category,
    "amount": .amount, "currency": .currency, "account": .account, "note": .note,
    "reimbursement": .reimbursement,
  ]
  private static let conversion: [String: OwnField] = [
    "amount": .conversionAmount, "currency": .conversionCurrency, "rate": .conversionRate,
  ]
  private static let source: [String: OwnField] = [
    "import": .sourceImport, "line": .sourceLine, "fingerprint": .sourceFingerprint,
    "id": .sourceID,
  ]

  private static func read(
    _ key: String, _ token: JSONToken, _ reader: JSONReader, _ record: inout OwnRecord
  ) throws(RowProblem) {
    if let field = texts[key] {
      record[field] = try text(key, token, reader)
      return
    }
    switch (key, token.kind) {
    case ("conversion", .null), ("source", .null), ("extra", .null): break
    case ("extra", .object): record[.extra] = reader.source(token.range)
    case ("conversion", .object): try readParts(conversion, token, reader, &record)
    case ("source", .object): try readParts(source, token, reader, &record)
    case ("tags", .array): record.tags = try list(key, token, reader)
    default:
      throw RowProblem(
        columnName: key, cell: reader.source(token.range), reason: "unknown key, or another kind")
    }
  }

  /// The text of a string, or of a number that is whole.
  private static func text(
    _ key: String, _ token: JSONToken, _ reader: JSONReader, mayBeNumber: Bool = false
  ) throws(RowProblem) -> String {
    guard token.kind == .string || mayBeNumber && token.kind == .number,
      let text = reader.text(token)
    else {
      throw RowProblem(columnName: key, cell: reader.source(token.range), reason: "not a text")
    }
    return text
  }

  private static func readParts(
    _ fields: [String: OwnField], _ token: JSONToken, _ reader: JSONReader,
    _ record: inout OwnRecord
  ) throws(RowProblem) {
    var parts: [(key: String, token: JSONToken)] = []
    var inner = JSONReader(reader.bytes, start: token.range.lowerBound)
    try? inner.object { (inner, key) throws(ExpenseError) in
      parts.append((inner.text(key) ?? "", try inner.value()))
    }
    for part in parts {
      guard let field = fields[part.key] else {
        throw RowProblem(
          columnName: part.key, cell: reader.source(part.token.range), reason: "unknown key")
      }
      let isNumber = field == .sourceImport || field == .sourceLine
      record[field] = try text(part.key, part.token, reader, mayBeNumber: isNumber)
    }
  }

  private static func list(
    _ key: String, _ token: JSONToken, _ reader: JSONReader
  ) throws(RowProblem) -> [String] {
    var tokens: [JSONToken] = []
    var inner = JSONReader(reader.bytes, start: token.range.lowerBound)
    try? inner.array { (inner) throws(ExpenseError) in tokens.append(try inner.value()) }
    var texts: [String] = []
    for token in tokens { texts.append(try text(key, token, reader)) }
    return texts
  }
}
