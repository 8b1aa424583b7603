internal import ExpenseModel

extension Profile {
  /// The profile as a JSON object, which ``init(parsing:)`` reads back.
  ///
  /// The keys always stand in the same order.
  var json: String {
    var writer = JSONWriter()
    var separator: StaticString = "{"
    func key(_ name: String, _ value: (inout JSONWriter) -> Void) {
      writer.raw(separator)
      separator = ","
      writer.string(name)
      writer.raw(":")
      value(&writer)
    }
    func text(_ name: String, _ value: String?) {
      if let value { key(name) { $0.string(value) } }
    }
    if let header {
      key("header") { Profile.write(header, &$0) }
    }
    if let skip { key("skip") { $0.number(Int64(skip)) } }
    if !columns.isEmpty {
      key("columns") { writer in
        var separator: StaticString = "{"
        for field in Field.allCases {
          guard let column = columns[field] else { continue }
          writer.raw(separator)
          separator = ","
          writer.string(field.rawValue)
          writer.raw(":")
          writer.string(column)
        }
        writer.raw("}")
      }
    }
    text("delimiter", delimiter.map { String(UnicodeScalar($0)) })
    text("decimal", decimal?.rawValue)
    text("date", date?.rawValue)
    text("spending", spending?.rawValue)
    text("spendingMark", spendingMark)
    text("income", income?.rawValue)
    text("transfers", transfers?.rawValue)
    text("classes", classes?.rawValue)
    text("differing", differing?.rawValue)
    text("currency", currency)
    text("encoding", encoding?.rawValue)
    text("type", type)
    text("categorySeparator", categorySeparator)
    text("defaultDate", defaultDate?.description)
    text("key", self.key)
    if writer.bytes.isEmpty { writer.raw("{") }
    writer.raw("}")
    return String(decoding: writer.take(), as: UTF8.self)
  }

  /// A list of texts as JSON.
  static func json(_ texts: [String]) -> String {
    var writer = JSONWriter()
    write(texts, &writer)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  private static func write(_ texts: [String], _ writer: inout JSONWriter) {
    writer.raw("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string(text)
    }
    writer.raw("]")
  }

  /// Takes out the name of the saved profile, once that stands beneath it.
  mutating func forgetSaved() {
    saved = nil
    keys.removeAll { $0 == "profile" }
  }

  /// This profile with the header and the delimiter that were found with the one before, unless it
  /// says something new of the layout.
  ///
  /// The name of a column, once answered, may stand in a line that was no header.
  func keepingLayout(of found: Profile, since before: Profile) -> Profile {
    guard header == before.header, delimiter == before.delimiter, skip == before.skip,
      encoding == before.encoding
    else { return self }
    var kept = self
    kept.header = header ?? found.header
    kept.delimiter = delimiter ?? found.delimiter
    return kept
  }

  /// This profile with what another says over it.
  func merging(_ other: Profile) -> Profile {
    var merged = self
    merged.columns.merge(other.columns) { $1 }
    // An amount of its own and a pair of debit and credit exclude each other.
    if other.columns[.amount] != nil {
      if other.columns[.debit] == nil { merged.columns[.debit] = nil }
      if other.columns[.credit] == nil { merged.columns[.credit] = nil }
    } else if other.columns[.debit] != nil || other.columns[.credit] != nil {
      merged.columns[.amount] = nil
    }
    merged.header = other.header ?? header
    merged.skip = other.skip ?? skip
    merged.delimiter = other.delimiter ?? delimiter
    merged.decimal = other.decimal ?? decimal
    merged.date = other.date ?? date
    merged.spending = other.spending ?? spending
    merged.spendingMark = other.spendingMark ?? spendingMark
    merged.income = other.income ?? income
    merged.transfers = other.transfers ?? transfers
    merged.classes = other.classes ?? classes
    merged.differing = other.differing ?? differing
    merged.currency = other.currency ?? currency
    merged.encoding = other.encoding ?? encoding
    merged.type = other.type ?? type
    merged.categorySeparator = other.categorySeparator ?? categorySeparator
    merged.defaultDate = other.defaultDate ?? defaultDate
    merged.key = other.key ?? key
    merged.keys += other.keys.filter { !keys.contains($0) }
    return merged
  }
}
