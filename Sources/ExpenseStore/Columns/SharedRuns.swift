/// Columns of one value, which many chunks have: no account, one currency. They share their memory.
enum SharedRuns {
  private static let narrow = (0..<16).map {
    [Int32](repeating: Int32($0), count: ColumnChunk.capacity)
  }
  private static let zeros = [Int64](repeating: 0, count: ColumnChunk.capacity)

  /// The values, in memory that others share when they are all one small number.
  static func array(_ values: [Int32]) -> [Int32] { shared(values.span) ?? values }

  /// The values, in memory that others share when they are all 0.
  static func array(_ values: [Int64]) -> [Int64] { shared(values.span) ?? values }

  /// A copy of the values, or what others share.
  static func array(_ values: UnsafeBufferPointer<Int32>) -> [Int32] {
    let span = unsafe Span(_unsafeElements: values)
    return unsafe shared(span) ?? [Int32](values)
  }

  /// A copy of the values, or what others share.
  static func array(_ values: UnsafeBufferPointer<Int64>) -> [Int64] {
    let span = unsafe Span(_unsafeElements: values)
    return unsafe shared(span) ?? [Int64](values)
  }

  /// What others share of one small number; nil where nobody has it.
  static func narrow(_ value: Int64) -> [Int32]? {
    value >= 0 && value < Int64(narrow.count) ? narrow[Int(value)] : nil
  }

  private static func shared(_ values: Span<Int32>) -> [Int32]? {
    guard values.count > 0, narrow.indices.contains(Int(values[0])) else { return nil }
    let first = values[0]
    for index in values.indices where values[index] != first { return nil }
    return narrow[Int(first)]
  }

  private static func shared(_ values: Span<Int64>) -> [Int64]? {
    guard values.count > 0 else { return nil }
    for index in values.indices where values[index] != 0 { return nil }
    return zeros
  }
}
