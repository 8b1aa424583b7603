internal import ExpenseModel
internal import Glibc

/// Numbers names of one kind from 1, and finds the number of bytes that were a name before.
///
/// A table of its own, of open addressing: a dictionary of texts takes several times as long, and this
/// is asked four times for each row.
struct PackedNames: Sendable {
  /// The names that came since they were last taken.
  private(set) var new: [String] = []
  private(set) var count: Int32 = 0
  /// Where each name's bytes stand; 0 is "".
  private var places: [(start: Int, count: Int)] = [(0, 0)]
  private var bytes: [UInt8] = []
  /// Numbers; 0 is a free slot. A power of two, at most half of it in use.
  private var slots = [Int32](repeating: 0, count: 64)
  /// Odd and different in each run, so that no file can choose where its names collide.
  private let multiplier = UInt64.random(in: .min ... .max) | 1
  /// The number that was found last: often it is the next too.
  private var last: Int32 = 0

  /// The number of a name, 0 for none; nil when it is not there.
  mutating func find(_ name: UnsafeRawBufferPointer) -> Int32? {
    if unsafe name.isEmpty { return 0 }
    if unsafe isName(last, name) { return last }
    let mask = slots.count &- 1
    var slot = unsafe start(name)
    while slots[slot] != 0 {
      let number = slots[slot]
      if unsafe isName(number, name) {
        last = number
        return number
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// The number of a name, which is added when it is not there.
  mutating func number(_ name: String) -> Int32 {
    var name = name
    let found = name.withUTF8 { unsafe find(UnsafeRawBufferPointer($0)) }
    if let found { return found }
    count &+= 1
    new.append(name)
    places.append((bytes.count, name.utf8.count))
    bytes.append(contentsOf: name.utf8)
    if Int(count) &* 2 > slots.count {
      slots = [Int32](repeating: 0, count: slots.count &* 2)
      for number in 1...count { insert(number) }
    } else {
      insert(count)
    }
    return count
  }

  mutating func takeNew() -> [String] {
    defer { new = [] }
    return new
  }

  private mutating func insert(_ number: Int32) {
    let place = places[Int(number)]
    let mask = slots.count &- 1
    let range = place.start..<(place.start &+ place.count)
    var slot = unsafe bytes.withUnsafeBytes { bytes in
      unsafe start(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = number
  }

  private func isName(_ number: Int32, _ name: UnsafeRawBufferPointer) -> Bool {
    let place = places[Int(number)]
    guard place.count == name.count else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      // What is empty may have no address.
      guard let start = bytes.baseAddress, let name = name.baseAddress else { return true }
      return unsafe memcmp(start + place.start, name, place.count) == 0
    }
  }

  /// Where to look first: of a multiplicative hash over eight bytes at a time.
  private func start(_ name: UnsafeRawBufferPointer) -> Int {
    var hash = UInt64(truncatingIfNeeded: name.count)
    var index = 0
    while index &+ 8 <= name.count {
      let word = unsafe name.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = (hash ^ word) &* multiplier
      hash ^= hash &>> 32
      index &+= 8
    }
    while index < name.count {
      hash = unsafe (hash ^ UInt64(name[index])) &* multiplier
      hash ^= hash &>> 32
      index &+= 1
    }
    return Int(truncatingIfNeeded: (hash &* multiplier) &>> 32) & (slots.count &- 1)
  }
}
