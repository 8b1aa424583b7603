internal import ExpenseModel

/// Gives texts their numbers in a pool. Its owner holds the lock; snapshots of the pool need none.
struct TextInterner {
  private(set) var pool = TextPool()
  private var numbers: [TextKey: Int32] = [:]
  private var bytes: [UInt8] = []
  private var ends: [(text: Int, folded: Int)] = []

  init() {
    _ = add("")
  }

  /// The number of a text, which is added when it is new.
  mutating func intern(_ text: String) -> Int32 {
    if text.isEmpty { return 0 }
    if let known = numbers[TextKey(text)] { return known }
    return add(text)
  }

  private mutating func add(_ text: String) -> Int32 {
    let number = Int32(clamping: sealed &+ ends.count)
    numbers[TextKey(text)] = number
    bytes.append(contentsOf: text.utf8)
    let end = bytes.count
    let folded = TextFold.fold(text)
    if !folded.isIdentical(to: text) { bytes.append(contentsOf: folded.utf8) }
    ends.append((end, bytes.count))
    if ends.count == TextPool.textsPerPage { seal() }
    return number
  }

  /// How many texts stand in full pages.
  private var sealed: Int { fullPages &* TextPool.textsPerPage }
  private var fullPages = 0

  private mutating func seal() {
    pool.set(TextPage(bytes: bytes, ends: ends), at: fullPages)
    fullPages &+= 1
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// The pool with every text so far.
  mutating func snapshot() -> TextPool {
    if !ends.isEmpty, pool.count < sealed &+ ends.count {
      pool.set(TextPage(bytes: bytes, ends: ends), at: fullPages)
    }
    return pool
  }
}
