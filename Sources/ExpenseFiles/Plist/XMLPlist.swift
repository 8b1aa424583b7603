internal import ExpenseModel

/// Reads the dictionary at the top of an XML property list (the DTD "PropertyList-1.0" of Apple).
struct XMLPlist {
  /// How far a file is looked at.
  private static let most = 4_096

  private var scanner: MarkupScanner

  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(most).filter { $0 != 0 }
    let mark = TextEncoding.mark(of: bytes)?.length ?? 0
    guard let first = start.dropFirst(mark).first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "<")
    else { return false }
    let tag = Array("<plist".utf8)
    return start.indices.dropLast(tag.count - 1).contains { start[$0...].starts(with: tag) }
  }

  /// The data and the texts of the dictionary at the top, in the file's order.
  ///
  /// - Throws: `format` with the place.
  static func values(_ file: [UInt8]) throws(ExpenseError) -> [PlistFile.Value] {
    let text = try DecodedText(file, declared: nil)
    var plist = XMLPlist(scanner: MarkupScanner(text.bytes, start: text.start))
    try plist.expect(open: "plist")
    guard try !plist.expect(open: "dict") else { return [] }
    var values: [PlistFile.Value] = []
    while let key = try plist.key() {
      if let bytes = try plist.value() { values.append(PlistFile.Value(key: key, bytes: bytes)) }
    }
    try plist.expect(close: "plist")
    return values
  }

  // MARK: Tokens

  /// The next tag; text between tags is an error, unless it is blank.
  private mutating func tag() throws(ExpenseError) -> MarkupScanner.Token {
    while true {
      let token = try scanner.next()
      switch token {
      case .text(let range, let isRaw):
        guard !isRaw, scanner.bytes[range].allSatisfy({ $0 <= 0x20 }) else {
          throw scanner.failure("there is text where a tag should be")
        }
      case .end: throw scanner.failure("the file ends in the middle of the property list")
      default: return token
      }
    }
  }

  /// - Returns: Whether it is an empty one, `<dict/>`.
  @discardableResult
  private mutating func expect(open name: String) throws(ExpenseError) -> Bool {
    guard case .open(let range, let isEmpty) = try tag(), isNamed(range, name) else {
      throw scanner.failure("there should be <\(name)> here")
    }
    return isEmpty
  }

  private mutating func expect(close name: String) throws(ExpenseError) {
    guard case .close(let range) = try tag(), isNamed(range, name) else {
      throw scanner.failure("there should be </\(name)> here")
    }
  }

  private func isNamed(_ range: Range<Int>, _ name: String) -> Bool {
    scanner.bytes[range].elementsEqual(name.utf8)
  }

  /// Reads a key; nil at the end of the dictionary.
  private mutating func key() throws(ExpenseError) -> String? {
    switch try tag() {
    case .close(let range) where isNamed(range, "dict"): return nil
    case .open(let range, let isEmpty) where isNamed(range, "key"):
      return isEmpty ? "" : String(decoding: try text("key"), as: UTF8.self)
    default: throw scanner.failure("there should be <key> or </dict> here")
    }
  }

  /// Reads a value; nil for one that is neither data nor a text.
  private mutating func value() throws(ExpenseError) -> [UInt8]? {
    guard case .open(let range, let isEmpty) = try tag() else {
      throw scanner.failure("there should be a value here")
    }
    if isNamed(range, "string") { return isEmpty ? [] : try text("string") }
    if isNamed(range, "data") {
      let start = scanner.position
      guard let data = Base64.decode(isEmpty ? [] : try text("data")) else {
        throw scanner.failure("this is no Base64", at: start)
      }
      return data
    }
    var depth = isEmpty ? 0 : 1
    while depth > 0 {
      switch try scanner.next() {
      case .open(_, let isEmpty): depth += isEmpty ? 0 : 1
      case .close: depth -= 1
      case .text: break
      case .end: throw scanner.failure("the file ends in the middle of the property list")
      }
    }
    return nil
  }

  /// Reads text up to the closing tag.
  private mutating func text(_ name: String) throws(ExpenseError) -> [UInt8] {
    var text: [UInt8] = []
    while true {
      switch try scanner.next() {
      case .text(let range, let isRaw): scanner.append(range, isRaw: isRaw, to: &text)
      case .close(let range) where isNamed(range, name): return text
      case .end: throw scanner.failure("the file ends in the middle of <\(name)>")
      default: throw scanner.failure("there should be </\(name)> here")
      }
    }
  }
}
