internal import ExpenseModel

/// Reads the dictionary at the top of a binary property list.
///
/// The format is the one that CoreFoundation's published source describes (CFBinaryPList.c, version 00):
/// objects, a table of their offsets, and a trailer of 32 bytes. Only the top dictionary, its keys and
/// its values are looked at, so that no nesting and no cycle costs anything. Every offset and count is
/// checked against the file.
struct BinaryPlist {
  private static let magic = Array("bplist0".utf8)

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int

  static func isLikely(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// The data and the texts of the dictionary at the top, in the file's order.
  ///
  /// - Throws: `format` for a damaged file, or when there is no dictionary at the top.
  static func values(_ bytes: [UInt8]) throws(ExpenseError) -> [PlistFile.Value] {
    let trailer = bytes.count - 32
    guard trailer >= 8 else { throw fault(bytes.count, "the file ends before its trailer") }
    guard let count = integer(bytes, trailer + 8, 8), let top = integer(bytes, trailer + 16, 8),
      let table = integer(bytes, trailer + 24, 8)
    else { throw fault(trailer, "a number of the trailer is too large") }
    let plist = BinaryPlist(
      bytes: bytes, offsetSize: Int(bytes[trailer + 6]), referenceSize: Int(bytes[trailer + 7]),
      count: count, table: table)
    guard 1...8 ~= plist.offsetSize, 1...8 ~= plist.referenceSize, count > 0, table >= 8,
      table <= trailer, count <= (trailer - table) / plist.offsetSize
    else { throw fault(trailer, "the trailer does not fit the file") }
    return try plist.values(of: top)
  }

  private enum Object {
    case data([UInt8])
    case text([UInt8])
    case dictionary(start: Int, count: Int)
    case other
  }

  private func values(of top: Int) throws(ExpenseError) -> [PlistFile.Value] {
    guard case .dictionary(let start, let count) = try object(top) else {
      throw BinaryPlist.fault(try offset(of: top), "there is no dictionary at the top")
    }
    var values: [PlistFile.Value] = []
    for index in 0..<count {
      let key = start + index * referenceSize
      guard case .text(let name) = try object(reference(key)) else {
        throw BinaryPlist.fault(key, "a key of the dictionary is no text")
      }
      switch try object(reference(key + count * referenceSize)) {
      case .data(let bytes), .text(let bytes):
        values.append(
          PlistFile.Value(key: String(decoding: name, as: UTF8.self), bytes: bytes))
      default: break
      }
    }
    return values
  }

  private func reference(_ offset: Int) throws(ExpenseError) -> Int {
    guard let number = BinaryPlist.integer(bytes, offset, referenceSize) else {
      throw BinaryPlist.fault(offset, "a reference is too large")
    }
    return number
  }

  private func offset(of object: Int) throws(ExpenseError) -> Int {
    guard 0..<count ~= object else {
      throw BinaryPlist.fault(table, "there is no object \(object): the file has \(count)")
    }
    guard let offset = BinaryPlist.integer(bytes, table + object * offsetSize, offsetSize),
      8..<table ~= offset
    else {
      throw BinaryPlist.fault(
        table + object * offsetSize, "object \(object) is not among the objects")
    }
    return offset
  }

  private func object(_ number: Int) throws(ExpenseError) -> Object {
    let offset = try offset(of: number)
    let marker = bytes[offset]
    let width: Int
    switch marker >> 4 {
    case 0x4, 0x5: width = 1
    case 0x6: width = 2
    case 0xD: width = 2 * referenceSize
    default: return .other
    }
    var start = offset + 1
    var count = Int(marker & 15)
    if count == 15 {
      // The count is an object of its own: an integer of 1, 2, 4 or 8 bytes.
      guard start < table, bytes[start] >> 4 == 0x1, bytes[start] & 15 <= 3 else {
        throw BinaryPlist.fault(start, "the size of object \(number) is no integer")
      }
      let size = 1 << Int(bytes[start] & 15)
      guard start + 1 + size <= table, let number = BinaryPlist.integer(bytes, start + 1, size)
      else { throw BinaryPlist.fault(start, "the size of object \(number) is too large") }
      start += 1 + size
      count = number
    }
    guard count <= (table - start) / width else {
      throw BinaryPlist.fault(offset, "object \(number) goes beyond the end of the objects")
    }
    switch marker >> 4 {
    case 0x4: return .data(Array(bytes[start..<start + count]))
    case 0x5: return .text(Array(bytes[start..<start + count]))
    case 0x6:
      let text = try DecodedText(
        Array(bytes[start..<start + 2 * count]), declared: .utf16Big)
      return .text(text.bytes)
    default: return .dictionary(start: start, count: count)
    }
  }

  /// A big-endian number; nil where the file ends before, or when it is above 2^62.
  private static func integer(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, size <= 8, offset <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[offset..<offset + size] { number = number << 8 | UInt64(byte) }
    return number < 1 << 62 ? Int(number) : nil
  }

  private static func fault(_ offset: Int, _ what: String) -> ExpenseError {
    ExpenseError(.format, "byte \(offset): \(what): no binary property list")
  }
}
