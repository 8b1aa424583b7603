internal import ExpenseModel

/// Columns of fixed width.
extension ExpenseTable {
  func ids(_ runs: RowRuns) -> TableArray {
    let memory = TableMemory(count: runs.count &* 8)
    let values = unsafe memory.values(Int64.self)
    runs.forEachID { index, id in unsafe values[index] = id }
    return TableArray(count: runs.count, buffers: [nil, memory])
  }

  func dates(_ runs: RowRuns) -> TableArray {
    let memory = TableMemory(count: runs.count &* 4)
    let values = unsafe memory.values(Int32.self)
    runs.forEach(.date) { index, date in unsafe values[index] = date }
    return TableArray(count: runs.count, buffers: [nil, memory])
  }

  /// Numbers of which 0 stands for none.
  func numbers(_ column: WideColumn, _ runs: RowRuns) -> TableArray {
    let memory = TableMemory(count: runs.count &* 8)
    let values = unsafe memory.values(Int64.self)
    var valid = ValidityBits(count: runs.count)
    runs.forEach(column) { index, value in
      unsafe values[index] = value
      valid.append(value != 0)
    }
    return TableArray(
      count: runs.count, nullCount: valid.nullCount, buffers: [valid.memory, memory])
  }

  /// Amounts in minor units.
  func amounts(
    _ column: WideColumn, _ currency: NarrowColumn, isNullable: Bool, _ runs: RowRuns
  ) -> TableArray {
    let memory = TableMemory(count: runs.count &* 8)
    let values = unsafe memory.values(Int64.self)
    runs.forEach(column) { index, value in unsafe values[index] = value }
    let valid = isNullable ? validity(currency, runs) : ValidityBits(count: 0)
    return TableArray(
      count: runs.count, nullCount: valid.nullCount, buffers: [valid.memory, memory])
  }

  /// Amounts with so many digits behind the point, whatever their currency has.
  func decimals(
    _ column: WideColumn, _ currency: NarrowColumn, _ digits: Int, isNullable: Bool,
    _ runs: RowRuns
  ) -> TableArray {
    let memory = TableMemory(count: runs.count &* 16)
    let values = unsafe memory.values(Int128.self)
    let factors = state.names.currencies.map { currency in
      (0..<max(0, digits - (currency?.digits ?? digits))).reduce(Int64(1)) { power, _ in
        power &* 10
      }
    }
    runs.forEach(column) { index, value in unsafe values[index] = Int128(value) }
    // One factor for all is the rule: amounts of one currency.
    if factors.contains(where: { $0 != 1 }) {
      runs.forEach(currency) { index, number in
        let factor = factors.indices.contains(Int(number)) ? factors[Int(number)] : 1
        unsafe values[index] &*= Int128(factor)
      }
    }
    let valid = isNullable ? validity(currency, runs) : ValidityBits(count: 0)
    return TableArray(
      count: runs.count, nullCount: valid.nullCount, buffers: [valid.memory, memory])
  }

  func uuids(_ runs: RowRuns) -> TableArray {
    let memory = TableMemory(count: runs.count &* 16)
    let values = unsafe memory.values(UInt64.self)
    runs.forEach(.uuidHigh) { index, half in
      unsafe values[2 &* index] = UInt64(bitPattern: half).bigEndian
    }
    runs.forEach(.uuidLow) { index, half in
      unsafe values[2 &* index &+ 1] = UInt64(bitPattern: half).bigEndian
    }
    return TableArray(count: runs.count, buffers: [nil, memory])
  }

  /// Codes for the texts of a dictionary, which begins with the one that has the number `first`;
  /// null for what stands before it.
  func codes(
    _ column: NarrowColumn, _ dictionary: TableArray, first: Int32, _ runs: RowRuns
  ) -> TableArray {
    let memory = TableMemory(count: runs.count &* 4)
    let values = unsafe memory.values(Int32.self)
    let limit = Int32(clamping: dictionary.count)
    var valid = ValidityBits(count: runs.count)
    runs.forEach(column) { index, number in
      let code = number &- first
      let isThere = code >= 0 && code < limit
      unsafe values[index] = isThere ? code : 0
      valid.append(isThere)
    }
    return TableArray(
      count: runs.count, nullCount: valid.nullCount, buffers: [valid.memory, memory],
      dictionary: dictionary)
  }

  /// Which rows have anything but 0 in a column.
  private func validity(_ column: NarrowColumn, _ runs: RowRuns) -> ValidityBits {
    var valid = ValidityBits(count: runs.count)
    runs.forEach(column) { _, number in valid.append(number != 0) }
    return valid
  }
}

/// Which values are there, a bit each, the lowest first; without memory while all are.
struct ValidityBits {
  private(set) var nullCount = 0
  private var bits: TableMemory?
  private var index = 0
  private let count: Int

  /// For so many values.
  init(count: Int) { self.count = count }

  /// The bits; nil when no value is null.
  var memory: TableMemory? { bits }

  @inline(__always)
  mutating func append(_ isThere: Bool) {
    if isThere {
      if let bits { unsafe bits.values(UInt8.self)[index &>> 3] |= 1 &<< UInt8(index & 7) }
    } else {
      if bits == nil { begin() }
      nullCount &+= 1
    }
    index &+= 1
  }

  private mutating func begin() {
    let memory = TableMemory(count: (count &+ 7) / 8)
    let values = unsafe memory.values(UInt8.self)
    unsafe values.update(repeating: 0, count: memory.count)
    for place in 0..<index { unsafe values[place &>> 3] |= 1 &<< UInt8(place & 7) }
    bits = memory
  }
}
