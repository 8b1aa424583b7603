/// Puts the texts of rows behind each other into memory; without memory it only measures.
///
/// A block of rows is written twice by the same code: first to learn how large it is, then into one
/// allocation of that size.
@safe
struct BlockWriter: ~Copyable {
  /// Where the next array of text pointers and the next text go; nil while measuring.
  private var pointers: UnsafeMutableRawPointer?
  private var texts: UnsafeMutableRawPointer?
  private(set) var pointerBytes = 0
  private(set) var textBytes = 0

  /// A writer that measures.
  init() {
    unsafe pointers = nil
    unsafe texts = nil
  }

  /// A writer into memory, which a run of the measuring writer over the same rows has sized.
  init(pointers: UnsafeMutableRawPointer, texts: UnsafeMutableRawPointer) {
    unsafe self.pointers = pointers
    unsafe self.texts = texts
  }

  /// The columns whose texts repeat from row to row.
  enum Column: Int, CaseIterable {
    case type, category, currency, account, conversionCurrency, origin
  }

  /// The last text of a column and where it stands.
  @safe
  private struct Written {
    var text: String?
    var pointer: UnsafePointer<CChar>?
  }

  private var columns = Array(repeating: Written(), count: Column.allCases.count)

  /// Writes a text and its NUL; while measuring the result is nil.
  mutating func write(_ text: String) -> UnsafePointer<CChar>? {
    let count = text.utf8.count
    defer { textBytes += count + 1 }
    guard let texts = unsafe texts else { return nil }
    let start = unsafe texts + textBytes
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
    unsafe buffer.copyBytes(from: text.utf8)
    unsafe (start + count).storeBytes(of: 0, as: UInt8.self)
    return unsafe UnsafePointer(start.assumingMemoryBound(to: CChar.self))
  }

  /// The same, but a text that equals the one before it in the column is only pointed to.
  mutating func write(_ text: String, in column: Column) -> UnsafePointer<CChar>? {
    let last = columns[column.rawValue]
    if let written = last.text, written.hasSameBytes(as: text) { return unsafe last.pointer }
    let pointer = unsafe write(text)
    unsafe columns[column.rawValue] = Written(text: text, pointer: pointer)
    return unsafe pointer
  }

  /// Writes an array of texts; nil when there are none.
  mutating func write(_ array: [String]) -> UnsafePointer<UnsafePointer<CChar>?>? {
    guard !array.isEmpty else { return nil }
    let stride = unsafe MemoryLayout<UnsafePointer<CChar>?>.stride
    let start = unsafe pointers.map { unsafe $0 + pointerBytes }
    for (index, text) in array.enumerated() {
      let pointer = unsafe write(text)
      unsafe start?.storeBytes(
        of: pointer, toByteOffset: index * stride, as: UnsafePointer<CChar>?.self)
    }
    pointerBytes += array.count * stride
    return unsafe UnsafePointer(
      start?.assumingMemoryBound(to: UnsafePointer<CChar>?.self))
  }

  /// Writes an array of structs, whose texts `make` writes; nil when there are none.
  mutating func write<Row: BitwiseCopyable>(
    count: Int, _ make: (Int, inout BlockWriter) -> Row
  ) -> UnsafePointer<Row>? {
    guard count > 0 else { return nil }
    // As the arrays of pointers: the structs hold pointers too, and so have their alignment.
    let stride = MemoryLayout<Row>.stride
    let offset = pointerBytes
    pointerBytes += count * stride
    let start = unsafe pointers.map { unsafe $0 + offset }
    for index in 0..<count {
      let row = make(index, &self)
      unsafe start?.storeBytes(of: row, toByteOffset: index * stride, as: Row.self)
    }
    return unsafe UnsafePointer(start?.assumingMemoryBound(to: Row.self))
  }
}

extension String {
  /// Whether the bytes are the same: texts that are equal by Unicode's rules are still two texts.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    // The comparison of texts is the quick one, and decides for most.
    guard self == other, utf8.count == other.utf8.count else { return false }
    return utf8Span.isKnownASCII && other.utf8Span.isKnownASCII || utf8.elementsEqual(other.utf8)
  }
}
