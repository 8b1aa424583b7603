internal import CIExpense
internal import ExpenseModel

/// An array that came in, checked as far as the interface allows, and read value by value.
///
/// The interface does not tell how long buffers are; of texts the last offset is taken for it. A
/// vector is valid while its batch is.
@safe struct ArrowVector {
  let type: ArrowType
  let name: String
  /// How many values there are, counted from the array's own offset.
  let count: Int
  private let offset: Int
  private let bits: UnsafeRawPointer?
  private let data: UnsafeRawPointer?
  /// What offsets or views lead to.
  private let bytes: UnsafeRawPointer?
  /// Of views, where their bytes stand and how many there are.
  private let variadic: [(start: UnsafeRawPointer?, count: Int64)]
  /// The end of the last text or list.
  private var end: Int64 = 0

  /// Checks an array of a type.
  ///
  /// - Throws: `format` for one that breaks the rules of Arrow.
  init(
    _ pointer: UnsafeMutablePointer<ArrowArray>?, _ type: ArrowType, _ name: String
  ) throws(ExpenseError) {
    guard let pointer = unsafe pointer, unsafe pointer.pointee.release != nil else {
      throw ArrowType.error(name, "its array is NULL or released")
    }
    let array = unsafe pointer.pointee
    self.type = type
    self.name = name
    count = try unsafe ArrowVector.checkedCount(array, name)
    offset = unsafe Int(array.offset)
    var buffers: [UnsafeRawPointer?] = unsafe []
    if unsafe array.n_buffers > 0 {
      guard let first = unsafe array.buffers else {
        throw ArrowType.error(name, "its buffers are NULL")
      }
      for index in 0..<(unsafe Int(array.n_buffers)) { unsafe buffers.append(first[index]) }
    }
    let wanted = type.layout
    let fits = unsafe array.n_buffers == wanted.buffers || (wanted.isVariadic && buffers.count >= 3)
    guard fits || type == .null,
      unsafe array.n_children == wanted.children
    else {
      throw unsafe ArrowType.error(
        name,
        "\(array.n_buffers) buffers and \(array.n_children) children are no array of \(type.name)")
    }
    unsafe bits = unsafe wanted.buffers == 0 ? nil : buffers[0]
    unsafe data = unsafe buffers.count > 1 ? buffers[1] : nil
    unsafe bytes = unsafe buffers.count > 2 ? buffers[2] : nil
    if unsafe array.null_count > 0, unsafe bits == nil, type != .null {
      throw ArrowType.error(name, "it has nulls and does not say which they are")
    }
    if count > 0, wanted.buffers > 1, unsafe data == nil {
      throw ArrowType.error(name, "its data are NULL")
    }
    unsafe variadic = try unsafe wanted.isVariadic ? ArrowVector.variadic(buffers, name) : []
    end = try lastEnd()
  }

  /// How many values an array has; its numbers are sensible.
  static func checkedCount(_ array: ArrowArray, _ name: String) throws(ExpenseError) -> Int {
    let (sum, overflow) = unsafe array.length.addingReportingOverflow(array.offset)
    // More than there is memory for; no place of a value overflows below it.
    guard unsafe array.length >= 0, unsafe array.offset >= 0, !overflow, sum < 1 << 40,
      unsafe array.null_count >= -1, unsafe array.null_count <= array.length,
      unsafe array.n_buffers >= 0, unsafe array.n_buffers <= 1 << 20
    else {
      throw unsafe ArrowType.error(
        name,
        "length \(array.length), offset \(array.offset), \(array.null_count) nulls and "
          + "\(array.n_buffers) buffers are no array")
    }
    return unsafe Int(array.length)
  }

  /// The buffers of views: behind the first two, with their lengths in the last.
  private static func variadic(
    _ buffers: [UnsafeRawPointer?], _ name: String
  ) throws(ExpenseError) -> [(start: UnsafeRawPointer?, count: Int64)] {
    let count = unsafe buffers.count - 3
    guard count > 0 else { return unsafe [] }
    guard let lengths = unsafe buffers[buffers.count - 1] else {
      throw ArrowType.error(name, "the lengths of its buffers are NULL")
    }
    return unsafe (0..<count).map { index in
      unsafe (
        buffers[2 + index], lengths.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self)
      )
    }
  }

  /// Where the last text or element ends: more than that is not read.
  private func lastEnd() throws(ExpenseError) -> Int64 {
    guard case .some(let isWide) = type.offsets, count > 0 else { return 0 }
    let (first, last) = (edge(0, isWide), edge(count, isWide))
    guard first >= 0, last >= first else {
      throw ArrowType.error(name, "its offsets go from \(first) to \(last)")
    }
    if case .text = type, last > first, unsafe bytes == nil {
      throw ArrowType.error(name, "its bytes are NULL")
    }
    return last
  }

  // MARK: Values

  func isNull(_ index: Int) -> Bool {
    if type == .null { return true }
    guard let bits = unsafe bits else { return false }
    let place = offset &+ index
    return unsafe bits.load(fromByteOffset: place &>> 3, as: UInt8.self) &>> UInt8(place & 7) & 1
      == 0
  }

  @inline(__always)
  private func load<Value: BitwiseCopyable>(_ place: Int, _ type: Value.Type) -> Value? {
    unsafe data?.loadUnaligned(fromByteOffset: place &* MemoryLayout<Value>.size, as: type)
  }

  /// A whole number, or that of a date; nil when it does not fit.
  func integer(_ index: Int) -> Int64? {
    let place = offset &+ index
    switch type {
    case .integer(8, true): return load(place, Int8.self).map { Int64($0) }
    case .integer(8, false): return load(place, UInt8.self).map { Int64($0) }
    case .integer(16, true): return load(place, Int16.self).map { Int64($0) }
    case .integer(16, false): return load(place, UInt16.self).map { Int64($0) }
    case .integer(32, true), .time(_, 32): return load(place, Int32.self).map { Int64($0) }
    case .integer(32, false): return load(place, UInt32.self).map { Int64($0) }
    case .integer(64, false): return load(place, UInt64.self).flatMap { Int64(exactly: $0) }
    case .integer, .time: return load(place, Int64.self)
    default: return nil
    }
  }

  /// The digits of a decimal as a whole number; nil when they do not fit.
  func decimal(_ index: Int) -> Int128? {
    let place = offset &+ index
    switch type {
    case .decimal(32, _): return load(place, Int32.self).map { Int128($0) }
    case .decimal(64, _): return load(place, Int64.self).map { Int128($0) }
    case .decimal(128, _): return load(place, Int128.self)
    case .decimal:
      guard let low = load(2 &* place, Int128.self), let high = load(2 &* place &+ 1, Int128.self),
        high == (low < 0 ? -1 : 0)
      else { return nil }
      return low
    default: return nil
    }
  }

  /// The bytes of a text; the body gets none where there are none.
  ///
  /// - Throws: `format` for offsets that lead elsewhere.
  func withBytes<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(ExpenseError) -> Result
  ) throws(ExpenseError) -> Result {
    let place = offset &+ index
    if case .fixed(let width) = type {
      let start = unsafe data.map { unsafe $0 + place &* width }
      return try unsafe body(UnsafeRawBufferPointer(start: start, count: width))
    }
    if case .view = type { return try unsafe body(view(place)) }
    let range = try range(index)
    let start = unsafe bytes.map { unsafe $0 + range.lowerBound }
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: range.count))
  }

  /// The elements of a list, or the bytes of a text.
  func range(_ index: Int) throws(ExpenseError) -> Range<Int> {
    let isWide = type.offsets ?? false
    let (first, last) = (edge(index, isWide), edge(index &+ 1, isWide))
    guard first >= 0, first <= last, last <= end else {
      throw ArrowType.error(name, "its offsets go from \(first) to \(last), and end at \(end)")
    }
    return Int(first)..<Int(last)
  }

  private func edge(_ index: Int, _ isWide: Bool) -> Int64 {
    isWide
      ? load(offset &+ index, Int64.self) ?? -1
      : Int64(load(offset &+ index, Int32.self) ?? -1)
  }

  /// A text of at most 12 bytes stands in its view, a longer one in one of the buffers.
  private func view(_ place: Int) throws(ExpenseError) -> UnsafeRawBufferPointer {
    guard let start = unsafe data.map({ unsafe $0 + 16 &* place }) else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let count = unsafe Int64(start.loadUnaligned(as: Int32.self))
    if count >= 0, count <= 12 {
      return unsafe UnsafeRawBufferPointer(start: start + 4, count: Int(count))
    }
    let number = unsafe Int(start.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let first = unsafe Int64(start.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    guard count > 0, first >= 0, unsafe variadic.indices.contains(number),
      unsafe first &+ count <= variadic[number].count, let buffer = unsafe variadic[number].start
    else {
      throw ArrowType.error(
        name, "a view of \(count) bytes at \(first) of buffer \(number) leads nowhere")
    }
    return unsafe UnsafeRawBufferPointer(start: buffer + Int(first), count: Int(count))
  }
}

extension ArrowType {
  /// How many buffers and children an array of the type has; of views there may be more buffers.
  var layout: (buffers: Int, children: Int, isVariadic: Bool) {
    switch self {
    case .null: (0, 0, false)
    case .text: (3, 0, false)
    case .view: (3, 0, true)
    case .list: (2, 1, false)
    case .dictionary(let codes, _): codes.layout
    default: (2, 0, false)
    }
  }

  /// Whether offsets are of 64 bits; nil for a type without offsets.
  var offsets: Bool? {
    switch self {
    case .text(let isWide, _), .list(let isWide, _): isWide
    default: nil
    }
  }
}
