extension Array where Element: BitwiseCopyable {
  /// An array of so many values, all of which `fill` writes into memory that holds none yet.
  ///
  /// Swift's own initializer sets the count of what it has made. All empty arrays of a process are
  /// one, so that for no values every thread would write to the same place.
  @inline(__always)
  static func filled(_ count: Int, _ fill: (UnsafeMutableBufferPointer<Element>) -> Void)
    -> [Element]
  {
    guard count > 0 else { return [] }
    return unsafe [Element](unsafeUninitializedCapacity: count) { memory, initialized in
      unsafe fill(memory)
      initialized = count
    }
  }
}
