internal import ExpenseModel

/// Reads JSON (RFC 8259) from bytes that are known to be UTF-8, strictly and without a tree.
///
/// Numbers are never turned into floating point: a number is its own text. Every error says where:
/// byte offset, line and column. Nesting is limited, so that no file can exhaust the stack.
struct JSONReader {
  /// Deeper nesting is an error; a stored expense's `extra` may have 100, inside a file's own.
  static let maximumDepth = 128

  let bytes: [UInt8]
  /// The next byte to read.
  private(set) var position: Int
  private var depth = 0

  init(_ bytes: [UInt8], start: Int = 0) {
    self.bytes = bytes
    position = start
  }

  // MARK: Structure

  /// The kind of the next value; blanks before it are passed.
  mutating func peek() throws(ExpenseError) -> JSONKind {
    skipBlanks()
    guard position < bytes.count else { throw ended("where a value should be") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    default: throw failure("there is no JSON value here")
    }
  }

  /// Reads an array; `element` reads one element each time.
  mutating func array(
    _ element: (inout JSONReader) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    try open(UInt8(ascii: "["), "an array")
    skipBlanks()
    if take(UInt8(ascii: "]")) { return close() }
    while true {
      try element(&self)
      skipBlanks()
      if take(UInt8(ascii: "]")) { return close() }
      guard take(UInt8(ascii: ",")) else { throw expected("a comma or ]", in: "an array") }
    }
  }

  /// Reads an object; `member` gets each key, and reads its value.
  mutating func object(
    _ member: (inout JSONReader, JSONToken) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    try open(UInt8(ascii: "{"), "an object")
    skipBlanks()
    if take(UInt8(ascii: "}")) { return close() }
    while true {
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw expected("a key in quotes", in: "an object")
      }
      let key = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw expected("a colon", in: "an object") }
      try member(&self, key)
      skipBlanks()
      if take(UInt8(ascii: "}")) { return close() }
      guard take(UInt8(ascii: ",")) else { throw expected("a comma or }", in: "an object") }
    }
  }

  /// Reads any value and keeps where it stands.
  mutating func value() throws(ExpenseError) -> JSONToken {
    let kind = try peek()
    switch kind {
    case .string: return try string()
    case .number: return try number()
    case .boolean, .null: return try word(kind)
    case .array:
      let start = position
      try array { (reader) throws(ExpenseError) in _ = try reader.value() }
      return JSONToken(kind: kind, range: start..<position)
    case .object:
      let start = position
      try object { (reader, _) throws(ExpenseError) in _ = try reader.value() }
      return JSONToken(kind: kind, range: start..<position)
    }
  }

  /// Makes sure that only blanks follow.
  mutating func finish() throws(ExpenseError) {
    skipBlanks()
    guard position == bytes.count else {
      throw failure("there is something behind the end of the JSON value")
    }
  }

  // MARK: Errors

  /// An error at a byte, by default the next one.
  func failure(_ what: String, at offset: Int? = nil) -> ExpenseError {
    ExpenseError(.format, "\(Place(offset ?? position, in: bytes).text): \(what)")
  }

  func ended(_ what: String) -> ExpenseError {
    failure("the file ends \(what)", at: bytes.count)
  }

  private func expected(_ what: String, in container: String) -> ExpenseError {
    position < bytes.count
      ? failure("expected \(what)") : ended("in the middle of \(container): expected \(what)")
  }

  // MARK: Steps

  mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Goes behind a byte if it is the next one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Goes on by a number of bytes that the caller has looked at.
  mutating func advance(by count: Int = 1) { position = min(position + count, bytes.count) }

  private mutating func open(_ bracket: UInt8, _ container: String) throws(ExpenseError) {
    skipBlanks()
    guard take(bracket) else { throw expected("\(container)", in: "the text") }
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw failure("more than \(Self.maximumDepth) levels of nesting", at: position - 1)
    }
  }

  private mutating func close() { depth -= 1 }
}
