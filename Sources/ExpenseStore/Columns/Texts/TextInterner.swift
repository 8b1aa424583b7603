internal import ExpenseModel

/// Gives texts their numbers in a pool. Its owner holds the lock; snapshots of the pool need none.
struct TextInterner: Sendable {
  private var pool = TextPool()
  /// The last page, which is not full.
  private var last = TextPage.Content()
  private var fullPages = 0
  /// Open addressing: the upper half of the hash, then the number; 0 is free.
  private var slots: [UInt64]
  private var used = 0

  init() {
    slots = [UInt64](repeating: 0, count: 1024)
    unsafe append(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// How many numbers there are, with 0.
  var count: Int { fullPages &* TextPool.textsPerPage &+ last.ends.count }

  /// The number of a text, which is added when it is new.
  mutating func intern(_ text: String) -> Int32 {
    var text = text
    return text.withUTF8 { unsafe intern(utf8: UnsafeRawBufferPointer($0)) }
  }

  /// The number of a text, which is added when it is new. Bytes that are no UTF-8 are repaired.
  mutating func intern(bytes: UnsafeRawBufferPointer) -> Int32 {
    // Bytes of ASCII are UTF-8; of others String finds out.
    unsafe isASCII(bytes) ? intern(utf8: bytes) : intern(String(decoding: bytes, as: UTF8.self))
  }

  private func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var all: UInt8 = 0
    for index in bytes.indices { unsafe all |= bytes[index] }
    return all < 0x80
  }

  private mutating func intern(utf8 text: UnsafeRawBufferPointer) -> Int32 {
    if unsafe text.isEmpty { return 0 }
    let hash = unsafe TextInterner.hash(text)
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    while slots[slot] != 0 {
      if slots[slot] &>> 32 == hash &>> 32 {
        let number = Int32(truncatingIfNeeded: slots[slot])
        if unsafe isText(number, text) { return number }
      }
      slot = (slot &+ 1) & mask
    }
    let number = Int32(truncatingIfNeeded: count)
    // Two thousand million texts do not fit the memory; what would come after them is no text.
    guard count < Int(Int32.max) else { return 0 }
    slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number)
    used &+= 1
    unsafe append(text)
    if used &* 2 > slots.count { grow() }
    return number
  }

  /// Of a keyed hash, so that no file can be made to collide.
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: text)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count &* 2)
    let mask = larger.count &- 1
    for entry in slots where entry != 0 {
      var slot = Int(truncatingIfNeeded: entry &>> 32) & mask
      while larger[slot] != 0 { slot = (slot &+ 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }

  private func isText(_ number: Int32, _ text: UnsafeRawBufferPointer) -> Bool {
    let index = Int(number) % TextPool.textsPerPage
    let page = Int(number) / TextPool.textsPerPage
    return page < fullPages
      ? unsafe pool.pages[page].content.isText(index, text) : unsafe last.isText(index, text)
  }

  private mutating func append(_ text: UnsafeRawBufferPointer) {
    unsafe last.append(text, isASCII: isASCII(text))
    guard last.ends.count == TextPool.textsPerPage else { return }
    pool.set(TextPage(last.compact), at: fullPages)
    fullPages &+= 1
    last.removeAll()
  }

  /// The pool with every text so far.
  mutating func snapshot() -> TextPool {
    if pool.count < count { pool.set(TextPage(last.compact), at: fullPages) }
    return pool
  }

  /// Takes in the texts of another one; answers its numbers here.
  mutating func merge(_ other: inout TextInterner) -> [Int32] {
    let pool = other.snapshot()
    return (0..<pool.count).map { intern(pool.text(Int32(truncatingIfNeeded: $0))) }
  }
}
