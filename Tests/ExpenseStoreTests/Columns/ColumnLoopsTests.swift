import ExpenseModel
import Testing

@testable import ExpenseStore

/// The loops over packed columns against loops over rows, with values of every width.
@Suite struct ColumnLoopsTests {
  @Test(arguments: seeds(10))
  func filtersAndTotalsAreThoseOfTheRows(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let columns = makeColumns(&random)
    #expect(columns.brokenInvariant() == nil)
    var rows: [ColumnRow] = []
    columns.forEachRow { rows.append($0) }
    for _ in 0..<6 {
      let query = try makeQuery(&random).validated()
      let filter = RowFilter(query, columns)
      let selected = rows.filter { filter.matches($0, in: columns) }
      #expect(columns.select(filter) == selected.map(\.id))
      #expect(columns.select(filter, first: 10) == Array(selected.map(\.id).prefix(10)))
      let periods: [Period?] = [nil, nil, .day, .week, .month, .quarter, .year]
      let group = ColumnGroup(
        period: periods.randomElement(using: &random) ?? nil, type: Bool.random(using: &random),
        category: Bool.random(using: &random), level: Int.random(in: 0..<3, using: &random),
        account: Bool.random(using: &random))
      var sums: [ColumnGroupKey: TotalDelta] = [:]
      for row in selected {
        sums[columns.groupKey(row, group), default: TotalDelta()].add(row.amount, 1)
      }
      let totals = columns.totals(filter, group)
      #expect(totals.hasSameSums(as: TotalsTable(group, sums, columns.names)))
      try follow(totals, columns, selected, &random)
      for field in [SortKey.Field.amount, .date] {
        let order = RowOrder(
          ExpenseQuery(sort: [SortKey(field, descending: Bool.random(using: &random))]))
        let sorted = order.sorted(selected.map(\.id), in: columns)
        guard let first = order.first(20, of: filter, in: columns) else { continue }
        #expect(first.count == sorted.count)
        #expect(first.ids.count >= min(20, sorted.count))
        #expect(first.ids == Array(sorted.prefix(first.ids.count)))
      }
    }
  }

  @Test("Sums of large amounts are exact", arguments: [29, 30, 31, 32, 33, 40, 62])
  func largeAmounts(bits: Int64) throws {
    let power: Int64 = 1 << bits
    for amount in [power - 1, power, -power, 1 - power] {
      var builder = ChunkBuilder(loaded: [])
      for id in 1...Int64(ColumnChunk.capacity * 2 + 100) {
        var row = ColumnRow()
        row.id = id
        row.currency = 1
        row.type = Int32(id % 2) + 1
        row.amount = amount
        builder.append(row)
      }
      builder.flush()
      var names = ColumnNames()
      for number in 1...2 { names.setType(number, "Type \(number)") }
      names.setCurrency(1, try #require(Currency.iso("EUR")))
      let columns = Columns(
        revision: 1, generation: 1, loaded: [], chunks: builder.chunks, names: names,
        texts: TextPool())
      for type in [false, true] {
        let group = ColumnGroup(
          period: nil, type: type, category: false, level: 0, account: !type)
        var sums: [ColumnGroupKey: TotalDelta] = [:]
        columns.forEachRow { row in
          sums[columns.groupKey(row, group), default: TotalDelta()].add(row.amount, 1)
        }
        let totals = columns.totals(RowFilter(ExpenseQuery(), columns), group)
        #expect(totals.hasSameSums(as: TotalsTable(group, sums, names)))
      }
    }
  }

  @Test("Asking for more first rows than there are takes no room for them")
  func manyFirstRows() throws {
    var random = SeededGenerator(1)
    let columns = makeColumns(&random)
    let filter = RowFilter(ExpenseQuery(), columns)
    let order = RowOrder(ExpenseQuery(sort: [SortKey(.amount, descending: true)]))
    for least in [columns.count, 1 << 30, 1 << 60, .max] {
      #expect(order.first(least, of: filter, in: columns).map(\.count) == nil)
      #expect(order.sorted(columns, filter, first: least).count == columns.count)
    }
  }

  /// Totals that follow rows are those that are counted anew.
  private func follow(
    _ totals: TotalsTable, _ columns: Columns, _ rows: [ColumnRow],
    _ random: inout SeededGenerator
  ) throws {
    var running = RunningTotals(totals)
    var rows = rows
    for _ in 0..<5 {
      var changes: [(old: ColumnRow?, new: ColumnRow?)] = []
      for _ in 0..<Int.random(in: 0..<4, using: &random) where !rows.isEmpty {
        let index = Int.random(in: 0..<rows.count, using: &random)
        var new = rows[index]
        new.amount = Int64.random(in: -5...5, using: &random)
        new.type = Int32.random(in: 0..<3, using: &random)
        changes.append((rows[index], Bool.random(using: &random) ? new : nil))
        if let new = changes.last?.new { rows[index] = new } else { rows.remove(at: index) }
      }
      running.follow(changes, columns)
      var sums: [ColumnGroupKey: TotalDelta] = [:]
      for row in rows {
        sums[columns.groupKey(row, running.group), default: TotalDelta()].add(row.amount, 1)
      }
      #expect(
        running.table.hasSameSums(as: TotalsTable(running.group, sums, columns.names)))
    }
  }

  private func makeQuery(_ random: inout SeededGenerator) -> ExpenseQuery {
    var query = ExpenseQuery()
    func chance() -> Bool { Bool.random(using: &random) }
    if chance() { query.firstDate = CivilDate(day: Int32.random(in: 0..<21_000, using: &random)) }
    if chance() {
      query.lastDate = CivilDate(day: Int32.random(in: 15_000..<25_000, using: &random))
    }
    if chance() { query.types = (0..<3).map { _ in "T\(Int.random(in: 1..<8, using: &random))" } }
    if chance() { query.accounts = ["A1", ""] }
    if chance() { query.currencies = ["EUR"] }
    if chance() { query.category = "C1" }
    if chance() { query.minAmount = Int64.random(in: -300...300, using: &random) }
    if chance() { query.maxAmount = Int64.random(in: 0...70_000, using: &random) }
    return query
  }

  private func makeColumns(_ random: inout SeededGenerator) -> Columns {
    var names = ColumnNames()
    let many = Bool.random(using: &random)
    for number in 1...(many ? 300 : 7) { names.setType(number, "T\(number)") }
    for number in 1...5 { names.setAccount(number, "A\(number)") }
    for number in 1...9 { names.setCategory(number, "C\(number % 3):D\(number)") }
    for (index, code) in ["USD", "EUR", "GBP"].enumerated() {
      guard let currency = Currency.iso4217.first(where: { $0.code == code }) else { continue }
      names.setCurrency(index + 1, currency)
    }
    var columns = Columns(
      revision: 0, generation: 1, loaded: [], chunks: [], names: names, texts: TextPool())
    let widths: [ClosedRange<Int64>] = [
      7...7, 0...200, 0...60_000, -40_000...40_000, -2_000_000_000...2_000_000_000,
      0...(1 << 40), .min...(.max),
    ]
    var id: Int64 = 0
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      let amounts = widths.randomElement(using: &random) ?? 0...0
      let days = Bool.random(using: &random) ? Int32(20_000)...20_400 : -3_000...70_000
      let currencies = Int32(Bool.random(using: &random) ? 1 : 3)
      let gap: Int64 = Bool.random(using: &random) ? 1 : 9
      var edits: [Columns.Edit] = []
      for _ in 0..<ColumnChunk.capacity {
        id += Int64.random(in: 1...gap, using: &random)
        var row = ColumnRow()
        row.id = id
        row.date = Int32.random(in: days, using: &random)
        row.amount = Int64.random(in: amounts, using: &random)
        row.currency = Int32.random(in: 1...currencies, using: &random)
        row.type = Int32.random(in: 1...(many ? 300 : 7), using: &random)
        row.category = Int32.random(in: 0...9, using: &random)
        row.account = Int32.random(in: 0...5, using: &random)
        edits.append((id, row))
      }
      columns.apply(edits)
    }
    return columns
  }

  @Test(arguments: seeds(200))
  func aPackedColumnIsAnArray(seed: UInt64) {
    var random = SeededGenerator(seed)
    let ends: [Int64] = [0, 1, 255, 256, 65_535, 65_536, 1 << 31 - 1, 1 << 31, .max, -1, .min]
    var values = [ends.randomElement(using: &random) ?? 0]
    var column = PackedColumn(packing: values)
    for _ in 0..<60 {
      let value =
        Bool.random(using: &random)
        ? ends.randomElement(using: &random) ?? 0 : Int64.random(in: -3...3, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0..<2:
        column = column.appending(value, count: values.count)
        values.append(value)
      case 2:
        let index = Int.random(in: 0..<values.count, using: &random)
        column = column.setting(value, at: index, count: values.count)
        values[index] = value
      default:
        guard values.count > 1 else { continue }
        let index = Int.random(in: 0..<values.count, using: &random)
        column = column.removing(at: index)
        values.remove(at: index)
      }
      #expect(values.indices.map { column[$0] } == values)
      #expect(column.bounds(values.count).lowerBound == values.min())
      #expect(column.bounds(values.count).upperBound == values.max())
      #expect(column.storedCount.map { $0 == values.count } ?? true)
      let (low, high) = (ends.randomElement(using: &random) ?? 0, value)
      let range = min(low, high)...max(low, high)
      var mask = [UInt8](repeating: 1, count: values.count)
      mask.withUnsafeMutableBufferPointer { mask in
        if let start = mask.baseAddress { column.keep(range, start, values.count) }
      }
      #expect(mask == values.map { range.contains($0) ? 1 : 0 })
    }
  }
}
