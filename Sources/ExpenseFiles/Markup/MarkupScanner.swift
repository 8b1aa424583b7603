internal import ExpenseModel

/// Takes a text with tags apart: SGML as OFX 1 has it (OFX 1.6, section 2.3), and XML.
///
/// It knows no document type: which tags are closed is for the caller to say. Comments, processing
/// instructions and declarations are passed over. A `<` that begins no tag is text, as banks write it.
/// Complexity: O(bytes), whatever the bytes are.
struct MarkupScanner {
  enum Token {
    /// `<NAME …>`, or `<NAME/>`, which needs no closing tag.
    case open(name: Range<Int>, isEmpty: Bool)
    /// `</NAME>`
    case close(name: Range<Int>)
    /// Text up to the next tag; with `isRaw` from a CDATA section, where nothing is escaped.
    case text(Range<Int>, isRaw: Bool)
    case end
  }

  let bytes: [UInt8]
  /// The next byte to read.
  private(set) var position: Int
  /// Where the last token begins.
  private(set) var start: Int

  init(_ bytes: [UInt8], start: Int) {
    self.bytes = bytes
    position = start
    self.start = start
  }

  /// Reads the next token.
  ///
  /// - Throws: `format` when the file ends in the middle of a comment, a declaration or a CDATA
  ///   section.
  mutating func next() throws(ExpenseError) -> Token {
    while true {
      start = position
      guard position < bytes.count else { return .end }
      guard bytes[position] == UInt8(ascii: "<"), let tag = tag() else { return readText() }
      switch tag {
      case .comment: try skip(behind: "-->", "a comment")
      case .instruction: try skip(behind: ">", "a processing instruction")
      case .declaration: try skipDeclaration()
      case .data:
        let first = position + 9
        try skip(behind: "]]>", "a CDATA section")
        return .text(first..<position - 3, isRaw: true)
      case .element(let token, let end):
        position = end
        return token
      }
    }
  }

  /// Goes back to the beginning of the last token.
  mutating func goBack() { position = start }

  private enum Tag {
    case comment, instruction, declaration, data
    case element(Token, end: Int)
  }

  /// What begins at the `<` here; nil when it is only text.
  private func tag() -> Tag? {
    var index = position + 1
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "?"): return .instruction
    case UInt8(ascii: "!"):
      if isNext("<!--") { return .comment }
      if isNext("<![CDATA[") { return .data }
      let letter = index + 1 < bytes.count ? bytes[index + 1] | 0x20 : 0
      return UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter ? .declaration : nil
    default: break
    }
    let isClosing = bytes[index] == UInt8(ascii: "/")
    if isClosing { index += 1 }
    let name = MarkupScanner.name(at: index, in: bytes)
    guard !name.isEmpty else { return nil }
    index = name.upperBound
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      if bytes[index] == UInt8(ascii: "<") { return nil }
      index += 1
    }
    guard index < bytes.count else { return nil }
    if isClosing { return .element(.close(name: name), end: index + 1) }
    let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
    return .element(.open(name: name, isEmpty: isEmpty), end: index + 1)
  }

  /// The name that begins at a place; empty when there is none.
  static func name(at start: Int, in bytes: [UInt8]) -> Range<Int> {
    var end = start
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        end += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: ":"):
        guard end > start else { return start..<start }
        end += 1
      default: return start..<end
      }
    }
    return start..<end
  }

  /// Reads text up to what begins a tag.
  private mutating func readText() -> Token {
    position += 1
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<"), tag() != nil { break }
      position += 1
    }
    return .text(start..<position, isRaw: false)
  }

  /// Whether a text stands at a place, by default the next byte.
  func isNext(_ text: StaticString, at place: Int? = nil) -> Bool {
    let place = place ?? position
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return zip(bytes[place..<place + count], text.description.utf8).allSatisfy(==)
  }

  private mutating func skip(behind end: StaticString, _ what: String) throws(ExpenseError) {
    guard let last = end.description.utf8.last else { return }
    let count = end.utf8CodeUnitCount
    // The first bytes of `<!-->` are no end of it.
    var index = position + (count == 3 ? 3 + count : 1)
    while index < bytes.count {
      if bytes[index] == last, isNext(end, at: index + 1 - count) {
        position = index + 1
        return
      }
      index += 1
    }
    throw ended(what)
  }

  /// Goes behind a declaration, such as a document type with its own declarations in brackets.
  private mutating func skipDeclaration() throws(ExpenseError) {
    var isInside = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside:
        position += 1
        return
      default: break
      }
      position += 1
    }
    throw ended("a declaration")
  }

  private func ended(_ what: String) -> ExpenseError {
    failure("the file ends in the middle of \(what)")
  }

  /// An error where the last token begins.
  func failure(_ what: String, at offset: Int? = nil) -> ExpenseError {
    ExpenseError(.format, "\(Place(offset ?? start, in: bytes).text): \(what)")
  }
}
