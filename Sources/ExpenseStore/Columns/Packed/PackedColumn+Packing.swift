extension PackedColumn {
  /// Packs values; without any it is as if not loaded.
  init(packing values: [Int64]) {
    let span = values.span
    self = values.isEmpty ? .absent : PackedColumn(packing: span)
  }

  /// Packs values, of which there is one at least.
  private init(packing values: Span<Int64>) {
    let bounds = PackedColumn.bounds(values)
    if bounds.lowerBound == bounds.upperBound {
      self = .uniform(bounds.lowerBound)
    } else if bounds.lowerBound >= 0, bounds.upperBound <= UInt8.max {
      self = .bytes(PackedColumn.narrow(values))
    } else if bounds.lowerBound >= 0, bounds.upperBound <= UInt16.max {
      self = .shorts(PackedColumn.narrow(values))
    } else if bounds.lowerBound >= Int32.min, bounds.upperBound <= Int32.max {
      self = .words(PackedColumn.narrow(values))
    } else {
      self = .longs(PackedColumn.narrow(values))
    }
  }

  /// Packs what stands in memory; without values it is as if not loaded.
  init(packing values: UnsafeBufferPointer<Int64>) {
    self = values.isEmpty ? .absent : unsafe PackedColumn(packing: Span(_unsafeElements: values))
  }

  @inline(__always)
  private static func narrow<Value: FixedWidthInteger & BitwiseCopyable>(
    _ values: Span<Int64>
  ) -> [Value] {
    unsafe [Value].filled(values.count) { output in
      for index in values.indices {
        unsafe output.initializeElement(at: index, to: Value(truncatingIfNeeded: values[index]))
      }
    }
  }

  // MARK: Changing

  /// The column of a chunk of `count` rows with one more at its end.
  func appending(_ value: Int64, count: Int) -> PackedColumn {
    switch self {
    case .absent: return .absent
    case .uniform(let other): if other == value { return self }
    case .bytes(let values):
      if let value = UInt8(exactly: value) { return .bytes(PackedColumn.append(values, value)) }
    case .shorts(let values):
      if let value = UInt16(exactly: value) { return .shorts(PackedColumn.append(values, value)) }
    case .words(let values):
      if let value = Int32(exactly: value) { return .words(PackedColumn.append(values, value)) }
    case .longs(let values): return .longs(PackedColumn.append(values, value))
    }
    return repacked(count) { $0.append(value) }
  }

  /// The column of a chunk of `count` rows with another value at a place.
  func setting(_ value: Int64, at index: Int, count: Int) -> PackedColumn {
    if !isLoaded || self[index] == value { return self }
    switch self {
    case .absent, .uniform: break
    case .bytes(var values):
      if let value = UInt8(exactly: value) {
        values[index] = value
        return .bytes(values)
      }
    case .shorts(var values):
      if let value = UInt16(exactly: value) {
        values[index] = value
        return .shorts(values)
      }
    case .words(var values):
      if let value = Int32(exactly: value) {
        values[index] = value
        return .words(values)
      }
    case .longs(var values):
      values[index] = value
      return .longs(values)
    }
    return repacked(count) { $0[index] = value }
  }

  /// The column without the value at a place.
  func removing(at index: Int) -> PackedColumn {
    switch self {
    case .absent, .uniform: return self
    case .bytes(var values):
      values.remove(at: index)
      return .bytes(values)
    case .shorts(var values):
      values.remove(at: index)
      return .shorts(values)
    case .words(var values):
      values.remove(at: index)
      return .words(values)
    case .longs(var values):
      values.remove(at: index)
      return .longs(values)
    }
  }

  /// Packs the values anew after a change of them.
  private func repacked(_ count: Int, _ body: (inout [Int64]) -> Void) -> PackedColumn {
    var values = values(count)
    body(&values)
    return PackedColumn(packing: values)
  }

  /// A copy with no more room than it needs: most chunks are never added to.
  @inline(__always)
  private static func append<Value: FixedWidthInteger & BitwiseCopyable>(
    _ values: [Value], _ value: Value
  ) -> [Value] {
    unsafe [Value].filled(values.count &+ 1) { output in
      for index in values.indices {
        unsafe output.initializeElement(at: index, to: values[index])
      }
      unsafe output.initializeElement(at: values.count, to: value)
    }
  }
}
