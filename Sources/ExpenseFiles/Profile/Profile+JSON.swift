internal import ExpenseModel

extension Profile {
  /// Reads a profile from its JSON text; the empty text is the empty profile.
  ///
  /// Keys: `columns` (an object of `date`, `name`, `amount`, `debit`, `credit`, `flag`, `balance`,
  /// `type`, `category`, `account`, `note`, `currency`, `id`, `tags`, each with the name of a column
  /// or its number from 1), `header` (the names of all columns; `[]`: there is no header), `skip`
  /// (how many lines stand before it), `delimiter` (one character), `decimal` (`.` or `,`), `date`
  /// (`DMY`, `MDY` or `YMD`), `spending` (`negative`, `positive`, `debit` or `credit`),
  /// `spendingMark` (what the flag column has of money spent), `income` (`leave out` or `refund`),
  /// `transfers` (`leave out` or `keep`), `classes` (`tags` or `name`), `differing`
  /// (`keep` or `take`), `currency` (a code),
  /// `encoding` (such as `utf-8` or `cp1252`), `type`, `categorySeparator`, `defaultDate`
  /// (yyyy-mm-dd), `key` (of a property list).
  ///
  /// - Throws: `argument`, with the place or the key, for anything else.
  init(parsing text: String) throws(ExpenseError) {
    guard !text.isEmpty else { return }
    var profile = Profile()
    do throws(ExpenseError) {
      var reader = JSONReader(Array(text.utf8))
      guard try reader.peek() == .object else { throw reader.failure("expected an object") }
      try reader.object { (reader, token) throws(ExpenseError) in
        let key = reader.text(token) ?? reader.source(token.range)
        guard !profile.keys.contains(key) else { throw JSONReader.fault("\(key) stands twice") }
        profile.keys.append(key)
        switch key {
        case "columns": try profile.readColumns(&reader)
        case "header": try profile.readHeader(&reader)
        case "skip": profile.skip = try Profile.number(&reader, key, 0...1_000_000)
        case _ where Profile.texts.contains(key):
          try profile.set(key, to: try reader.text(of: key))
        default: throw JSONReader.fault("unknown key \"\(key)\"")
        }
      }
      try reader.finish()
    } catch {
      throw ExpenseError(
        error.code == .currency ? .currency : .argument, "the profile: \(error.message)")
    }
    self = profile
  }

  private mutating func readColumns(_ reader: inout JSONReader) throws(ExpenseError) {
    guard try reader.peek() == .object else {
      throw JSONReader.fault("columns must be an object of column names")
    }
    var columns: [Field: String] = [:]
    try reader.object { (reader, token) throws(ExpenseError) in
      let key = reader.text(token) ?? reader.source(token.range)
      guard let field = Field(rawValue: key) else {
        throw JSONReader.fault("unknown key columns.\(key); \(JSONReader.known(Field.self))")
      }
      let name = try Profile.column(&reader, "columns.\(key)")
      guard columns.updateValue(name, forKey: field) == nil else {
        throw JSONReader.fault("columns.\(key) stands twice")
      }
    }
    self.columns = columns
  }

  private mutating func readHeader(_ reader: inout JSONReader) throws(ExpenseError) {
    guard try reader.peek() == .array else {
      throw JSONReader.fault("header must be an array of column names")
    }
    var names: [String] = []
    try reader.array { (reader) throws(ExpenseError) in
      names.append(try reader.text(of: "header"))
      guard names.count <= CSVScanner.maximumColumns else {
        throw JSONReader.fault("header has more than \(CSVScanner.maximumColumns) columns")
      }
    }
    header = names
  }

  /// A column's name, or its number from 1.
  private static func column(
    _ reader: inout JSONReader, _ key: String
  ) throws(ExpenseError) -> String {
    guard try reader.peek() == .number else { return try reader.text(of: key) }
    return String(try number(&reader, key, 1...CSVScanner.maximumColumns))
  }

  private static func number(
    _ reader: inout JSONReader, _ key: String, _ range: ClosedRange<Int>
  ) throws(ExpenseError) -> Int {
    guard try reader.peek() == .number, let number = Int(reader.source(try reader.value().range)),
      range.contains(number)
    else {
      throw JSONReader.fault(
        "\(key) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The keys whose values are texts.
  private static let texts: Set<String> = [
    "delimiter", "profile", "decimal", "date", "spending", "income", "currency", "encoding", "type",
    "spendingMark", "categorySeparator", "defaultDate", "transfers", "classes", "key",
    "differing",
  ]

  private mutating func set(_ key: String, to text: String) throws(ExpenseError) {
    switch key {
    case "delimiter":
      delimiter = try Profile.delimiter(text)
    case "profile": saved = text
    case "decimal": decimal = try JSONReader.choice(key, text)
    case "date": date = try JSONReader.choice(key, text)
    case "spending": spending = try JSONReader.choice(key, text)
    case "income": income = try JSONReader.choice(key, text)
    case "transfers": transfers = try JSONReader.choice(key, text)
    case "classes": classes = try JSONReader.choice(key, text)
    case "differing": differing = try JSONReader.choice(key, text)
    case "currency": currency = text
    case "encoding":
      guard let encoding = TextEncoding(named: text) else {
        throw JSONReader.fault(
          "unknown encoding \"\(text)\"; \(JSONReader.known(TextEncoding.self))")
      }
      self.encoding = encoding
    case "type": type = text
    case "spendingMark":
      guard !text.isEmpty else { throw JSONReader.fault("spendingMark is empty") }
      spendingMark = text
    case "categorySeparator":
      guard !text.isEmpty else { throw JSONReader.fault("categorySeparator is empty") }
      categorySeparator = text
    case "key":
      guard !text.isEmpty else { throw JSONReader.fault("key is empty") }
      self.key = text
    case "defaultDate":
      do throws(ExpenseError) {
        defaultDate = try CivilDate(parsing: text)
      } catch {
        throw JSONReader.fault("defaultDate: \(error.message)")
      }
    default:
      throw JSONReader.fault("unknown key \"\(key)\"")
    }
  }

  private static func delimiter(_ text: String) throws(ExpenseError) -> UInt8 {
    let bytes = Array(text.utf8)
    guard bytes.count == 1, bytes[0] == 0x09 || 0x20..<0x7F ~= bytes[0],
      bytes[0] != UInt8(ascii: "\"")
    else {
      throw JSONReader.fault("delimiter must be one ASCII character, such as \",\", \";\" or a tab")
    }
    return bytes[0]
  }
}
