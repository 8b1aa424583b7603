internal import ExpenseModel

/// A JSON file that ``Export`` wrote: recognised by its `format`, and read without a profile.
struct OwnJSONFile: RowReader {
  /// The newest version that this library knows.
  static let version = 1

  let bytes: [UInt8]
  let table: OwnTable

  var identity: RowIdentity { .uuid }
  var currencies: [Currency] { table.added.values.sorted { $0.code < $1.code } }
  var importNames: [Int64: String]? { table.imports }

  func cursor() -> any RowCursor { OwnJSONCursor(file: self) }
  func currency(_ code: String) -> Currency? { table.currency(code) }

  /// Opens the file: all of it must be JSON, or none of it is read.
  static func open(
    _ text: DecodedText, _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    var opened = OpenedFile(format: "json", encoding: text.encoding)
    var reader = JSONReader(text.bytes, start: text.start)
    var members: [String: JSONToken] = [:]
    try reader.object { (reader, key) throws(ExpenseError) in
      let name = reader.text(key) ?? reader.source(key.range)
      guard members.updateValue(try reader.value(), forKey: name) == nil else {
        throw reader.failure("\"\(name)\" stands twice", at: key.range.lowerBound)
      }
    }
    try reader.finish()
    let expenses = try check(members, reader)
    var table = OwnTable(context)
    try readCurrencies(members["currencies"], text.bytes, &table)
    try readImports(members["imports"], text.bytes, &table)
    let file = OwnJSONFile(bytes: text.bytes, table: table)
    var meter = ProgressMeter(context.options.progress, bytes: text.bytes.count)
    try file.readRows(expenses, start: text.start, &opened, &meter)
    try meter.finish()
    opened.reader = file
    return opened
  }

  /// Makes sure that the file is one of ours, and gives its array of expenses.
  private static func check(
    _ members: [String: JSONToken], _ reader: JSONReader
  ) throws(ExpenseError) -> JSONToken {
    guard let format = members["format"], format.kind == .string,
      reader.text(format) == "iexpense"
    else {
      throw ExpenseError(
        .format,
        "neither a list of items, which begins with [, nor an object with \"format\":\"iexpense\"")
    }
    guard let version = members["version"], version.kind == .number,
      let number = Int(reader.source(version.range)), number >= 1
    else { throw ExpenseError(.format, "\"version\" is missing or no whole number") }
    guard number <= OwnJSONFile.version else {
      throw ExpenseError(
        .newer, "the file has version \(number); this library reads version \(OwnJSONFile.version)")
    }
    let known: Set = ["format", "version", "currencies", "imports", "expenses"]
    for (name, token) in members where !known.contains(name) {
      throw reader.failure("unknown key \"\(name)\"", at: token.range.lowerBound)
    }
    guard let expenses = members["expenses"], expenses.kind == .array else {
      throw ExpenseError(.format, "\"expenses\" is missing or no array")
    }
    return expenses
  }

  private static func readCurrencies(
    _ token: JSONToken?, _ bytes: [UInt8], _ table: inout OwnTable
  ) throws(ExpenseError) {
    guard let token else { return }
    var reader = JSONReader(bytes, start: token.range.lowerBound)
    try reader.array { (reader) throws(ExpenseError) in
      reader.skipBlanks()
      let start = reader.position
      var code: String?
      var digits: Int?
      try reader.object { (reader, key) throws(ExpenseError) in
        let value = try reader.value()
        if reader.text(key) == "code" { code = reader.text(value) }
        if reader.text(key) == "digits" { digits = Int(reader.source(value.range)) }
      }
      guard let code, let digits, let currency = try? Currency(code: code, digits: digits) else {
        throw reader.failure("a currency needs a code and 0 to 8 digits", at: start)
      }
      table.add(currency)
    }
  }

  private static func readImports(
    _ token: JSONToken?, _ bytes: [UInt8], _ table: inout OwnTable
  ) throws(ExpenseError) {
    guard let token else { return }
    var reader = JSONReader(bytes, start: token.range.lowerBound)
    var number: Int64 = 0
    try reader.array { (reader) throws(ExpenseError) in
      let value = try reader.value()
      guard value.kind == .string, let name = reader.text(value) else {
        throw reader.failure("the name of an import is no text", at: value.range.lowerBound)
      }
      number += 1
      table.imports[number] = name
    }
  }

  private func readRows(
    _ expenses: JSONToken, start: Int, _ opened: inout OpenedFile, _ meter: inout ProgressMeter
  ) throws(ExpenseError) {
    var reader = JSONReader(bytes, start: expenses.range.lowerBound)
    var lines = LineCounter(start)
    var entries: [RowEntry] = []
    var index = RowIndex()
    try reader.array { (reader) throws(ExpenseError) in
      reader.skipBlanks()
      try meter.reach(reader.position)
      var entry = RowEntry(
        offset: UInt32(reader.position), line: lines.line(of: reader.position, in: bytes),
        status: .fresh)
      let end = try JSONReader.end(ofValueAt: reader.position, in: bytes)
      guard let expense = try? OwnJSONCursor(file: self).expense(at: entry) else {
        entry.status = .rejected
        entries.append(entry)
        reader.advance(by: end - reader.position)
        return
      }
      reader.advance(by: end - reader.position)
      entries.append(entry)
      index.add(Fingerprint(expense.uuid), row: entries.count - 1, in: &entries)
    }
    opened.entries = entries
    opened.index = index
  }
}

extension JSONReader {
  /// Behind the last byte of a value.
  static func end(ofValueAt start: Int, in bytes: [UInt8]) throws(ExpenseError) -> Int {
    var reader = JSONReader(bytes, start: start)
    return try reader.value().range.upperBound
  }
}
