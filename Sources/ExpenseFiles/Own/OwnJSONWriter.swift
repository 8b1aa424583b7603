internal import ExpenseModel

/// Writes the library's own JSON file.
struct OwnJSONWriter {
  var json: JSONWriter

  init(bytes: [UInt8] = []) { json = JSONWriter(bytes) }

  /// The whole file around the rows.
  static func document(_ rows: [UInt8], _ table: ExportTable) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"format\":\"iexpense\",\"version\":1,\n\"currencies\":[")
    for (index, currency) in table.custom.values.sorted(by: { $0.code < $1.code }).enumerated() {
      writer.raw(index == 0 ? "{\"code\":" : ",{\"code\":")
      writer.string(currency.code)
      writer.raw(",\"digits\":")
      writer.number(Int64(currency.digits))
      writer.raw("}")
    }
    writer.raw("],\n\"imports\":[")
    for (index, name) in table.imports.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string(name)
    }
    writer.raw("],\n\"expenses\":[")
    var document = writer.take()
    document.append(contentsOf: rows)
    document.append(contentsOf: rows.isEmpty ? "]}\n".utf8 : "\n]}\n".utf8)
    return document
  }

  /// Writes one expense, all its keys in their order.
  mutating func write(
    _ expense: Expense, _ table: inout ExportTable
  ) throws(ExpenseError) {
    json.raw("{\"uuid\":")
    json.string(expense.uuid.description)
    json.raw(",\"date\":")
    json.string(expense.date.description)
    json.raw(",\"name\":")
    json.string(expense.name)
    json.raw(",\"type\":")
    json.string(expense.type)
    json.raw(",\"category\":")
    json.string(expense.category)
    json.raw(",\"amount\":")
    json.string(try table.amount(expense.amount, expense.currency))
    json.raw(",\"currency\":")
    json.string(expense.currency)
    json.raw(",\"conversion\":")
    if let conversion = expense.conversion {
      json.raw("{\"amount\":")
      json.string(try table.amount(conversion.amount, conversion.currency))
      json.raw(",\"currency\":")
      json.string(conversion.currency)
      json.raw(",\"rate\":")
      json.string(conversion.rate)
      json.raw("}")
    } else {
      json.raw("null")
    }
    json.raw(",\"account\":")
    json.string(expense.account)
    json.raw(",\"note\":")
    json.string(expense.note)
    json.raw(",\"tags\":[")
    for (index, tag) in expense.tags.enumerated() {
      if index > 0 { json.raw(",") }
      json.string(tag)
    }
    json.raw("],\"reimbursement\":")
    json.string(expense.reimbursement.text)
    json.raw(",\"source\":")
    write(expense.source, &table)
    json.raw(",\"extra\":")
    // As it stands, so that it comes back byte for byte.
    if expense.extra.isEmpty { json.raw("null") } else { json.raw(json: expense.extra) }
    json.raw("}")
  }

  private mutating func write(_ source: Expense.Source?, _ table: inout ExportTable) {
    guard let source, !source.isEmpty else { return json.raw("null") }
    json.raw("{\"import\":")
    json.number(table.importNumber(source.importNumber))
    json.raw(",\"line\":")
    json.number(source.line)
    json.raw(",\"fingerprint\":")
    json.string(source.fingerprintText)
    json.raw(",\"id\":")
    json.string(source.externalID)
    json.raw("}")
  }
}
