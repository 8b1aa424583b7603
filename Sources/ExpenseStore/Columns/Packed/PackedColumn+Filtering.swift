extension PackedColumn {
  /// Clears the mask of each row whose value is outside a range.
  ///
  /// One comparison says both: what lies below wraps around to beyond the width.
  func keep(_ range: ClosedRange<Int64>, _ mask: UnsafeMutablePointer<UInt8>, _ count: Int) {
    switch self {
    case .absent: if !range.contains(0) { unsafe mask.update(repeating: 0, count: count) }
    case .uniform(let value):
      if !range.contains(value) { unsafe mask.update(repeating: 0, count: count) }
    case .bytes(let values):
      unsafe PackedColumn.keep(values.span, range, as: UInt8.self, mask, count)
    case .shorts(let values):
      unsafe PackedColumn.keep(values.span, range, as: UInt16.self, mask, count)
    case .words(let values):
      unsafe PackedColumn.keep(values.span, range, as: UInt32.self, mask, count)
    case .longs(let values):
      unsafe PackedColumn.keep(values.span, range, as: UInt64.self, mask, count)
    }
  }

  @inline(__always)
  private static func keep<Value: FixedWidthInteger, Width: FixedWidthInteger & UnsignedInteger>(
    _ values: Span<Value>, _ range: ClosedRange<Int64>, as: Width.Type,
    _ mask: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    let all = Int64(truncatingIfNeeded: Value.min)...Int64(truncatingIfNeeded: Value.max)
    guard range.overlaps(all) else { return unsafe mask.update(repeating: 0, count: count) }
    let range = range.clamped(to: all)
    let least = Value(truncatingIfNeeded: range.lowerBound)
    let width = Width(truncatingIfNeeded: range.upperBound &- range.lowerBound)
    let values = values.extracting(first: count)
    for index in values.indices {
      let distance = Width(truncatingIfNeeded: values[index] &- least)
      unsafe mask[index] &= distance <= width ? 1 : 0
    }
  }

  /// Clears the mask of each row whose value has the flag 0, or none: of values that are not all the same.
  func keep(_ flags: [UInt8], _ mask: UnsafeMutablePointer<UInt8>, _ count: Int) {
    switch self {
    case .absent, .uniform: break
    case .bytes(let values): unsafe PackedColumn.keep(values.span, flags.span, mask, count)
    case .shorts(let values): unsafe PackedColumn.keep(values.span, flags.span, mask, count)
    case .words(let values): unsafe PackedColumn.keep(values.span, flags.span, mask, count)
    case .longs(let values): unsafe PackedColumn.keep(values.span, flags.span, mask, count)
    }
  }

  @inline(__always)
  private static func keep<Value: FixedWidthInteger>(
    _ values: Span<Value>, _ flags: Span<UInt8>, _ mask: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    let values = values.extracting(first: count)
    for index in values.indices {
      let value = UInt(truncatingIfNeeded: values[index])
      unsafe mask[index] &=
        value < UInt(flags.count) ? flags[Int(truncatingIfNeeded: value)] : 0
    }
  }
}
