internal import ExpenseModel

/// Adds up what the rows of a batch add to the totals.
struct PackedTotals: Sendable {
  private var cells: [(key: PackedTotal, delta: TotalDelta)] = []
  /// Numbers of cells, from 1; 0 is a free slot. A power of two, at most half of it in use.
  private var slots = [UInt16](repeating: 0, count: 64)
  private static let maximumSlots = 8192

  /// The cells so far; begins anew.
  mutating func take() -> [(key: PackedTotal, delta: TotalDelta)] {
    for index in slots.indices { slots[index] = 0 }
    defer { cells = [] }
    return cells
  }

  private mutating func grow() {
    slots = [UInt16](repeating: 0, count: slots.count &* 4)
    let mask = slots.count &- 1
    for (place, cell) in cells.enumerated() {
      var slot = PackedTotals.start(cell.key) & mask
      while slots[slot] != 0 { slot = (slot &+ 1) & mask }
      slots[slot] = UInt16(truncatingIfNeeded: place &+ 1)
    }
  }

  mutating func count(_ row: PackedRow) {
    let key = PackedTotal(
      month: CivilDate(day: row.date)?.yyyymm ?? 0, type: row.type, category: row.category,
      currency: row.currency)
    let mask = slots.count &- 1
    var slot = PackedTotals.start(key) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) &- 1
      if cells[place].key == key { return cells[place].delta.add(row.amount, 1) }
      slot = (slot &+ 1) & mask
    }
    var delta = TotalDelta()
    delta.add(row.amount, 1)
    cells.append((key, delta))
    if cells.count <= slots.count / 2 {
      slots[slot] = UInt16(truncatingIfNeeded: cells.count)
    } else if slots.count < PackedTotals.maximumSlots {
      grow()
    }
    // Beyond what the table is for, a cell is there more than once.
  }

  private static func start(_ key: PackedTotal) -> Int {
    var hash = UInt64(UInt32(bitPattern: key.month)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ UInt64(UInt32(bitPattern: key.type))) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ UInt64(UInt32(bitPattern: key.category))) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ UInt64(UInt32(bitPattern: key.currency))) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> 40)
  }
}
