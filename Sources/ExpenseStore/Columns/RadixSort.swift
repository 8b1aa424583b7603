/// Sorts positions by integer keys, from the last key to the first, each stably.
struct RadixSort {
  private struct Item {
    var key: UInt64
    var position: UInt32
  }

  private static let maximumDigit = 12

  /// The positions so far, in order.
  private(set) var order: [UInt32]

  init(count: Int) {
    order = (0..<count).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Sorts by a key more, which counts before those that were sorted by before.
  mutating func sort(by keys: [UInt64], descending: Bool) {
    var (least, most) = (UInt64.max, UInt64.min)
    for key in keys {
      least = min(least, key)
      most = max(most, key)
    }
    guard least < most else { return }
    let bits = 64 - (most &- least).leadingZeroBitCount
    let passes = (bits + RadixSort.maximumDigit - 1) / RadixSort.maximumDigit
    let digit = (bits + passes - 1) / passes
    let count = order.count
    var items = order.map { position -> Item in
      let key = keys[Int(position)]
      return Item(key: descending ? most &- key : key &- least, position: position)
    }
    var other = [Item](repeating: Item(key: 0, position: 0), count: count)
    for pass in 0..<passes {
      RadixSort.distribute(&items, into: &other, shift: UInt64(pass * digit), digit: digit)
      swap(&items, &other)
    }
    for index in 0..<count { order[index] = items[index].position }
  }

  private static func distribute(
    _ items: inout [Item], into other: inout [Item], shift: UInt64, digit: Int
  ) {
    let mask = UInt64(1 << digit) &- 1
    let count = items.count
    var starts = [Int](repeating: 0, count: 1 << digit)
    unsafe items.withUnsafeMutableBufferPointer { items in
      unsafe other.withUnsafeMutableBufferPointer { other in
        unsafe starts.withUnsafeMutableBufferPointer { starts in
          for index in 0..<count {
            unsafe starts[Int(truncatingIfNeeded: (items[index].key &>> shift) & mask)] &+= 1
          }
          var sum = 0
          for bucket in starts.indices {
            let size = unsafe starts[bucket]
            unsafe starts[bucket] = sum
            sum &+= size
          }
          for index in 0..<count {
            let bucket = unsafe Int(truncatingIfNeeded: (items[index].key &>> shift) & mask)
            unsafe other[starts[bucket]] = items[index]
            unsafe starts[bucket] &+= 1
          }
        }
      }
    }
  }
}
