/// Memory of a column that other programs read in place; freed with the last who holds it.
@safe package final class TableMemory: @unchecked Sendable {
  package let start: UnsafeMutableRawPointer
  package let count: Int

  /// Lies at a multiple of 64 bytes and is as long, as Arrow recommends; what is beyond is zero.
  init(count: Int) {
    let room = max(64, (count + 63) & ~63)
    unsafe start = .allocate(byteCount: room, alignment: 64)
    self.count = count
    let tail = min(count, room - 64)
    unsafe (start + tail).initializeMemory(as: UInt8.self, repeating: 0, count: room - tail)
  }

  deinit {
    unsafe start.deallocate()
  }

  /// The memory as values of one type, for whoever fills it.
  func values<Value: BitwiseCopyable>(_ type: Value.Type) -> UnsafeMutablePointer<Value> {
    unsafe start.bindMemory(to: type, capacity: count / MemoryLayout<Value>.stride)
  }
}
