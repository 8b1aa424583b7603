internal import ExpenseModel

/// What the small JSON objects that people write have in common: profiles and rules. Every error
/// names the key.
extension JSONReader {
  /// Reads an object whose keys stand once each; `member` gets each key, and reads its value.
  mutating func members(
    _ member: (inout JSONReader, String) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    var seen: Set<String> = []
    try object { (reader, token) throws(ExpenseError) in
      let key = reader.text(token) ?? reader.source(token.range)
      guard seen.insert(key).inserted else { throw JSONReader.fault("\(key) stands twice") }
      try member(&reader, key)
    }
  }

  /// Reads the text that a key has.
  mutating func text(of key: String) throws(ExpenseError) -> String {
    guard try peek() == .string else { throw JSONReader.fault("\(key) must be a text") }
    guard let text = text(try string()) else {
      throw JSONReader.fault("\(key) has half of a surrogate pair")
    }
    return text
  }

  /// Reads a text that must be one of those that are known.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    of key: String, _: Choice.Type
  ) throws(ExpenseError) -> Choice where Choice.RawValue == String {
    try JSONReader.choice(key, text(of: key))
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, _ text: String
  ) throws(ExpenseError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      throw fault("\(key) is \"\(text)\"; \(known(Choice.self))")
    }
    return choice
  }

  static func known<Choice: RawRepresentable & CaseIterable>(
    _: Choice.Type
  ) -> String where Choice.RawValue == String {
    "known are " + Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }

  static func fault(_ what: String) -> ExpenseError { ExpenseError(.argument, what) }
}

extension JSONReader {
  /// Reads true or false.
  mutating func flag(of key: String) throws(ExpenseError) -> Bool {
    guard try peek() == .boolean else { throw JSONReader.fault("\(key) must be true or false") }
    return source(try value().range) == "true"
  }

  /// Reads an array of texts.
  mutating func texts(of key: String) throws(ExpenseError) -> [String] {
    guard try peek() == .array else { throw JSONReader.fault("\(key) must be an array of texts") }
    var texts: [String] = []
    try array { (reader) throws(ExpenseError) in
      texts.append(try reader.text(of: "\(key)[\(texts.count)]"))
    }
    return texts
  }

  /// Reads a text, or an array of at least one.
  mutating func textOrTexts(of key: String) throws(ExpenseError) -> [String] {
    switch try peek() {
    case .string: return [try text(of: key)]
    case .array:
      let texts = try texts(of: key)
      guard !texts.isEmpty else { throw JSONReader.fault("\(key) is an empty array") }
      return texts
    default: throw JSONReader.fault("\(key) must be a text or an array of texts")
    }
  }

  /// Reads an amount: a text, or a number as it is written, never as floating point.
  mutating func amountText(of key: String) throws(ExpenseError) -> String {
    switch try peek() {
    case .string: return try text(of: key)
    case .number: return source(try value().range)
    default: throw JSONReader.fault("\(key) must be an amount, such as \"12.50\"")
    }
  }
}
