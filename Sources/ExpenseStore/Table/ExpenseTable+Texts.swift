internal import ExpenseModel

/// Columns of texts.
extension ExpenseTable {
  /// Texts, null for the number 0 where that stands for none; nil when they do not fit 2 GiB.
  func texts(_ column: NarrowColumn, _ texts: TableTexts, _ runs: RowRuns) -> TableArray? {
    let memory = TableMemory(count: (runs.count &+ 1) &* 4)
    let offsets = unsafe memory.values(Int32.self)
    var valid = ValidityBits(count: runs.count)
    var end = 0
    unsafe offsets[0] = 0
    runs.forEach(column) { index, number in
      if end <= Int(Int32.max) { end &+= texts.byteCount(number) }
      unsafe offsets[index &+ 1] = Int32(truncatingIfNeeded: end)
      valid.append(!texts.isNull(number))
    }
    guard end <= Int(Int32.max) else { return nil }
    let bytes = TableMemory(count: end)
    runs.forEach(column) { index, number in
      unsafe texts.copy(number, to: bytes.start + Int(offsets[index]))
    }
    return TableArray(
      count: runs.count, nullCount: valid.nullCount, buffers: [valid.memory, memory, bytes])
  }

  /// The tags of each row as a list; nil when they do not fit 2 GiB.
  func tags(_ runs: RowRuns) -> TableArray? {
    let memory = TableMemory(count: (runs.count &+ 1) &* 4)
    let offsets = unsafe memory.values(Int32.self)
    unsafe offsets[0] = 0
    var known: [Int32: [String]] = [:]
    var tags: [String] = []
    var bytes = 0
    runs.forEach(.tags) { index, number in
      if number != 0 {
        let list = known[number] ?? TagText.decode(state.texts.text(number)) ?? []
        known[number] = list
        if bytes <= Int(Int32.max) {
          tags += list
          for tag in list { bytes &+= tag.utf8.count }
        }
      }
      unsafe offsets[index &+ 1] = Int32(truncatingIfNeeded: tags.count)
    }
    guard bytes <= Int(Int32.max) else { return nil }
    return TableArray(
      count: runs.count, buffers: [nil, memory], children: [TableTexts(tags).array])
  }
}
