internal import ExpenseModel

/// Runs a filter over whole chunks: packed loops without a branch per row, one for each condition.
///
/// For one pass over one state of the columns; what a text says is asked once for each distinct one.
@safe final class ChunkFilter {
  private let filter: RowFilter
  let columns: Columns
  private let sets: [(column: NarrowColumn, flags: [UInt8])]
  private let texts: TextSearch?
  /// By number in the pool: 0 unknown, 1 no, 2 yes.
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
    texts = filter.text.isEmpty ? nil : TextSearch(filter.text, columns.texts)
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
        keep(chunk.column(.date), Int64(dates.lowerBound)...Int64(dates.upperBound))
      }
    }
    for (column, flags) in sets {
      let column = chunk.column(column)
      if let one = column.uniformValue {
        if !flags.indices.contains(Int(one)) || flags[Int(one)] == 0 { return .none }
        continue
      }
      begin(chunk, &isBegun)
      keep(column, flags)
    }
    if let amounts = filter.amounts {
      let (least, most) = (chunk.amounts.lowerBound, chunk.amounts.upperBound)
      if most < amounts.lowerBound || least > amounts.upperBound { return .none }
      if least < amounts.lowerBound || most > amounts.upperBound {
        begin(chunk, &isBegun)
        keep(chunk.column(.amount), amounts)
      }
    }
    if !filter.query.reimbursements.isEmpty {
      begin(chunk, &isBegun)
      for index in 0..<count where unsafe bits[index] != 0 {
        unsafe bits[index] =
          filter.matches(reimbursement: chunk.value(.reimbursement, index)) ? 1 : 0
      }
    }
    if filter.hasTags {
      begin(chunk, &isBegun)
      keepTags(chunk)
    }
    if !filter.text.isEmpty {
      // Nil only without memory.
      guard let texts else { return .none }
      begin(chunk, &isBegun)
      if unsafe !texts.keep(chunk.column(.name), chunk.column(.note), bits, count) { return .none }
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

  private func keep(_ column: PackedColumn, _ range: ClosedRange<Int64>) {
    unsafe column.keep(range, bits, count)
  }

  private func keep(_ column: PackedColumn, _ flags: [UInt8]) {
    // One name of many is the usual question, and needs no table.
    let members = flags.indices.filter { flags[$0] != 0 }
    if members.count == 1, let member = members.first {
      return keep(column, Int64(member)...Int64(member))
    }
    unsafe column.keep(flags, bits, count)
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
}
