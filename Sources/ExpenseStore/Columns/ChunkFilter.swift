internal import ExpenseModel

/// Runs a filter over whole chunks: packed loops without a branch per row, one for each condition.
///
/// For one pass over one state of the columns; what a text says is asked once for each distinct one.
@safe final class ChunkFilter {
  private let filter: RowFilter
  private let columns: Columns
  private let sets: [(column: NarrowColumn, flags: [UInt8])]
  /// By number in the pool: 0 unknown, 1 no, 2 yes.
  private var textAnswers: [UInt8] = []
  private var tagAnswers: [UInt8] = []
  private let bits: UnsafeMutablePointer<UInt8>
  private var count = 0

  /// What a chunk has for a filter.
  enum Selection {
    case none
    case all
    /// Those that `mask` has.
    case some
  }

  init(_ filter: RowFilter, _ columns: Columns) {
    self.filter = filter
    self.columns = columns
    let sets: [(NarrowColumn, NumberSet?)] = [
      (.type, filter.types), (.category, filter.categories), (.account, filter.accounts),
      (.currency, filter.currencies),
    ]
    self.sets = sets.compactMap { column, set in set.map { (column, $0.bytes) } }
    if !filter.text.isEmpty { textAnswers = [UInt8](repeating: 0, count: columns.texts.count) }
    if filter.hasTags { tagAnswers = [UInt8](repeating: 0, count: columns.texts.count) }
    unsafe bits = .allocate(capacity: ColumnChunk.capacity)
  }

  deinit {
    unsafe bits.deallocate()
  }

  /// Which rows of a chunk the filter lets through.
  func select(_ chunk: ColumnChunk) -> Selection {
    if filter.isEmpty { return .none }
    var isBegun = false
    if let dates = filter.dates {
      if chunk.dates.upperBound < dates.lowerBound || chunk.dates.lowerBound > dates.upperBound {
        return .none
      }
      if chunk.dates.lowerBound < dates.lowerBound || chunk.dates.upperBound > dates.upperBound {
        begin(chunk, &isBegun)
        keep(chunk, .date) { $0 >= dates.lowerBound && $0 <= dates.upperBound }
      }
    }
    for (column, flags) in sets {
      if let one = chunk.uniformValue(column) {
        if !flags.indices.contains(Int(one)) || flags[Int(one)] == 0 { return .none }
        continue
      }
      begin(chunk, &isBegun)
      keep(chunk, column, flags)
    }
    if let amounts = filter.amounts {
      begin(chunk, &isBegun)
      keepAmounts(chunk, amounts)
    }
    if !filter.query.reimbursements.isEmpty {
      begin(chunk, &isBegun)
      keep(chunk, .reimbursement) { filter.matches(reimbursement: $0) }
    }
    if filter.hasTags {
      begin(chunk, &isBegun)
      keepTags(chunk)
    }
    if !filter.text.isEmpty {
      begin(chunk, &isBegun)
      keepTexts(chunk)
    }
    return isBegun ? .some : .all
  }

  /// 1 for each row of the last chunk that is selected, else 0; valid until the next question.
  var mask: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: bits, count: count) }

  private func begin(_ chunk: ColumnChunk, _ isBegun: inout Bool) {
    if isBegun { return }
    isBegun = true
    count = chunk.count
    unsafe bits.update(repeating: 1, count: count)
  }

  @inline(__always)
  private func keep(
    _ chunk: ColumnChunk, _ column: NarrowColumn, _ isKept: (Int32) -> Bool
  ) {
    unsafe chunk.narrow[column.rawValue].withUnsafeBufferPointer { values in
      for index in 0..<min(chunk.count, values.count) {
        unsafe bits[index] &= isKept(values[index]) ? 1 : 0
      }
    }
  }

  private func keep(_ chunk: ColumnChunk, _ column: NarrowColumn, _ flags: [UInt8]) {
    // One name of many is the usual question, and needs no table.
    let members = flags.indices.filter { flags[$0] != 0 }
    if members.count == 1, let member = members.first {
      let number = Int32(truncatingIfNeeded: member)
      return keep(chunk, column) { $0 == number }
    }
    unsafe flags.withUnsafeBufferPointer { flags in
      keep(chunk, column) { value in
        unsafe UInt32(bitPattern: value) < UInt32(flags.count) && flags[Int(value)] != 0
      }
    }
  }

  private func keepAmounts(_ chunk: ColumnChunk, _ amounts: ClosedRange<Int64>) {
    // One comparison says both: what lies below wraps around to beyond the width.
    let least = amounts.lowerBound
    let width = UInt64(bitPattern: amounts.upperBound &- least)
    unsafe chunk.wide[WideColumn.amount.rawValue].withUnsafeBufferPointer { values in
      for index in 0..<min(chunk.count, values.count) {
        let distance = unsafe UInt64(bitPattern: values[index] &- least)
        unsafe bits[index] &= distance <= width ? 1 : 0
      }
    }
  }

  private func keepTags(_ chunk: ColumnChunk) {
    for index in 0..<chunk.count where unsafe bits[index] != 0 {
      let number = chunk.value(.tags, index)
      let place = Int(number)
      guard tagAnswers.indices.contains(place) else { continue }
      if tagAnswers[place] == 0 {
        tagAnswers[place] = filter.matches(tags: number, in: columns) ? 2 : 1
      }
      unsafe bits[index] = tagAnswers[place] &- 1
    }
  }

  private func keepTexts(_ chunk: ColumnChunk) {
    for index in 0..<chunk.count where unsafe bits[index] != 0 {
      unsafe bits[index] =
        containsText(chunk.value(.name, index)) || containsText(chunk.value(.note, index)) ? 1 : 0
    }
  }

  private func containsText(_ number: Int32) -> Bool {
    let place = Int(number)
    guard textAnswers.indices.contains(place) else { return false }
    if textAnswers[place] == 0 {
      textAnswers[place] = filter.matches(text: number, in: columns) ? 2 : 1
    }
    return textAnswers[place] == 2
  }
}
