/// Finds rows of a file by their identity: a hash table of row numbers, about 16 bytes a row.
///
/// It is as large as the file, not as the store: the store's fingerprints stream past it.
struct RowIndex {
  /// Row numbers + 1 in the low half; in the high one a part of the hash, so that a row is hardly
  /// ever looked at for another one's sake. 0 is an empty slot. A power of two, at most three
  /// quarters of it in use.
  private var slots: [UInt64]
  private var count = 0
  /// Odd and different in each run, as hashing is, so that no file can choose where its rows collide.
  private let multiplier: UInt64
  /// How often each row that stands more than once was seen.
  private var repeats: [UInt64: UInt64] = [:]

  init() {
    slots = [UInt64](repeating: 0, count: 64)
    multiplier = UInt64(bitPattern: Int64(Hasher().finalize())) | 1
  }

  /// The row with this identity.
  func find(_ identity: UInt64, in entries: [RowEntry]) -> Int? {
    let hash = identity &* multiplier
    let mask = slots.count &- 1
    var slot = start(hash)
    while slots[slot] != 0 {
      if slots[slot] &>> 32 == hash & 0xFFFF_FFFF {
        let row = Int(slots[slot] & 0xFFFF_FFFF) &- 1
        if entries[row].identity == identity { return row }
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Gives a row its identity, as the first, second … of those with the same fingerprint, and adds
  /// it. All rows before it that have an identity were added before.
  mutating func add(_ fingerprint: Fingerprint, row: Int, in entries: inout [RowEntry]) {
    reserve(count &+ 1, entries, before: row)
    let identity = fingerprint.finished(occurrence: 1)
    entries[row].identity = identity
    if find(identity, in: entries) == nil { return insert(identity, row) }
    repeated(fingerprint, row, &entries)
  }

  /// The same for rows whose identities are their fingerprints so far; rejected ones have none.
  ///
  /// - Parameter expected: How many rows there will be, about.
  mutating func add(rows: Range<Int>, in entries: inout [RowEntry], expected: Int = 0) {
    reserve(max(expected, count &+ rows.count), entries, before: rows.lowerBound)
    var firsts = [UInt64](repeating: 0, count: RowIndex.block)
    var heads = firsts
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: RowIndex.block) {
      let block = start..<min(start &+ RowIndex.block, rows.upperBound)
      // What is read here comes from far away, and the processor waits for all of it at once.
      for row in block where entries[row].first != .rejected {
        let first = Fingerprint(state: entries[row].identity).finished(occurrence: 1)
        firsts[row &- start] = first
        heads[row &- start] = slots[self.start(first &* multiplier)]
      }
      for row in block where entries[row].first != .rejected {
        let first = firsts[row &- start]
        let isTaken = heads[row &- start] != 0 || slots[self.start(first &* multiplier)] != 0
        let fingerprint = Fingerprint(state: entries[row].identity)
        entries[row].identity = first
        let isRepeated = isTaken && find(first, in: entries) != nil
        if isRepeated { repeated(fingerprint, row, &entries) } else { insert(first, row) }
      }
    }
  }

  private static let block = 64

  /// Adds a row whose like was added before.
  private mutating func repeated(
    _ fingerprint: Fingerprint, _ row: Int, _ entries: inout [RowEntry]
  ) {
    let occurrence = repeats[entries[row].identity, default: 1] + 1
    repeats[entries[row].identity] = occurrence
    entries[row].identity = fingerprint.finished(occurrence: occurrence)
    insert(entries[row].identity, row)
  }

  /// Makes room for so many rows in all.
  private mutating func reserve(_ rows: Int, _ entries: [RowEntry], before end: Int) {
    var size = slots.count
    while rows &* 4 > size &* 3 { size &*= 2 }
    if size == slots.count { return }
    slots = [UInt64](repeating: 0, count: size)
    count = 0
    for row in 0..<end where entries[row].identity != 0 { insert(entries[row].identity, row) }
  }

  private mutating func insert(_ identity: UInt64, _ row: Int) {
    let hash = identity &* multiplier
    let mask = slots.count &- 1
    var slot = start(hash)
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = hash &<< 32 | UInt64(truncatingIfNeeded: row &+ 1)
    count &+= 1
  }

  @inline(__always)
  private func start(_ hash: UInt64) -> Int {
    let shift = UInt64(64 &- slots.count.trailingZeroBitCount)
    return Int(truncatingIfNeeded: hash &>> shift)
  }
}
