internal import ExpenseModel

/// Adds chunks up by the places of a grid.
///
/// Sum and count of a place share one number of 64 bits: the count in the lowest 21, the sum above.
/// They are moved to wider ones before either could leave its room.
@safe final class TotalSums {
  private let grid: TotalsGrid
  private var sums: [TotalDelta]
  /// Of each row of a chunk its place, without that of its period.
  private let places: UnsafeMutablePointer<UInt16>
  private let amounts: UnsafeMutablePointer<Int32>
  private let packed: UnsafeMutablePointer<Int64>
  /// How many numbers each of the tables has: that of rows which the mask leaves out is behind all
  /// others.
  private let width: Int
  /// Neighbours of one group add to different tables, so that none waits for the one before it.
  private let tables: Int
  private var rows = 0
  private var magnitude: UInt64 = 0

  private static let countBits: Int64 = 21
  private static let maximumRows = 1 << 21 - 1
  private static let maximumMagnitude: UInt64 = 1 << 42 - 1
  private static let maximumShared = 512

  init(_ grid: TotalsGrid) {
    self.grid = grid
    sums = [TotalDelta](repeating: TotalDelta(), count: grid.size)
    width = grid.size &+ grid.firstDays.count
    tables = width <= TotalSums.maximumShared ? 4 : 1
    unsafe places = .allocate(capacity: ColumnChunk.capacity)
    unsafe amounts = .allocate(capacity: ColumnChunk.capacity)
    unsafe packed = .allocate(capacity: width &* tables)
    unsafe packed.initialize(repeating: 0, count: width &* tables)
  }

  deinit {
    unsafe places.deallocate()
    unsafe amounts.deallocate()
    unsafe packed.deallocate()
  }

  /// By place.
  var result: [TotalDelta] {
    flush()
    return sums
  }

  /// Adds the rows of a chunk that a mask has, or all.
  func add(_ chunk: ColumnChunk, mask: UnsafeBufferPointer<UInt8>?) {
    var selected = chunk.count
    if let mask = unsafe mask {
      selected = unsafe mask.ones
      if selected == 0 { return }
    }
    let most = max(chunk.amounts.lowerBound.magnitude, chunk.amounts.upperBound.magnitude)
    let isNarrow = most <= UInt64(Int32.max)
    let added = most &* UInt64(chunk.count)
    // Large amounts may be too many for what one number has room for.
    if !isNarrow || added > TotalSums.maximumMagnitude || selected &* 16 < chunk.count {
      return unsafe addSingly(chunk, mask)
    }
    if rows &+ chunk.count > TotalSums.maximumRows
      || magnitude &+ added > TotalSums.maximumMagnitude
    {
      flush()
    }
    rows &+= chunk.count
    magnitude &+= added
    let isByPeriod = unsafe setPlaces(chunk, mask)
    if case .words(let values) = chunk.column(.amount) {
      unsafe values.withUnsafeBufferPointer {
        unsafe add(chunk, isByPeriod, amounts: $0.baseAddress)
      }
    } else {
      let column = chunk.column(.amount)
      for index in 0..<chunk.count {
        unsafe amounts[index] = Int32(truncatingIfNeeded: column[index])
      }
      unsafe add(chunk, isByPeriod, amounts: amounts)
    }
  }

  /// Adds row by row: few of them, or large amounts.
  private func addSingly(_ chunk: ColumnChunk, _ mask: UnsafeBufferPointer<UInt8>?) {
    for index in 0..<chunk.count {
      if let mask = unsafe mask, unsafe mask[index] == 0 { continue }
      let place = grid.place(
        date: chunk.value(.date, index), type: chunk.value(.type, index),
        category: chunk.value(.category, index), account: chunk.value(.account, index),
        currency: chunk.value(.currency, index))
      sums[place].add(chunk.value(.amount, index), 1)
    }
  }

  // MARK: Places

  /// Finds the place of each row, without that of its period unless all rows have the same one.
  ///
  /// - Returns: Whether places of periods are to be added.
  private func setPlaces(_ chunk: ColumnChunk, _ mask: UnsafeBufferPointer<UInt8>?) -> Bool {
    let count = chunk.count
    var base = 0
    var varying: [(column: PackedColumn, step: Int)] = []
    func look(_ column: NarrowColumn, _ isGrouped: Bool, _ step: Int) {
      if !isGrouped { return }
      let column = chunk.column(column)
      if let value = column.uniformValue {
        base &+= Int(value) &* step
      } else {
        varying.append((column, step))
      }
    }
    look(.currency, true, grid.steps.currency)
    look(.type, grid.group.type, grid.steps.type)
    look(.account, grid.group.account, grid.steps.account)
    var categories: PackedColumn?
    if grid.group.category {
      let column = chunk.column(.category)
      if let value = column.uniformValue {
        base &+= Int(grid.paths[Int(value)])
      } else {
        categories = column
      }
    }
    var isByPeriod = false
    if grid.group.period != nil {
      let first = grid.periods[Int(chunk.dates.lowerBound &- grid.firstDay)]
      let last = grid.periods[Int(chunk.dates.upperBound &- grid.firstDay)]
      if first == last { base &+= Int(first) } else { isByPeriod = true }
    }
    unsafe places.update(repeating: UInt16(truncatingIfNeeded: base), count: count)
    for (column, step) in varying {
      unsafe column.addMultiples(of: UInt16(truncatingIfNeeded: step), to: places, count)
    }
    if let categories { unsafe categories.addEntries(of: grid.paths, to: places, count) }
    if let mask = unsafe mask {
      let outside = UInt16(truncatingIfNeeded: grid.size)
      for index in 0..<count {
        // All bits for a row that is left out.
        let bits = unsafe UInt16(mask[index]) &- 1
        unsafe places[index] = places[index] & ~bits | outside & bits
      }
    }
    return isByPeriod
  }

  // MARK: Sums

  private func add(
    _ chunk: ColumnChunk, _ isByPeriod: Bool, amounts: UnsafePointer<Int32>?
  ) {
    guard let amounts = unsafe amounts else { return }
    guard isByPeriod else {
      return unsafe add(chunk.count, amounts) { unsafe Int(places[$0]) }
    }
    let first = Int(grid.firstDay)
    unsafe grid.periods.withUnsafeBufferPointer { periods in
      switch chunk.column(.date) {
      case .shorts(let days):
        unsafe days.withUnsafeBufferPointer { days in
          unsafe add(chunk.count, amounts) {
            unsafe Int(places[$0]) &+ Int(periods[Int(days[$0]) &- first])
          }
        }
      case let days:
        unsafe add(chunk.count, amounts) {
          unsafe Int(places[$0]) &+ Int(periods[Int(days[$0]) &- first])
        }
      }
    }
  }

  @inline(__always)
  private func add(_ count: Int, _ amounts: UnsafePointer<Int32>, _ place: (Int) -> Int) {
    let packed = unsafe packed
    let bits = TotalSums.countBits
    @inline(__always)
    func add(_ index: Int, _ table: Int) {
      unsafe packed[table &+ place(index)] &+= Int64(amounts[index]) &<< bits &+ 1
    }
    let step = tables == 1 ? 0 : width
    var index = 0
    while index &+ 4 <= count {
      add(index, 0)
      add(index &+ 1, step)
      add(index &+ 2, step &* 2)
      add(index &+ 3, step &* 3)
      index &+= 4
    }
    while index < count {
      add(index, 0)
      index &+= 1
    }
  }

  /// Moves what was added to where there is room for any sum.
  private func flush() {
    rows = 0
    magnitude = 0
    let mask = Int64(TotalSums.maximumRows)
    for place in 0..<grid.size {
      var all: Int64 = 0
      for table in 0..<tables { unsafe all &+= packed[table &* width &+ place] }
      if all == 0 { continue }
      sums[place].amount += Int128(all &>> TotalSums.countBits)
      sums[place].count += all & mask
    }
    unsafe packed.update(repeating: 0, count: width &* tables)
  }
}

extension PackedColumn {
  /// Adds a multiple of each value to a place.
  fileprivate func addMultiples(
    of step: UInt16, to places: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    @inline(__always)
    func add<Value: FixedWidthInteger>(_ values: Span<Value>) {
      let values = values.extracting(first: count)
      for index in values.indices {
        unsafe places[index] &+= UInt16(truncatingIfNeeded: values[index]) &* step
      }
    }
    switch self {
    case .absent, .uniform: return
    case .bytes(let values): add(values.span)
    case .shorts(let values): add(values.span)
    case .words(let values): add(values.span)
    case .longs(let values): add(values.span)
    }
  }

  /// Adds what a table has for each value to a place.
  fileprivate func addEntries(
    of table: [UInt16], to places: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    let table = table.span
    @inline(__always)
    func add<Value: FixedWidthInteger>(_ values: Span<Value>) {
      let values = values.extracting(first: count)
      for index in values.indices {
        unsafe places[index] &+= table[Int(truncatingIfNeeded: values[index])]
      }
    }
    switch self {
    case .absent, .uniform: return
    case .bytes(let values): add(values.span)
    case .shorts(let values): add(values.span)
    case .words(let values): add(values.span)
    case .longs(let values): add(values.span)
    }
  }
}
