/// Finds rows of a file by their identity: a hash table of row numbers, about 8 bytes a row.
///
/// It is as large as the file, not as the store: the store's fingerprints stream past it.
struct RowIndex {
  /// Row numbers + 1; 0 is an empty slot. A power of two, at most half of it in use.
  private var slots: [UInt32]
  private var count = 0
  /// Odd and different in each run, as hashing is, so that no file can choose where its rows collide.
  private let multiplier: UInt64
  /// How often each row that stands more than once was seen.
  private var repeats: [UInt64: UInt64] = [:]

  init() {
    slots = [UInt32](repeating: 0, count: 64)
    multiplier = UInt64(bitPattern: Int64(Hasher().finalize())) | 1
  }

  /// The row with this identity.
  func find(_ identity: UInt64, in entries: [RowEntry]) -> Int? {
    let mask = slots.count - 1
    var slot = start(identity)
    while slots[slot] != 0 {
      let row = Int(slots[slot]) - 1
      if entries[row].identity == identity { return row }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The same for a row whose identity is its fingerprint so far; a rejected one has none.
  mutating func add(row: Int, in entries: inout [RowEntry]) {
    if entries[row].first == .rejected { return }
    let fingerprint = Fingerprint(state: entries[row].identity)
    entries[row].identity = 0
    add(fingerprint, row: row, in: &entries)
  }

  /// Gives a row its identity, as the first, second … of those with the same fingerprint, and adds
  /// it. The row is the last of the entries or will be.
  mutating func add(_ fingerprint: Fingerprint, row: Int, in entries: inout [RowEntry]) {
    var identity = fingerprint.finished(occurrence: 1)
    if find(identity, in: entries) != nil {
      let occurrence = repeats[identity, default: 1] + 1
      repeats[identity] = occurrence
      identity = fingerprint.finished(occurrence: occurrence)
    }
    entries[row].identity = identity
    if (count + 1) * 2 > slots.count { grow(entries) }
    insert(identity, row)
  }

  private mutating func grow(_ entries: [RowEntry]) {
    let old = slots
    slots = [UInt32](repeating: 0, count: old.count * 2)
    count = 0
    for value in old where value != 0 {
      insert(entries[Int(value) - 1].identity, Int(value) - 1)
    }
  }

  private mutating func insert(_ identity: UInt64, _ row: Int) {
    let mask = slots.count - 1
    var slot = start(identity)
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(truncatingIfNeeded: row + 1)
    count += 1
  }

  @inline(__always)
  private func start(_ identity: UInt64) -> Int {
    let shift = UInt64(64 - slots.count.trailingZeroBitCount)
    return Int(truncatingIfNeeded: (identity &* multiplier) >> shift)
  }
}
