/// The values of one column of a chunk, in as few bytes each as all of them fit in.
///
/// A value; a copy is a reference to the same memory, and a change copies it. Loops have one form for
/// each width and read the array of it: no value is unpacked for them.
enum PackedColumn: Sendable {
  /// It was not asked for.
  case absent
  /// Every row has this value.
  case uniform(Int64)
  /// 0 to 255.
  case bytes([UInt8])
  /// 0 to 65,535.
  case shorts([UInt16])
  case words([Int32])
  case longs([Int64])

  /// The value at a place that the chunk has; 0 where the column was not loaded.
  subscript(index: Int) -> Int64 {
    switch self {
    case .absent: 0
    case .uniform(let value): value
    case .bytes(let values): Int64(values[index])
    case .shorts(let values): Int64(values[index])
    case .words(let values): Int64(values[index])
    case .longs(let values): values[index]
    }
  }

  /// Whether it was loaded.
  var isLoaded: Bool {
    if case .absent = self { false } else { true }
  }

  /// The value that all rows have; nil where they may differ or the column was not loaded.
  var uniformValue: Int64? {
    if case .uniform(let value) = self { value } else { nil }
  }

  /// The least and the largest of the first so many values, of which there is one at least.
  func bounds(_ count: Int) -> ClosedRange<Int64> {
    switch self {
    case .absent: 0...0
    case .uniform(let value): value...value
    case .bytes(let values): PackedColumn.bounds(values.span.extracting(first: count))
    case .shorts(let values): PackedColumn.bounds(values.span.extracting(first: count))
    case .words(let values): PackedColumn.bounds(values.span.extracting(first: count))
    case .longs(let values): PackedColumn.bounds(values.span.extracting(first: count))
    }
  }

  /// How many values it has; nil where one stands for all, and where it was not loaded.
  var storedCount: Int? {
    switch self {
    case .absent, .uniform: nil
    case .bytes(let values): values.count
    case .shorts(let values): values.count
    case .words(let values): values.count
    case .longs(let values): values.count
    }
  }

  /// The first so many values.
  func values(_ count: Int) -> [Int64] {
    unsafe [Int64].filled(count) { output in
      if let start = output.baseAddress { unsafe unpack(0..<count, into: start) }
    }
  }

  /// Writes the values of some places into memory that has room for them.
  func unpack(_ range: Range<Int>, into output: UnsafeMutablePointer<Int64>) {
    switch self {
    case .absent: unsafe output.update(repeating: 0, count: range.count)
    case .uniform(let value): unsafe output.update(repeating: value, count: range.count)
    case .bytes(let values): unsafe PackedColumn.widen(values.span, range, output)
    case .shorts(let values): unsafe PackedColumn.widen(values.span, range, output)
    case .words(let values): unsafe PackedColumn.widen(values.span, range, output)
    case .longs(let values): unsafe PackedColumn.widen(values.span, range, output)
    }
  }

  @inline(__always)
  private static func widen<Value: FixedWidthInteger>(
    _ values: Span<Value>, _ range: Range<Int>, _ output: UnsafeMutablePointer<Int64>
  ) {
    let values = values.extracting(range)
    for index in values.indices { unsafe output[index] = Int64(truncatingIfNeeded: values[index]) }
  }

  @inline(__always)
  static func bounds<Value: FixedWidthInteger>(_ values: Span<Value>) -> ClosedRange<Int64> {
    var (least, most) = (Value.max, Value.min)
    for index in values.indices {
      least = min(least, values[index])
      most = max(most, values[index])
    }
    return Int64(truncatingIfNeeded: min(least, most))...Int64(truncatingIfNeeded: max(least, most))
  }
}
