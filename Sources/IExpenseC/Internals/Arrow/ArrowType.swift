internal import CIExpense
internal import ExpenseModel

/// The type of a column that comes in, as far as one is read.
indirect enum ArrowType: Equatable {
  /// Every value is null.
  case null
  /// A whole number of so many bits.
  case integer(bits: Int, isSigned: Bool)
  case floating
  case decimal(bits: Int, scale: Int)
  /// Texts or bytes with offsets of 32 or 64 bits before them.
  case text(hasWideOffsets: Bool, isBinary: Bool)
  /// Texts or bytes whose beginning, length and place stand in 16 bytes.
  case view(isBinary: Bool)
  /// Bytes of one length.
  case fixed(width: Int)
  /// So many to a day, from 1970-01-01 on, in values of so many bits.
  case time(perDay: Int64, bits: Int)
  case list(hasWideOffsets: Bool, ArrowType)
  /// Codes of a type, for values of another.
  case dictionary(ArrowType, ArrowType)
  /// What is not read: its format.
  case other(String)

  /// Reads the type of a schema, which may stand so many deep in others: nothing that is read is a
  /// list of lists, and a schema may be made to go on for ever.
  ///
  /// - Throws: `format` for a schema that breaks the rules.
  init(_ schema: ArrowSchema, _ name: String, depth: Int = 0) throws(ExpenseError) {
    guard let pointer = unsafe schema.format, let format = unsafe String(validatingCString: pointer)
    else { throw ArrowType.error(name, "its format is NULL or not UTF-8") }
    let plain: ArrowType
    if depth == 0, format == "+l" || format == "+L" {
      let child = unsafe try ArrowType.child(schema, 0, of: 1, name)
      plain = .list(
        hasWideOffsets: format == "+L", try unsafe ArrowType(child.pointee, name, depth: 1))
    } else {
      plain = ArrowType(format)
    }
    guard let values = unsafe schema.dictionary else {
      self = plain
      return
    }
    guard case .integer = plain, unsafe values.pointee.dictionary == nil else {
      throw ArrowType.error(name, "its dictionary has codes of the format \(quoted(format))")
    }
    self = .dictionary(plain, try unsafe ArrowType(values.pointee, name, depth: 1))
  }

  private init(_ format: String) {
    switch format {
    case "n": self = .null
    case "c": self = .integer(bits: 8, isSigned: true)
    case "C": self = .integer(bits: 8, isSigned: false)
    case "s": self = .integer(bits: 16, isSigned: true)
    case "S": self = .integer(bits: 16, isSigned: false)
    case "i": self = .integer(bits: 32, isSigned: true)
    case "I": self = .integer(bits: 32, isSigned: false)
    case "l": self = .integer(bits: 64, isSigned: true)
    case "L": self = .integer(bits: 64, isSigned: false)
    case "e", "f", "g": self = .floating
    case "u": self = .text(hasWideOffsets: false, isBinary: false)
    case "U": self = .text(hasWideOffsets: true, isBinary: false)
    case "z": self = .text(hasWideOffsets: false, isBinary: true)
    case "Z": self = .text(hasWideOffsets: true, isBinary: true)
    case "vu": self = .view(isBinary: false)
    case "vz": self = .view(isBinary: true)
    case "tdD": self = .time(perDay: 1, bits: 32)
    case "tdm": self = .time(perDay: 86_400_000, bits: 64)
    // Without a time zone.
    case "tss:": self = .time(perDay: 86_400, bits: 64)
    case "tsm:": self = .time(perDay: 86_400_000, bits: 64)
    case "tsu:": self = .time(perDay: 86_400_000_000, bits: 64)
    case "tsn:": self = .time(perDay: 86_400_000_000_000, bits: 64)
    default: self = ArrowType(parameters: format) ?? .other(format)
    }
  }

  /// Reads `d:38,2`, `d:9,2,32` or `w:16`.
  private init?(parameters format: String) {
    let parts = format.dropFirst(2).split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, let first = numbers.first else { return nil }
    if format.hasPrefix("w:"), numbers.count == 1, first >= 0, first <= 1 << 20 {
      self = .fixed(width: first)
    } else if format.hasPrefix("d:"), numbers.count == 2 || numbers.count == 3 {
      let bits = numbers.count == 3 ? numbers[2] : 128
      guard [32, 64, 128, 256].contains(bits), (-76...76).contains(numbers[1]) else { return nil }
      self = .decimal(bits: bits, scale: numbers[1])
    } else {
      return nil
    }
  }

  /// A child of a schema that has so many.
  static func child(
    _ schema: ArrowSchema, _ index: Int, of count: Int64, _ name: String
  ) throws(ExpenseError) -> UnsafeMutablePointer<ArrowSchema> {
    guard unsafe schema.n_children == count, let children = unsafe schema.children,
      let child = unsafe children[index], unsafe child.pointee.release != nil
    else { throw error(name, "its schema lacks a child") }
    return unsafe child
  }

  static func error(_ column: String, _ what: String) -> ExpenseError {
    ExpenseError(.format, "Arrow: column \(quoted(column)): \(what)")
  }

  /// What it is called in a message.
  var name: String {
    switch self {
    case .null: "null"
    case .integer(let bits, let isSigned): "\(isSigned ? "int" : "uint")\(bits)"
    case .floating: "a floating-point number"
    case .decimal: "decimal"
    case .text(_, let isBinary), .view(let isBinary): isBinary ? "binary" : "utf8"
    case .fixed(let width): "fixed_size_binary(\(width))"
    case .time: "a date"
    case .list(_, let element): "a list of \(element.name)"
    case .dictionary(_, let values): "a dictionary of \(values.name)"
    case .other(let format): "of the format \(quoted(format))"
    }
  }
}
